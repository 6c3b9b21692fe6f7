/* SPDX-License-Identifier: MIT */
/* Accesses of memory that become part of compiled code: those of a word by all lanes, where the code holds
 * registers itself (jit/compiler/jit_held.h).  What is inlined finds the place; the code moves the words. */
#ifndef HW_JIT_INLINE_INLINE_ACCESS_H
#define HW_JIT_INLINE_INLINE_ACCESS_H

#include "machine/memory/memory_table.h"

/* Where an access is good: the place of lane 0 in a series, or, of loads, of all lanes; else NULL, both for
 * accesses that are not usual. */
struct hw_inline_place {
    uint8_t *series, *same;
};

/* The arguments are those of hw_usual_fn; `low` need not be in the warp. */
typedef struct hw_inline_place hw_inline_find(struct hw_regs *regs, const struct hw_uop *uop,
                                              const uint32_t *low, const struct hw_range *range);

/* The place of lane 0, of accesses at distances that are known: 0, or the bytes of one; NULL: the lanes'
 * addresses do not lie so, or it is not good. */
typedef uint8_t *hw_inline_given(struct hw_regs *regs, const struct hw_uop *uop, const uint32_t *low,
                                 const struct hw_range *range, uint32_t bytes, uint32_t step);

/* By enum hw_lanes_usual.  The second are for accesses that a loop repeats at the same addresses: what finds
 * these is out of the way. */
extern hw_inline_find *const hw_inline_finds[HW_LANES_USUAL_COUNT];
extern hw_inline_find *const hw_inline_finds_once[HW_LANES_USUAL_COUNT];
extern hw_inline_given *const hw_inline_finds_given[HW_LANES_USUAL_COUNT];

#endif
