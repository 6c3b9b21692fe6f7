/* SPDX-License-Identifier: MIT */
/* Barriers of a block count arrivals and open when enough have come.
 *
 * Before Volta the hardware counts warps, not threads: a warp arrives as soon as one of its threads does (PTX
 * ISA on bar, for sm_6x and below).  When a divergent warp arrives, its paths that can still run do so first:
 * the path that arrived is parked in place of a branch entry of the SIMT stack, and paths that come to the
 * same instruction merge with it.  When no other path can run, the warp arrives with the lanes that it has;
 * the others wait at a join or for the end of a loop, or are parked at another barrier, at which the warp
 * will arrive once more.  So a warp counts once for each time that a group of its lanes comes, and a loop
 * that some lanes leave earlier than others works as on the chip.  When a path ends, one that is parked comes
 * to its barrier again.
 *
 * From Volta on each lane arrives by itself (PTX ISA on bar and barrier), and barriers count lanes.  When all
 * live lanes of a warp wait at a barrier, the barrier counts the lanes that have ended as well, so the warp
 * counts 32.
 *
 * A barrier with a reduction also counts the threads that came with a predicate and those for which it was
 * true; from the two numbers each waiting warp gets its result.  A guard decides which threads bring their
 * predicate; the warp arrives as soon as the guard holds for one of them (PTX ISA, bar: as if all threads of
 * the warp had executed it).
 *
 * A warp that was released from a barrier lets the next warp run at its first branch.  So all warps of the
 * block execute the reads right after the barrier before one of them comes around a loop and writes there
 * again.  Programs rely on that without a second barrier (CUDA SDK 4.2's Mandelbrot hands out work in such a
 * loop). */
#include "machine/paths/block_barrier.h"

#include "machine/events.h"
#include "machine/paths/control_flow.h"
#include "machine/paths/paths.h"
#include "machine/paths/its_paths.h"
#include "machine/paths/simt_stack_entry.h"
#include "machine/warp_control.h"

uint32_t hw_barrier_expected(const struct hw_block *block, const struct hw_barrier *barrier)
{
    return barrier->expected == HW_BARRIER_ALL ? block->warps_running * hw_paths_model(block)->arrivals
                                               : barrier->expected;
}

/* The result of a reduction, for a warp that waited. */
static void set_reduction_result(struct hw_warp *warp, const struct hw_barrier *barrier)
{
    switch (warp->reduction) {
    case HW_BAR_POPC: warp->reduced = barrier->yes; break;
    case HW_BAR_AND: warp->reduced = barrier->yes == barrier->voters; break;
    case HW_BAR_OR: warp->reduced = barrier->yes > 0; break;
    default: break;
    }
}

/* A warp has been released; `waited`: as a whole. */
static void rest_before_branch(struct hw_warp *warp, bool waited)
{
    warp->after_barrier = waited && warp->block->launch->code.turn == 0;
    if (warp->after_barrier)
        warp->budget = 1;
}

/* Lanes of a warp wait, or none. */
static void release(struct hw_block *block, struct hw_warp *warp, unsigned number)
{
    const struct hw_paths_model *model = hw_paths_model(block);
    const bool waited = warp->waiting;

    if (!warp->live || !(model == &hw_its_model ? hw_its_open(warp, number) : model->open(warp, number)))
        return;
    if (block->subscriptions.barriers)
        hw_notify_barrier(warp, number, true, true);
    set_reduction_result(warp, &block->barrier[number]);
    rest_before_branch(warp, waited);
}

static void open_barrier(struct hw_block *block, unsigned number)
{
    struct hw_barrier *barrier = &block->barrier[number];

    for (uint32_t i = 0; i < block->warp_count; i++) {
        struct hw_warp *warp = &block->warp[i];
        if (warp->waits_whole && warp->waiting == number + 1) {
            warp->waiting = 0;
            warp->waits_whole = false;
            rest_before_branch(warp, true);
        } else {
            release(block, warp, number);
        }
    }
    barrier->arrived = barrier->voters = barrier->yes = 0;
}

/* Open the barrier if enough warps or lanes have arrived. */
static void open_if_complete(struct hw_block *block, unsigned number)
{
    const struct hw_barrier *barrier = &block->barrier[number];

    if (barrier->arrived >= hw_barrier_expected(block, barrier))
        open_barrier(block, number);
}

/* The barrier's number and count, which may come from registers; false, with the fault reported: they are not
 * valid. */
static bool read_operands(struct hw_warp *warp, const struct hw_uop *uop, unsigned lane, uint32_t *number,
                          uint32_t *expected)
{
    *number = warp->regs.reg[uop->b][lane];
    *expected = warp->regs.reg[uop->c][lane];
    if (*number >= HW_BARRIERS) {
        hw_warp_fault(warp, uop, HW_FAULT_OPERAND, lane, NULL, "barrier %u; there are 0 to %u", *number,
                      HW_BARRIERS - 1);
        return false;
    }
    if (!(uop->bar.what & HW_BAR_THREADS))
        return true;
    if (*expected == 0) {
        *expected = HW_BARRIER_ALL;
        return true;
    }
    const uint32_t lanes = hw_launch_lanes(warp->block->launch), unit = lanes / hw_paths_of(warp)->arrivals;
    if (*expected % lanes != 0) {
        hw_warp_fault(warp, uop, HW_FAULT_OPERAND, lane, NULL,
                      "a barrier of %u threads; expected a multiple of %u", *expected, lanes);
        return false;
    }
    *expected /= unit;
    return true;
}

