/* SPDX-License-Identifier: MIT */
/* Micro-operations made one by one, and the one that programs of such end with. */
#ifndef HW_TESTS_JIT_SINGLE_UOP_H
#define HW_TESTS_JIT_SINGLE_UOP_H

#include "machine/warp.h"

/* A function that no compiler knows. */
static inline void stop_warp(struct hw_regs *regs, const struct hw_uop *uop)
{
    (void)uop;
    hw_warp_of(regs)->event = HW_EVENT_STOP;
}

/* Of these registers, without predicates and condition codes. */
static inline struct hw_uop single_uop(hw_uop_fn *fn, uint16_t d, uint16_t a, uint16_t b)
{
    struct hw_uop uop = {.fn = fn, .narrow = fn, .d = d, .a = a, .b = b, .c = HW_NO_REGISTER};

    uop.p_out = uop.p_out2 = uop.p_in = HW_PT;
    uop.cond_out = uop.cond_in = HW_NO_REGISTER;
    return uop;
}

#endif
