/* SPDX-License-Identifier: MIT */
/* Lane functions for slices of a warp see this in place of lanes: src/jit runs them slice by slice.
 *
 * Their micro-operations do not number registers but operands, so that one function serves all instructions
 * that differ in nothing but their registers.  The members of struct hw_regs count from the slice's first
 * lane; `reg` is not used. */
#ifndef HW_OPS_LANES_LANES_SLICE_H
#define HW_OPS_LANES_LANES_SLICE_H

#include "ops/uop.h"

/* The fields of a micro-operation that name registers: d, a, b, c, cond_out, cond_in. */
#define HW_SLICE_OPERANDS 6
#define HW_SLICE_PAIR     2 /* registers of the largest operand; so operand i has number i * HW_SLICE_PAIR */

/* Lanes of a slice: those of a vector, also on the level of x86-64 with AVX-512, and of two without AVX2. */
#define HW_SLICE_LANES    8
#define HW_SLICE_LANES_V4 16

struct hw_slice_regs {
    struct hw_regs regs;
    uint32_t *operand[HW_SLICE_OPERANDS]; /* its first register, from the slice's first lane on */
};

static inline uint32_t *hw_slice_register(const struct hw_regs *regs, unsigned reg)
{
    const struct hw_slice_regs *slice = (const void *)regs; /* its first member */

    return slice->operand[reg / HW_SLICE_PAIR] + reg % HW_SLICE_PAIR * HW_LANES;
}

#endif
