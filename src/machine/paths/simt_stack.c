/* SPDX-License-Identifier: MIT */
/* The SIMT stack reconverges the lanes of a warp, on the chips before Volta.
 *
 * One path (a warp split) runs; the others wait in entries of the stack.  SSY pushes the lanes that will
 * reconverge at a join.  A branch that only some lanes take pushes the side that waits.  CALL, PBK, PCNT,
 * PLONGJMP and QUADON push what RET, BRK, CONT, LONGJMP and QUADPOP pop.  Four lanes, p holds for lanes 0 and
 * 1; after each instruction, the active lanes and the stack, its top at the right:
 *
 *   SSY end                1111    JOIN 1111 end
 *   @p BRA then            0011    JOIN 1111 end, BRANCH 1100 else
 *   then: ... SYNC         1100    JOIN 1111 end                     they go on at else
 *   else: ... SYNC         1111    (empty)                           they go on at end
 *
 *   PBK out                1111    BREAK 1111 out
 *   loop: @p BRK           1100    BREAK 1111 out                    unwound (broken): 0011
 *   ... BRK                1111    (empty)                           they go on at out
 *
 *   CALL f                 1111    CALL 1111 back
 *   f: @p RET              1100    CALL 1111 back                    unwound (returned): 0011
 *   ... RET                1111    (empty)                           they go on at back
 *
 * Lanes that return, break, continue or jump are `unwound`: they are on no path until the entry that restores
 * them is on top and is popped.  So the lanes of an entry are its mask less those that are unwound or have
 * ended.
 *
 * When a branch splits a warp, the side that lies later in the program runs first, as was measured on the
 * GT200 (Wong et al., "Demystifying GPU Microarchitecture through Microbenchmarking").  A correct program
 * cannot see which side that is, but lanes that leave a loop run before those that stay, so a lane that
 * spins on a lock lets the lane that has it go on.
 *
 * Entries hold the index to go on with.  On Tesla SSY names the instruction that joins: a path that arrives
 * there waits, and all execute it together when the last has come, so the entry goes on within it.  Later
 * SSY's target is the index where all go on, wherever a path ended in SYNC, or in an instruction with `.S`.
 *
 * Where a launch has an area for stacks, blocks of entries are spilled to it and filled again as on the chip
 * (stack_spill.h); the entries here are then those that the chip would find there.
 * @see envytools, "Tesla CUDA ISA", control flow */
#include "machine/paths/simt_stack_entry.h"

#include "machine/program.h"
#include "machine/warp_control.h"

#include <stddef.h>
#include <string.h>

static size_t stack_bytes(const struct hw_launch *launch)
{
    return sizeof(struct hw_paths) + hw_simt_stack_entries(launch) * sizeof(struct hw_simt_entry);
}

static void start_warp(struct hw_warp *warp)
{
    memset(warp->paths, 0, sizeof *warp->paths);
    hw_warp_activate(warp, warp->live);
}

uint32_t hw_paths_limited_calls(const struct hw_warp *warp)
{
    return warp->paths->limited_calls;
}

/* --- what runs next --- */

/* An instruction that joins was counted for each path that came to it, and so was a barrier: it is not
 * counted again. */
static void count_once(struct hw_warp *warp, const struct hw_simt_entry *entry)
{
    const struct hw_program *program = warp->block->program;

    if (entry->parked || (entry->kind == HW_PATH_JOIN && program->insn[warp->run_start].uop < entry->target))
        warp->run_start++;
}

static void end_warp(struct hw_warp *warp)
{
    hw_warp_activate(warp, 0);
    hw_warp_stop(warp, HW_STOP_DONE);
}

/* No lane of the path is left: pop the entry that goes on, or end the warp. */
static void run_next_path(struct hw_warp *warp, const struct hw_uop *uop)
{
    struct hw_simt_entry entry;

    while (warp->paths->depth > 0) {
        if (!hw_simt_stack_fill(warp, uop))
            return;
        uint32_t lanes = hw_simt_stack_pop(warp, &entry);
        if (lanes == 0)
            continue;
        hw_warp_activate(warp, lanes);
        /* a parked path comes to its barrier again, now without those that ended */
        hw_warp_branch(warp, uop, entry.parked ? entry.target - 1 : entry.target);
        count_once(warp, &entry);
        return;
    }
    if (warp->live != 0) {
        hw_warp_activate(warp, warp->live);
        hw_warp_fault(warp, uop, HW_FAULT_STACK_UNDERFLOW, HW_NO_LANE, NULL,
                      "the control-flow stack is empty, but lanes 0x%08x still wait to go on", warp->live);
        return;
    }
    end_warp(warp);
}

