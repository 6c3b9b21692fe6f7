/* SPDX-License-Identifier: MIT */
/* Instructions of reconvergence and independent thread scheduling: lanes of a warp wait for each other,
 * yield, and branch by which lanes are on the path. */
#include "machine/paths/convergence.h"

#include "machine/device_clock.h"
#include "machine/paths/control_flow.h"
#include "machine/paths/paths.h"
#include "machine/paths/its.h"
#include "machine/lane_writes.h"
#include "machine/warp_control.h"

/* The longest sleep (PTX ISA, nanosleep). */
#define MAX_NANOSECONDS 1000000u

/* The lanes for which all conditions hold. */
static uint32_t executing_lanes(const struct hw_regs *regs, const struct hw_uop *uop)
{
    return hw_uop_lanes(regs, uop) & hw_read_pred(regs, uop->p_out2) & hw_read_pred(regs, uop->p_out);
}

/* Lanes for which the second condition does not hold wait for no lane. */
void hw_uop_bssy(struct hw_regs *regs, const struct hw_uop *uop)
{
    hw_convergence_enter(hw_warp_of(regs), uop->jump.path, hw_uop_lanes(regs, uop),
                         executing_lanes(regs, uop));
}

void hw_uop_bsync(struct hw_regs *regs, const struct hw_uop *uop)
{
    hw_convergence_wait(hw_warp_of(regs), uop, uop->jump.path, executing_lanes(regs, uop));
}

void hw_uop_break(struct hw_regs *regs, const struct hw_uop *uop)
{
    hw_convergence_leave(hw_warp_of(regs), uop->jump.path, executing_lanes(regs, uop));
}

/* PTX does not say what a mask without the lane itself does.  The lane waits as if the mask had it
 * (machine.h, "Forward progress").  False: the launch is strict, and a fault is reported. */
static bool accept_mask_without_self(struct hw_warp *warp, const struct hw_uop *uop, unsigned lane,
                                     uint32_t mask)
{
    if (!warp->block->launch->limits.strict) {
        warp->block->stats.lenient[HW_LENIENT_SELF]++;
        return true;
    }
    hw_warp_fault(warp, uop, HW_FAULT_OPERAND, lane, NULL,
                  "lane %u waits for the lanes of mask 0x%08x, which has not the lane itself", lane, mask);
    return false;
}

void hw_uop_warpsync(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const uint32_t lanes = executing_lanes(regs, uop), *masks = regs->reg[uop->b];
    hw_lanes with_self;

    if (!(lanes & ~hw_lanes_in_own_mask(masks))) {
        hw_its_sync(warp, uop, masks, lanes, uop->jump.uniform);
        return;
    }
    for (unsigned lane = 0; lane < HW_LANES; lane++) {
        const uint32_t self = lanes & 1u << lane;
        with_self[lane] = masks[lane] | self;
        if (self & ~masks[lane] && !accept_mask_without_self(warp, uop, lane, masks[lane]))
            return;
    }
    hw_its_sync(warp, uop, with_self, lanes, uop->jump.uniform);
}

void hw_uop_collective(struct hw_regs *regs, const struct hw_uop *uop)
{
    hw_its_gather(hw_warp_of(regs), uop, regs->reg[uop->b], executing_lanes(regs, uop), uop->jump.target);
}

void hw_uop_end_collective(struct hw_regs *regs, const struct hw_uop *uop)
{
    hw_its_scatter(hw_warp_of(regs), uop, executing_lanes(regs, uop));
}

/* The lanes may wait for something that another warp does: where no other path can run, a fraction of the
 * budget is given up.  Not all of it, as compilers put YIELD also into loops that do not wait. */
void hw_uop_yield(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);

    if (executing_lanes(regs, uop) && !hw_its_yield(warp, uop))
        warp->budget -= warp->block->quantum.slice / 16;
}

/* The longest time that one of the lanes asks for: they sleep together. */
static uint32_t longest_sleep(const struct hw_regs *regs, const struct hw_uop *uop, uint32_t lanes)
{
    uint32_t longest = 0;

    for (; lanes && uop->b != HW_NO_REGISTER; lanes &= lanes - 1) {
        const uint32_t time = regs->reg[uop->b][hw_lowest_lane(lanes)];
        longest = longest < time ? time : longest;
    }
    return longest < MAX_NANOSECONDS ? longest : MAX_NANOSECONDS;
}

void hw_uop_nanosleep(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);

    const uint32_t lanes = executing_lanes(regs, uop);

    if (lanes == 0)
        return;
    hw_warp_count(warp, uop);
    const uint32_t uncounted = warp->run_start;
    hw_clock_sleep(warp, longest_sleep(regs, uop, lanes));
    if (hw_its_yield(warp, uop))
        return;
    warp->budget = 0;
    hw_warp_branch(warp, uop, hw_warp_uop_index(warp, uop) + 1);
    warp->run_start = uncounted; /* the instruction may have more micro-operations */
}

void hw_uop_bmov_from(struct hw_regs *regs, const struct hw_uop *uop)
{
    hw_convergence_save(hw_warp_of(regs), uop->jump.path, regs->reg[uop->d], executing_lanes(regs, uop),
                        uop->jump.uniform);
}

void hw_uop_bmov_to(struct hw_regs *regs, const struct hw_uop *uop)
{
    hw_convergence_restore(hw_warp_of(regs), uop->jump.path, regs->reg[uop->b], executing_lanes(regs, uop));
}

/* The lanes that jump, given those for which the conditions hold. */
static uint32_t jumping_lanes(const struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes)
{
    uint32_t mask = ~0u;

    if (uop->b != HW_NO_REGISTER)
        mask = warp->regs.reg[uop->b][hw_lowest_lane(warp->active)] ^ (uop->jump.path ? ~0u : 0);
    const bool converged = !(mask & warp->live & ~lanes);
    switch (uop->jump.uniform) {
    case HW_BRANCH_UNIFORM: return lanes == warp->active ? lanes : 0;
    case HW_BRANCH_DIVERGED: return converged ? 0 : warp->active;
    case HW_BRANCH_CONVERGED: return converged ? warp->active : 0;
    default: return lanes;
    }
}

void hw_uop_branch(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const uint32_t lanes = jumping_lanes(warp, uop, executing_lanes(regs, uop));

    if (lanes == 0)
        return;
    if (lanes == warp->active) {
        hw_warp_count_and_branch(warp, uop, uop->jump.target);
    } else {
        warp->block->stats.divergent_branches++;
        hw_paths_split(warp, uop, lanes, uop->jump.target);
    }
}
