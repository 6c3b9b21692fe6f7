/* SPDX-License-Identifier: MIT */
/* Volta's matrix products of halves (HMMA.884): of 8 by 4 and 4 by 8, in two or four steps.
 *
 * Lanes 4 q to 4 q + 3 and those 16 further up are the eight threads of product q.  A thread has four
 * elements of a, which are a row (thread t row t) or, by columns, half a column: thread t has the four rows
 * from 4 * (t / 4) on of column t % 4.  With b rows and columns are exchanged.  A result of halves is
 * eight rows, thread t's row t; step s makes the columns from 4 s on.  A result of words is dealt out as
 * thread_of_word says; step s makes rows 0, 1, 4, 5, or with an odd number 2, 3, 6, 7, and the four columns
 * from 4 * (s / 2) on.  The register pair c has what belongs to the step.
 *
 * @see PTX ISA, fragments of mma.sync.m8n8k4; which step writes what: compiled code (tests/programs) */
#include "ops/matrix/fragment_layout.h"
#include "machine/matrix/matrix_ops.h"
#include "machine/matrix/matrix_product.h"
#include "ops/matrix/dot.h"

#include <halfwarp/modifiers.h>

#define SIDE  8 /* rows, columns, threads of a product */
#define DEPTH 4
#define QUADS 4

static unsigned lane_of(unsigned quad, unsigned thread)
{
    return quad * 4 + thread % 4 + thread / 4 * 16;
}

static unsigned thread_of_word(unsigned row, unsigned column)
{
    return (row & 1) | (column & 2) | (row & 4);
}

/* Whether the step makes an element. */
static bool makes_element(const struct hw_uop *uop, unsigned row, unsigned column)
{
    const unsigned step = uop->matrix.step;

    if (uop->type == HW_TYPE_F16)
        return column / 4 == step;
    return (row >> 1 & 1) == (step & 1) && column / 4 == step >> 1;
}

/* The lines of a or b: rows of a, columns of b. */
static void load_lines(hw_lanes *reg, unsigned quad, bool is_transposed, bool negate,
                       struct hw_dot_number to[SIDE][DEPTH])
{
    for (unsigned line = 0; line < SIDE; line++)
        for (unsigned k = 0; k < DEPTH; k++) {
            const unsigned thread = is_transposed ? k + line / 4 * 4 : line,
                           half = is_transposed ? line % 4 : k;
            const uint32_t word = reg[half / 2][lane_of(quad, thread)];
            to[line][k] = hw_dot_unpack(HW_TYPE_F16, hw_half_of(word, half), negate);
        }
}

/* The word with an element of the result. */
static uint32_t *word_at(hw_lanes *reg, unsigned quad, bool halves, unsigned row, unsigned column)
{
    return halves ? &reg[column % 4 / 2][lane_of(quad, row)]
                  : &reg[column % 2][lane_of(quad, thread_of_word(row, column))];
}

static void multiply_quad(struct hw_regs *regs, const struct hw_uop *uop, unsigned quad,
                          uint32_t d[SIDE][SIDE])
{
    const struct hw_uop_matrix *how = &uop->matrix;
    const bool halves = how->c_type == HW_TYPE_F16;
    struct hw_dot_number a[SIDE][DEPTH], b[SIDE][DEPTH];

    load_lines(&regs->reg[uop->a], quad, how->a_by_columns, how->a_flags & HW_OPERAND_NEG, a);
    load_lines(&regs->reg[uop->b], quad, !how->b_by_columns, how->b_flags & HW_OPERAND_NEG, b);
    for (unsigned row = 0; row < SIDE; row++)
        for (unsigned column = 0; column < SIDE; column++)
            if (makes_element(uop, row, column)) {
                const uint32_t word = *word_at(&regs->reg[uop->c], quad, halves, row, column);
                d[row][column] =
                    hw_dot(hw_dot_rules_of(how->unit, HW_TYPE_F16), a[row], b[column], DEPTH,
                           halves ? hw_half_of(word, column) : word, how->c_type, uop->type, how->sat);
            }
}

void hw_uop_multiply_quads(struct hw_regs *regs, const struct hw_uop *uop)
{
    uint32_t d[QUADS][SIDE][SIDE];

    if (!hw_matrix_lanes(regs, uop))
        return;
    for (unsigned quad = 0; quad < QUADS; quad++)
        multiply_quad(regs, uop, quad, d[quad]);
    for (unsigned quad = 0; quad < QUADS; quad++)
        for (unsigned row = 0; row < SIDE; row++)
            for (unsigned column = 0; column < SIDE; column++) {
                const bool halves = uop->type == HW_TYPE_F16;
                uint32_t *word = word_at(&regs->reg[uop->d], quad, halves, row, column);
                if (makes_element(uop, row, column) && halves)
                    hw_set_half(word, column, d[quad][row][column]);
                else if (makes_element(uop, row, column))
                    *word = d[quad][row][column];
            }
}