/* Remove lanes from the path; its other lanes go on. */
static void drop_lanes(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes)
{
    hw_warp_activate(warp, warp->active & ~lanes);
    if (warp->active == 0)
        run_next_path(warp, uop);
}

/* --- the interface --- */

bool hw_paths_push(struct hw_warp *warp, const struct hw_uop *uop, enum hw_path_kind kind, uint32_t index)
{
    return hw_simt_stack_push(warp, uop, kind, index, warp->active);
}

static bool suspend_lanes(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes, uint32_t index)
{
    return hw_simt_stack_push(warp, uop, HW_PATH_BRANCH, index, lanes);
}

static void split_path(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes, uint32_t index)
{
    uint32_t next = hw_warp_uop_index(warp, uop) + 1, stay = warp->active & ~lanes;
    bool index_first = index >= next;

    hw_warp_count(warp, uop);
    if (!hw_simt_stack_push(warp, uop, HW_PATH_BRANCH, index_first ? next : index,
                            index_first ? stay : lanes))
        return;
    hw_warp_activate(warp, index_first ? lanes : stay);
    if (index_first)
        hw_warp_count_and_branch(warp, uop, index);
}

/* Whether `lanes` of the path can wait for the entry on top of the stack; reports the fault when not. */
static bool can_reconverge(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes)
{
    if (!hw_simt_stack_fill(warp, uop))
        return false;
    const struct hw_simt_entry *entry = hw_simt_stack_top(warp->paths);

    if (!entry) {
        hw_warp_fault(warp, uop, HW_FAULT_STACK_UNDERFLOW, HW_NO_LANE, NULL,
                      "a join, but the control-flow stack is empty");
        return false;
    }
    if (entry->kind == HW_PATH_JOIN && (lanes & ~entry->mask) != 0) {
        hw_warp_fault(warp, uop, HW_FAULT_STACK_MISMATCH, hw_lowest_lane(lanes & ~entry->mask), NULL,
                      "lanes 0x%08x join others that were pushed without them", lanes & ~entry->mask);
        return false;
    }
    if (entry->kind != HW_PATH_BRANCH && entry->kind != HW_PATH_JOIN) {
        hw_warp_fault(warp, uop, HW_FAULT_STACK_MISMATCH, HW_NO_LANE, NULL,
                      "a join, but a %s is on top of the control-flow stack",
                      hw_simt_entry_name(entry->kind));
        return false;
    }
    return true;
}

void hw_paths_reconverge(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes)
{
    if (!can_reconverge(warp, uop, lanes))
        return;
    hw_warp_count(warp, uop);
    drop_lanes(warp, uop, lanes);
}

/* The fast path: all lanes leave, and the entry on top restores exactly these.  False: it is another case,
 * and nothing is done. */
static bool unwind_together(struct hw_warp *warp, const struct hw_uop *uop, enum hw_simt_unwound where,
                            uint32_t lanes)
{
    const struct hw_simt_entry *top = hw_simt_stack_top(warp->paths);
    struct hw_simt_entry entry;

    if (lanes != warp->active || warp->paths->spilled || !top || top->mask != lanes ||
        hw_simt_restores(top->kind) != where)
        return false;
    hw_simt_stack_pop(warp, &entry);
    hw_warp_branch(warp, uop, entry.target);
    return true;
}

bool hw_paths_unwind(struct hw_warp *warp, const struct hw_uop *uop, enum hw_path_kind kind, uint32_t lanes)
{
    const enum hw_simt_unwound where = hw_simt_restores(kind);

    if (warp->paths->restorers[where] == 0)
        return false;
    if (lanes != 0) {
        hw_warp_count(warp, uop);
        if (unwind_together(warp, uop, where, lanes))
            return true;
        warp->paths->unwound[where] |= lanes;
        drop_lanes(warp, uop, lanes);
    }
    return true;
}

static void end_lanes(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes)
{
    if (lanes == 0)
        return;
    if (warp->paths->saved_masks) {
        hw_warp_fault(warp, uop, HW_FAULT_QUADON, hw_lowest_lane(lanes), NULL,
                      "threads end while QUADON is in effect");
        return;
    }
    hw_warp_count(warp, uop);
    warp->live &= ~lanes;
    if (warp->live == 0 && warp->paths->depth == 0) /* most often */
        end_warp(warp);
    else
        drop_lanes(warp, uop, lanes);
}

