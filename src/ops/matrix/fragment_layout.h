/* SPDX-License-Identifier: MIT */
/* The fragment layout of matrix instructions: the registers and lanes that hold the elements of matrices.
 *
 * Four lanes have a line: a row of a, a column of b, a row of the result.  The words of a line of a or b go
 * round robin to the four lanes, each fifth to the next register of the first lane; where a has 16 rows,
 * every second register is of the row 8 further down.  Of a row of the result each lane has two neighbours,
 * of halves in a register, of words in two.
 *
 * @see PTX ISA, the figures of fragments of mma.sync, from which this is read off */
#ifndef HW_OPS_MATRIX_FRAGMENT_LAYOUT_H
#define HW_OPS_MATRIX_FRAGMENT_LAYOUT_H

#include <stdbool.h>

#include "ops/uop.h"

#define HW_MATRIX_COLUMNS 8  /* of b and of the result */
#define HW_MATRIX_ROWS    16 /* of a and of the result, at most */
#define HW_LANES_OF_LINE  4

/* Word `number` of line `line` of a (`tall`: it has 16 rows) or b, whose first register is given. */
static inline uint32_t *hw_line_word(hw_lanes *reg, bool tall, unsigned line, unsigned number)
{
    const unsigned index = number / HW_LANES_OF_LINE;

    return &reg[tall ? index * 2 + line / 8 : index][line % 8 * HW_LANES_OF_LINE + number % HW_LANES_OF_LINE];
}

/* An element of a result of words. */
static inline uint32_t *hw_result_word(hw_lanes *reg, unsigned row, unsigned column)
{
    return &reg[row / 8 * 2 + column % 2][row % 8 * HW_LANES_OF_LINE + column / 2];
}

/* The word with an element of a result of halves; those of odd columns are the high ones. */
static inline uint32_t *hw_result_halves(hw_lanes *reg, unsigned row, unsigned column)
{
    return &reg[row / 8][row % 8 * HW_LANES_OF_LINE + column / 2];
}

static inline uint32_t hw_half_of(uint32_t word, unsigned number)
{
    return number % 2 ? word >> 16 : word & 0xffff;
}

static inline void hw_set_half(uint32_t *word, unsigned number, uint32_t half)
{
    *word = number % 2 ? (*word & 0xffff) | half << 16 : (*word & 0xffff0000) | half;
}

#endif
