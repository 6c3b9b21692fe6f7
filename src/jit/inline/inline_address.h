/* SPDX-License-Identifier: MIT */
/* Accesses of memory that become part of compiled code: those of a word by all lanes, where the code holds
 * registers itself (jit/compiler/jit_held.h).  What is inlined finds the place; the code moves the words. */
#ifndef HW_JIT_INLINE_INLINE_ADDRESS_H
#define HW_JIT_INLINE_INLINE_ADDRESS_H

#include "machine/memory/memory_table.h"

/* Where an access is good: the place of lane 0 in a series, or, of loads, of all lanes; else NULL, both for
 * accesses that are not usual. */
struct hw_inline_address {
    uint8_t *contiguous, *broadcast;
};

/* The arguments are those of hw_mem_fast_fn; `low` need not be in the warp. */
typedef struct hw_inline_address hw_inline_address_fn(struct hw_regs *regs, const struct hw_uop *uop,
                                                      const uint32_t *low, const struct hw_range *range);

/* The place of lane 0, of accesses at distances that are known: 0, or the bytes of one; NULL: the lanes'
 * addresses do not lie so, or it is not good. */
typedef uint8_t *hw_inline_stride_address_fn(struct hw_regs *regs, const struct hw_uop *uop,
                                             const uint32_t *low, const struct hw_range *range,
                                             uint32_t bytes, uint32_t step);

/* By enum hw_mem_fast.  The second are for accesses that a loop repeats at the same addresses: what finds
 * these is out of the way. */
extern hw_inline_address_fn *const hw_inline_addresses[HW_MEM_FAST_COUNT];
extern hw_inline_address_fn *const hw_inline_addresses_once[HW_MEM_FAST_COUNT];
extern hw_inline_stride_address_fn *const hw_inline_addresses_with_stride[HW_MEM_FAST_COUNT];

#endif
