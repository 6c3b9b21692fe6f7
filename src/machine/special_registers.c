/* SPDX-License-Identifier: MIT */
/* Micro-operations S2R and CS2R read special registers; with them, small helpers that translation adds. */
#include "machine/warp.h"
#include "machine/events.h"
#include "machine/lane_writes.h"
#include "machine/warp_control.h"
#include "machine/memory/memory_ops.h"

void hw_uop_s2r(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);

    hw_warp_count(warp, uop); /* clocks count the instructions so far */
    if (regs->exec == ~0u) {
        warp->block->kernel_abi->special(warp, uop->special, regs->reg[uop->d]);
        return;
    }
    hw_lanes reg;
    warp->block->kernel_abi->special(warp, uop->special, reg);
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        if (regs->exec >> lane & 1)
            regs->reg[uop->d][lane] = reg[lane];
}

void hw_uop_read_clock(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);

    if (hw_query_clock(warp)) {
        hw_uop_s2r(regs, uop);
        return;
    }
    hw_warp_count(warp, uop); /* once: it counts what was not counted before */
    warp->next = hw_warp_uop_index(warp, uop);
    hw_warp_stop(warp, HW_STOP_CLOCK);
}

void hw_uop_clear_registers(struct hw_regs *regs, const struct hw_uop *uop)
{
    for (unsigned reg = uop->d; reg < uop->d + uop->cleared; reg++)
        for (unsigned lane = 0; lane < HW_LANES; lane++)
            regs->reg[reg][lane] = 0;
}

void hw_uop_insert_half(struct hw_regs *regs, const struct hw_uop *uop)
{
    const unsigned shift = uop->d_part == HW_PART_HIGH ? 16 : 0;
    const uint32_t keep = 0xffff0000u >> shift;

    for (unsigned lane = 0; lane < HW_LANES; lane++)
        if (regs->exec >> lane & 1)
            regs->reg[uop->d][lane] = (regs->reg[uop->d][lane] & keep) | (regs->reg[uop->a][lane] & 0xffff)
                                                                             << shift;
}

void hw_uop_first_lane(struct hw_regs *regs, const struct hw_uop *uop)
{
    if (regs->exec == 0)
        return;
    const uint32_t first = regs->reg[uop->a][hw_lowest_lane(regs->exec)];
    if (uop->p_out != HW_PT)
        hw_write_pred(regs, uop->p_out,
                      ~hw_lanes_with_word(regs->reg[uop->a], first) | hw_read_pred(regs, uop->p_in));
    hw_splat_word_masked(regs->reg[uop->d], first, hw_warp_of(regs)->active);
}

void hw_uop_addr_warp(struct hw_regs *regs, const struct hw_uop *uop)
{
    if (regs->exec == 0)
        return;
    uint32_t value = regs->reg[uop->d][hw_lowest_lane(regs->exec)];
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        regs->reg[uop->d][lane] = value;
}