void hw_paths_enable_lanes(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes)
{
    hw_warp_count(warp, uop);
    if (hw_simt_stack_push(warp, uop, HW_PATH_SAVED_MASK, hw_warp_uop_index(warp, uop) + 1, warp->active))
        hw_warp_activate(warp, lanes & warp->launched);
}

void hw_paths_restore_lanes(struct hw_warp *warp, const struct hw_uop *uop)
{
    if (!hw_simt_stack_fill(warp, uop))
        return;
    const struct hw_simt_entry *entry = hw_simt_stack_top(warp->paths);

    if (!entry || entry->kind != HW_PATH_SAVED_MASK) {
        hw_warp_fault(warp, uop, entry ? HW_FAULT_STACK_MISMATCH : HW_FAULT_STACK_UNDERFLOW, HW_NO_LANE, NULL,
                      "QUADPOP or RAM, but neither QUADON nor SAM is on top of the control-flow stack");
        return;
    }
    hw_warp_count(warp, uop);
    warp->paths->saved_masks--;
    warp->paths->depth--;
    hw_warp_activate(warp, entry->mask & warp->live);
}

/* --- barriers --- */

/* Park the lanes of the path at an index, in place of the topmost branch entry that is not parked, and run
 * the path of that entry; false: there is none. */
static bool park_path(struct hw_warp *warp, uint32_t index)
{
    struct hw_paths *paths = warp->paths;
    uint32_t above = paths->depth;

    while (above > 0 && paths->entry[above - 1].kind == HW_PATH_BRANCH && paths->entry[above - 1].parked)
        above--;
    if (above == 0 || paths->entry[above - 1].kind != HW_PATH_BRANCH)
        return false;
    struct hw_simt_entry *entry = &paths->entry[above - 1];
    uint32_t lanes = entry->mask & warp->live & ~hw_simt_unwound_lanes(paths);
    uint32_t target = entry->target;
    *entry =
        (struct hw_simt_entry){.target = index, .mask = warp->active, .kind = HW_PATH_BRANCH, .parked = true};
    hw_warp_activate(warp, lanes);
    warp->run_start = warp->block->program->insn_of[target];
    hw_warp_set_pc(warp, target);
    return true;
}

/* The paths parked at this index, down to the first entry that is another, merge with the current one. */
static void unpark_paths(struct hw_warp *warp, uint32_t index)
{
    struct hw_paths *paths = warp->paths;

    for (const struct hw_simt_entry *entry;
         (entry = hw_simt_stack_top(paths)) && entry->parked && entry->target == index;) {
        hw_warp_activate(warp, warp->active | (entry->mask & warp->live));
        paths->depth--;
    }
}

enum hw_paths_waited hw_paths_wait(struct hw_warp *warp, uint32_t index)
{
    unpark_paths(warp, index);
    if (warp->active == warp->live)
        return HW_PATHS_ALL;
    return park_path(warp, index) ? HW_PATHS_OTHER : HW_PATHS_PARTIAL;
}

static bool open_barrier(struct hw_warp *warp, unsigned barrier)
{
    const bool waits = warp->waiting == barrier + 1;

    if (waits)
        warp->waiting = 0;
    return waits;
}

/* --- the model --- */

/* One path runs until it ends or waits, whatever the warp's budget. */
static void keep_path(struct hw_warp *warp)
{
    (void)warp;
}

static void describe_nothing(const struct hw_warp *warp, char *text, size_t size)
{
    (void)warp;
    if (size)
        *text = '\0';
}

static void visit_state(const struct hw_warp *warp, void *context,
                        void (*see)(void *context, const void *piece, size_t bytes))
{
    const struct hw_paths *paths = warp->paths;

    see(context, paths, sizeof *paths);
    for (uint32_t i = 0; i < paths->depth; i++) { /* the padding of an entry is not part of it */
        const struct hw_simt_entry *entry = &paths->entry[i];
        const uint32_t words[] = {entry->target, entry->mask, entry->kind, entry->parked};
        see(context, words, sizeof words);
    }
}

const struct hw_paths_model hw_simt_stack_model = {
    .arrivals = 1,
    .bytes = stack_bytes,
    .start = start_warp,
    .split = split_path,
    .suspend = suspend_lanes,
    .end = end_lanes,
    .preempt = keep_path,
    .open = open_barrier,
    .describe = describe_nothing,
    .state = visit_state,
};
