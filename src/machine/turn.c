/* SPDX-License-Identifier: MIT */
/* See turn.h. */
#include "machine/turn.h"

void hw_warp_account(struct hw_warp *warp, const struct hw_uop *uop)
{
    struct hw_block *block = warp->block;
    uint32_t insn = block->program->insn_of[hw_warp_place(warp, uop)];
    uint32_t count = insn + 1 - warp->run_start;

    warp->run_start = insn + 1;
    warp->slice -= (int32_t)count;
    block->instructions += count;
    block->stats.warp_instructions += count;
    block->stats.thread_instructions +=
        (uint64_t)count * (warp->active == ~0u ? HW_LANES : hw_lane_count(warp->active));
}

void hw_warp_go(struct hw_warp *warp, const struct hw_uop *uop, uint32_t place)
{
    const struct hw_block *block = warp->block;

    if (block->launch->limits.max_instructions &&
        block->instructions > block->launch->limits.max_instructions) {
        hw_warp_fault(warp, uop, HW_FAULT_LIMIT, HW_NO_LANE, NULL,
                      "the block has executed more than %llu warp instructions",
                      (unsigned long long)block->launch->limits.max_instructions);
        return;
    }
    warp->run_start = block->program->insn_of[place];
    hw_warp_goto(warp, place);
    if (warp->slice <= 0) {
        warp->yielded = hw_warp_place(warp, uop);
        hw_warp_leave(warp, HW_LEAVE_YIELD);
    }
}

void hw_warp_jump(struct hw_warp *warp, const struct hw_uop *uop, uint32_t place)
{
    hw_warp_account(warp, uop);
    hw_warp_go(warp, uop, place);
}
