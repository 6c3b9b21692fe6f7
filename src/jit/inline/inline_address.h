/* SPDX-License-Identifier: MIT */
/* The address check of a memory access is inlined in compiled code, for words of all lanes in regions with
 * promoted registers (jit/compiler/jit_promote.h).  The inlined check computes the host address; the code
 * loads or stores the words. */
#ifndef HW_JIT_INLINE_INLINE_ADDRESS_H
#define HW_JIT_INLINE_INLINE_ADDRESS_H

#include "machine/memory/memory_table.h"

/* The host address of a valid access: that of lane 0 if the lanes are contiguous, or, for loads, the address
 * of all lanes; the other is NULL.  Both are NULL if the access has no fast path. */
struct hw_inline_address {
    uint8_t *contiguous, *broadcast;
};

/* The arguments are those of hw_mem_fast_fn; `low` need not be in the warp. */
typedef struct hw_inline_address hw_inline_address_fn(struct hw_regs *regs, const struct hw_uop *uop,
                                                      const uint32_t *low, const struct hw_range *range);

/* The host address of lane 0 of an access with a constant stride: 0, or the size of an element.  NULL: the
 * lanes' addresses have another stride, or the access is not valid. */
typedef uint8_t *hw_inline_stride_address_fn(struct hw_regs *regs, const struct hw_uop *uop,
                                             const uint32_t *low, const struct hw_range *range,
                                             uint32_t bytes, uint32_t step);

/* By enum hw_mem_fast.  The second list is for accesses that a loop repeats at the same addresses: their
 * check is out of line. */
extern hw_inline_address_fn *const hw_inline_addresses[HW_MEM_FAST_COUNT];
extern hw_inline_address_fn *const hw_inline_addresses_once[HW_MEM_FAST_COUNT];
extern hw_inline_stride_address_fn *const hw_inline_addresses_with_stride[HW_MEM_FAST_COUNT];

#endif
