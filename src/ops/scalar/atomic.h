/* SPDX-License-Identifier: MIT */
/* The new value of a memory word after an atomic operation. */
#ifndef HW_OPS_SCALAR_ATOMIC_H
#define HW_OPS_SCALAR_ATOMIC_H

#include <stdint.h>

/* What differs between chips (chip_traits.h). */
enum hw_atomic_rules {
    HW_ATOMIC_FULL = 0, /* every operation on words and on pairs of words */
    HW_ATOMIC_GT200,    /* pairs are only added, exchanged, and compared and swapped */
    HW_ATOMIC_G80       /* also the corners of Tesla's chips before the GT200 */
};

/* Apply enum hw_atom `op` with operands of `type` to the memory value `old` (a word, or two for 64-bit
 * types). `operand2` is the new value of a compare-and-swap; `rules` is enum hw_atomic_rules. *new_value gets
 * what memory holds afterwards; the return value is what the instruction returns. */
uint64_t hw_atomic_apply(unsigned op, unsigned type, unsigned rules, uint64_t old, uint64_t operand,
                         uint64_t operand2, uint64_t *new_value);

#endif