/* The barrier counts `arrivals` of the warp; `lanes` execute the instruction. */
static void count_arrival(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes, uint32_t number,
                          uint32_t arrivals, uint32_t expected)
{
    struct hw_block *block = warp->block;
    struct hw_barrier *barrier = &block->barrier[number];

    if (block->subscriptions.barriers)
        hw_notify_barrier(warp, number, false, uop->bar.what & HW_BAR_WAIT);
    block->barriers_used |= 1u << number;
    if (uop->bar.what & HW_BAR_ARRIVE) {
        barrier->arrived += arrivals;
        barrier->expected = expected;
    }
    warp->reduction = uop->bar.reduction;
    if (uop->bar.reduction != HW_BAR_NO_REDUCTION) {
        barrier->voters += hw_lane_count(lanes);
        barrier->yes += hw_lane_count(lanes & hw_read_pred(&warp->regs, uop->bar.predicate));
    }
}

void hw_barrier_add(struct hw_block *block, unsigned number, uint32_t arrivals)
{
    block->barrier[number].arrived += arrivals;
    open_if_complete(block, number);
}

/* --- the common barrier: all of the warp comes as one path, and waits for all of the block --- */

/* It does what the functions below do then, with fewer instructions.  False: it is another barrier,
 * and nothing has happened. */
static bool wait_whole(struct hw_warp *warp, const struct hw_uop *uop, bool has_one_path, uint32_t arrivals)
{
    struct hw_block *block = warp->block;
    const unsigned number = uop->bar.number;
    struct hw_barrier *barrier = &block->barrier[number];

    if (!uop->bar.is_common || uop->guard.tests || !has_one_path || block->subscriptions.barriers ||
        (warp->regs.exec & hw_read_pred(&warp->regs, uop->p_in)) != warp->live)
        return false;
    hw_warp_count(warp, uop);
    warp->next = hw_warp_uop_index(warp, uop) + 1;
    hw_warp_stop(warp, HW_STOP_BARRIER);
    block->stats.barriers++;
    block->barriers_used |= 1u << number;
    barrier->arrived += arrivals;
    barrier->expected = HW_BARRIER_ALL;
    warp->reduction = HW_BAR_NO_REDUCTION;
    warp->waiting = (uint8_t)(number + 1);
    warp->waits_whole = true;
    if (barrier->arrived >= block->warps_running * arrivals)
        open_barrier(block, number);
    return true;
}

/* --- all others --- */

static void arrive_as_warp(struct hw_warp *warp, const struct hw_uop *uop)
{
    struct hw_block *block = warp->block;
    uint32_t next = hw_warp_uop_index(warp, uop) + 1, number, expected;
    uint32_t lanes = warp->active & hw_read_pred(&warp->regs, uop->p_in);

    if (lanes == 0)
        return;
    hw_warp_count(warp, uop);
    if (!read_operands(warp, uop, hw_lowest_lane(lanes), &number, &expected))
        return;
    switch (hw_paths_wait(warp, next)) {
    case HW_PATHS_OTHER: return;
    case HW_PATHS_PARTIAL: block->stats.partial_barriers++; break;
    case HW_PATHS_ALL: break;
    }
    block->stats.barriers++;
    hw_warp_set_pc(warp, next);
    count_arrival(warp, uop, lanes, number, 1, expected);
    if (uop->bar.what & HW_BAR_WAIT && block->barrier[number].arrived > 0)
        warp->waiting = (uint8_t)(number + 1);
    if (uop->bar.what & HW_BAR_ARRIVE)
        open_if_complete(block, number);
    hw_warp_stop(warp, HW_STOP_BARRIER);
}

static void arrive_by_lanes(struct hw_warp *warp, const struct hw_uop *uop)
{
    const uint32_t lanes = hw_uop_lanes(&warp->regs, uop);
    uint32_t number, expected;

    if (lanes == 0)
        return;
    hw_warp_count(warp, uop);
    if (!read_operands(warp, uop, hw_lowest_lane(lanes), &number, &expected))
        return;
    const uint32_t before = uop->bar.what & HW_BAR_WAIT ? hw_its_lanes_at(warp, number) : 0;
    const bool all_here = (before | lanes) == warp->live;
    warp->block->stats.barriers++;
    warp->block->stats.partial_barriers += !all_here;
    count_arrival(warp, uop, lanes, number,
                  all_here ? HW_LANES - hw_lane_count(before) : hw_lane_count(lanes), expected);
    if (uop->bar.what & HW_BAR_WAIT)
        hw_its_wait_at_block_barrier(warp, uop, number, lanes, all_here);
    open_if_complete(warp->block, number);
}

void hw_uop_bar(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);

    if (!wait_whole(warp, uop, warp->paths->depth == 0, 1))
        arrive_as_warp(warp, uop);
}

void hw_uop_bar_lanes(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);

    if (!wait_whole(warp, uop, hw_its_paths(warp)->count == 0, HW_LANES))
        arrive_by_lanes(warp, uop);
}

void hw_block_warp_ended(struct hw_block *block)
{
    for (uint32_t used = block->barriers_used; used; used &= used - 1) {
        const unsigned number = hw_lowest_lane(used);
        if (block->barrier[number].arrived > 0 && block->barrier[number].expected == HW_BARRIER_ALL)
            open_if_complete(block, number);
    }
}
