/* SPDX-License-Identifier: MIT */
/* The call of a device-runtime function by one lane: its arguments and what it returns, in the registers
 * where NVIDIA's compilers pass them (device_runtime.h). */
#ifndef HW_MACHINE_LANE_CALL_H
#define HW_MACHINE_LANE_CALL_H

#include "machine/warp.h"

#define HW_FIRST_ARGUMENT 4u /* its register */

struct hw_lane_call {
    struct hw_warp *warp;
    const struct hw_uop *uop;
    unsigned lane;
};

static inline uint32_t hw_argument_word(const struct hw_lane_call *call, unsigned number)
{
    const struct hw_launch *launch = call->warp->block->launch;

    return number < launch->code.registers ? call->warp->regs.reg[number][call->lane] : 0;
}

static inline uint64_t hw_argument_pair(const struct hw_lane_call *call, unsigned number)
{
    return hw_argument_word(call, number) | (uint64_t)hw_argument_word(call, number + 1) << 32;
}

/* Arguments that have no room in R4 to R15 are on the caller's stack, from where R1 points: the generic
 * address of one. */
static inline uint64_t hw_argument_on_stack(const struct hw_lane_call *call, uint32_t offset)
{
    return hw_local_window(call->warp->block) + (uint64_t)hw_argument_word(call, 1) + offset;
}

static inline void hw_return_word(const struct hw_lane_call *call, uint32_t value)
{
    if (HW_FIRST_ARGUMENT < call->warp->block->launch->code.registers)
        call->warp->regs.reg[HW_FIRST_ARGUMENT][call->lane] = value;
}

static inline void hw_return_pair(const struct hw_lane_call *call, uint64_t value)
{
    hw_return_word(call, (uint32_t)value);
    if (HW_FIRST_ARGUMENT + 1 < call->warp->block->launch->code.registers)
        call->warp->regs.reg[HW_FIRST_ARGUMENT + 1][call->lane] = (uint32_t)(value >> 32);
}

#endif
