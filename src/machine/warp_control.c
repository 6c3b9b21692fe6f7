/* SPDX-License-Identifier: MIT */
/* Warp execution control: a branch checks the instruction limit and ends the budget. */
#include "machine/warp_control.h"

#include "machine/paths/paths.h"

void hw_warp_branch(struct hw_warp *warp, const struct hw_uop *uop, uint32_t index)
{
    const struct hw_block *block = warp->block;

    if (block->launch->limits.max_instructions &&
        block->instructions > block->launch->limits.max_instructions) {
        hw_warp_fault(warp, uop, HW_FAULT_LIMIT, HW_NO_LANE, NULL,
                      "the block has executed more than %llu warp instructions",
                      (unsigned long long)block->launch->limits.max_instructions);
        return;
    }
    warp->run_start = block->program->insn_of[index];
    hw_warp_set_pc(warp, index);
    if (warp->budget <= 0) {
        warp->yield_index = hw_warp_uop_index(warp, uop);
        hw_paths_of(warp)->preempt(warp);
        hw_warp_stop(warp, HW_STOP_YIELD);
    }
}

void hw_warp_count_and_branch(struct hw_warp *warp, const struct hw_uop *uop, uint32_t index)
{
    hw_warp_count(warp, uop);
    hw_warp_branch(warp, uop, index);
}
