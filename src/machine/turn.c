/* SPDX-License-Identifier: MIT */
/* See turn.h. */
#include "machine/turn.h"

#include "machine/paths/paths.h"

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
        hw_paths_of(warp)->turn(warp);
        hw_warp_leave(warp, HW_LEAVE_YIELD);
    }
}

void hw_warp_jump(struct hw_warp *warp, const struct hw_uop *uop, uint32_t place)
{
    hw_warp_account(warp, uop);
    hw_warp_go(warp, uop, place);
}
