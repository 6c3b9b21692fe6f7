/* SPDX-License-Identifier: MIT */
/* An atomic operation computes the new value of a memory word. */
#ifndef HW_OPS_SCALAR_ATOMIC_H
#define HW_OPS_SCALAR_ATOMIC_H

#include <stdint.h>

/* What differs between chips (chip_traits.h). */
enum hw_atomic_rules {
    HW_ATOMIC_FULL = 0, /* every operation on words and on pairs of words */
    HW_ATOMIC_GT200,    /* pairs are only added, exchanged, and compared and swapped */
    HW_ATOMIC_G80,      /* also the corners of Tesla's chips before the GT200 */
    HW_ATOMIC_CHIPS = 3 /* these bits tell them apart; another: */
};
/* Denormals of singles count as what they are: in shared and in local memory (PTX ISA, atom: ".add.f32 on
 * global memory flushes subnormal inputs and results to sign-preserving zero; on shared memory supports
 * them"). */
#define HW_ATOMIC_DENORMALS 4

/* Apply enum hw_atom `op` with operands of `type` to the memory value `old` (a word, or two for 64-bit
 * types). `operand2` is the new value of a compare-and-swap; `rules` is enum hw_atomic_rules, perhaps with
 * HW_ATOMIC_DENORMALS. *new_value gets what memory holds afterwards; the return value is what the instruction
 * returns. */
uint64_t hw_atomic_apply(unsigned op, unsigned type, unsigned rules, uint64_t old, uint64_t operand,
                         uint64_t operand2, uint64_t *new_value);

#endif
