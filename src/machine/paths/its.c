/* SPDX-License-Identifier: MIT */
/* Independent thread scheduling (ITS): each lane has its own program counter, as on the chips from Volta on.
 *
 * A path (a warp split) is a set of lanes that have one program counter and run together.  One path of a warp
 * runs; all others are in the list of struct hw_its_paths.  Paths merge only where their lanes wait for each
 * other (BSYNC, WARPSYNC, a barrier of the block) and at a YIELD.  A lane's states, and the functions that
 * change them:
 *
 *              a branch (split_path, suspend_lanes), YIELD (hw_its_yield), end of the budget (preempt_path)
 *         +--------------------------------------------------------------------------------------------+
 *         |                                                                                            v
 *      RUNNING <------------------- hw_its_run_next, hw_its_yield, preempt_path ------------------- READY
 *      | | | |                                                                                        ^
 *      | | | +- BSYNC (hw_convergence_wait) ----------> AT_BARRIER ---+  hw_its_resolve,              |
 *      | | |                                                          |  hw_its_release_waiting, -----+
 *      | | +--- WARPSYNC (hw_its_sync) ---------------> AT_MASK ------+  hw_its_break_cycle           |
 *      | +----- BAR (hw_its_wait_at_block_barrier) ---> AT_BLOCK ----- hw_its_open_barrier -----------+
 *      +------- EXIT (end_lanes) ---------------------> not in warp->live
 *
 * A wait ends in one of three ways.  hw_its_resolve: each lane that is waited for has come, has ended or has
 * left by BREAK.  hw_its_release_waiting: a livelock, see below.  hw_its_break_cycle: a deadlock that a
 * lenient launch resolves (machine.h, "Forward progress").
 *
 * The calls run one way: the instructions (convergence.c, control_flow.c, block_barrier.c) call the waits
 * (its_wait.c, its_block_barrier.c) and the masks (convergence_masks.c, which calls convergence_exited.c).
 * These call hw_its_run_next here when no lane of the path is left, and all change the list by
 * its_ready_list.c and ask convergence_waiters.c which waits are over.
 *
 * A convergence barrier is a mask for each lane: the lanes that it waits for.  BSSY gives all lanes of a path
 * the same mask.  Each lane has a mask of its own so that two paths can use one barrier at the same time. The
 * lanes go on behind their BSYNC.  The target that BSSY names is not recorded, for a barrier that was saved
 * by BMOV and restored has none.  In compiled code it is the same target (1,033 of 1,033 barriers in 80
 * cubins of ptxas 11 and 12).
 *
 * Which lanes go on when several could is not documented.  Here
 *
 *   - the path that was suspended last goes on first, so that both sides of a branch come to its end before
 *     anything else runs; of the two sides the one that lies later in the program runs first, as in
 *     simt_stack.c;
 *   - a path that yields, or has used up the warp's budget, goes behind all others that are ready; when all
 *     have, a YIELD ends the budget, too, for another warp may have to act first;
 *   - when every ready path has yielded or used up a budget, and PATIENCE yields later, the lanes are
 *     released that wait at a barrier only for paths that have yielded; those no longer wait for the
 *     released ones.
 *
 * Compiled code relies on the last: for `while (atomicCAS(lock, 0, 1));` ptxas puts BSSY and BSYNC around
 * a loop with a YIELD, so the lane that has the lock waits at BSYNC for those that want it (a livelock).
 * PATIENCE keeps lanes together that leave such a loop one after the other.
 *
 * All of that depends on what the block has executed and on nothing else.
 * @see NVIDIA's patent application US 2016/0019066, "Execution of divergent threads using a convergence
 *      barrier"; Abaie Shoushtary et al., "Control Flow Management in Modern GPUs" */
#include "machine/paths/its_paths.h"

#include "machine/paths/paths.h"
#include "machine/warp_control.h"

#define PATIENCE 64

/* --- what runs next --- */

/* The path at `at` of the list goes on. */
static void run_path(struct hw_warp *warp, const struct hw_uop *uop, uint32_t at)
{
    const struct hw_its_path path = hw_its_remove(hw_its_paths(warp), at);

    hw_warp_activate(warp, path.lanes);
    hw_its_paths(warp)->chosen = true;
    hw_warp_branch(warp, uop, path.index);
    warp->run_start = hw_its_uncounted(warp, &path);
    hw_its_paths(warp)->chosen = false;
}

void hw_its_show_waiting(struct hw_warp *warp, const struct hw_its_path *path)
{
    hw_warp_activate(warp, path->lanes);
    warp->run_start = warp->block->program->insn_of[path->index - 1] + 1;
}

/* No lane of the warp can go on, and no barrier of the block will open for any. */
static void report_deadlock(struct hw_warp *warp)
{
    const struct hw_its_path *path = &hw_its_paths(warp)->path[0];
    const struct hw_uop *uop = warp->block->program->uop + path->index - 1;
    char text[200];

    hw_its_describe(warp, text, sizeof text);
    hw_its_show_waiting(warp, path);
    hw_warp_fault(warp, uop, HW_FAULT_DEADLOCK, HW_NO_LANE, NULL, "the warp cannot go on: %s", text);
}

/* The next ready path goes on; false: there is none. */
static bool run_ready(struct hw_warp *warp, const struct hw_uop *uop)
{
    uint32_t at;
    const bool found = hw_its_find_ready(hw_its_paths(warp), false, &at);

    if (found)
        run_path(warp, uop, at);
    return found;
}

void hw_its_run_next(struct hw_warp *warp, const struct hw_uop *uop)
{
    const struct hw_its_paths *paths = hw_its_paths(warp);

    if (run_ready(warp, uop) || (hw_its_break_cycle(warp) && run_ready(warp, uop)))
        return;
    for (uint32_t at = paths->count; at-- > 0;)
        if (paths->path[at].waits == HW_ITS_AT_BLOCK) {
            hw_its_stop_at_barrier(warp, &paths->path[at]);
            return;
        }
    if (warp->live) {
        report_deadlock(warp);
        return;
    }
    hw_warp_activate(warp, 0);
    hw_warp_stop(warp, HW_STOP_DONE);
}

/* The path becomes the last of the ready ones, and takes in one that has yielded at the same index. */
static void requeue_last(struct hw_its_paths *paths, struct hw_its_path path)
{
    for (uint32_t i = 0; path.rests == HW_RESTS_YIELDED && i < paths->count; i++)
        if (paths->path[i].waits == HW_ITS_READY && paths->path[i].rests == HW_RESTS_YIELDED &&
            paths->path[i].index == path.index) {
            path.lanes |= paths->path[i].lanes;
            hw_its_remove(paths, i);
            break;
        }
    hw_its_insert(paths, 0, path);
}

bool hw_its_yield(struct hw_warp *warp, const struct hw_uop *uop)
{
    struct hw_its_paths *paths = hw_its_paths(warp);
    uint32_t at;

    if (paths->count == 0)
        return false;
    if (!hw_its_find_ready(paths, true, &at) && hw_its_any_waits(paths)) {
        paths->yields += paths->yields < PATIENCE;
        if (paths->yields == PATIENCE && hw_its_release_waiting(warp))
            paths->yields = 0;
    }
    if (!hw_its_find_ready(paths, false, &at))
        return false;
    hw_warp_count(warp, uop);
    requeue_last(paths, (struct hw_its_path){.lanes = warp->active,
                                             .index = hw_warp_uop_index(warp, uop) + 1,
                                             .rests = HW_RESTS_YIELDED});
    if (!hw_its_find_ready(paths, true, &at)) {
        hw_its_find_ready(paths, false, &at);
        warp->budget = 0;
    }
    run_path(warp, uop, at);
    return true;
}

/* --- the model --- */

static size_t paths_bytes(const struct hw_launch *launch)
{
    (void)launch;
    return sizeof(struct hw_its_paths);
}

static void start_warp(struct hw_warp *warp)
{
    struct hw_its_paths *paths = hw_its_paths(warp);

    paths->used = paths->regions = paths->counted_all = paths->yields = 0;
    paths->saved_count = paths->exited_count = paths->count = paths->collective = 0;
    paths->chosen = false;
    hw_warp_activate(warp, warp->live);
}

static bool suspend_lanes(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes, uint32_t index)
{
    (void)uop;
    hw_its_push(hw_its_paths(warp), (struct hw_its_path){.lanes = lanes, .index = index});
    return true;
}

static void split_path(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes, uint32_t index)
{
    const uint32_t next = hw_warp_uop_index(warp, uop) + 1, stay = warp->active & ~lanes;
    const bool index_first = index >= next;

    hw_warp_count(warp, uop);
    suspend_lanes(warp, uop, index_first ? stay : lanes, index_first ? next : index);
    hw_warp_activate(warp, index_first ? lanes : stay);
    if (index_first)
        hw_warp_count_and_branch(warp, uop, index);
}

static void end_lanes(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes)
{
    if (lanes == 0)
        return;
    hw_warp_count(warp, uop);
    warp->live &= ~lanes;
    hw_warp_activate(warp, warp->active & ~lanes);
    if (hw_its_paths(warp)->count)
        hw_its_resolve(warp);
    if (warp->active == 0)
        hw_its_run_next(warp, uop);
}

/* The budget after a barrier of the block is a short one, which does not count as a budget of the path. */
static void preempt_path(struct hw_warp *warp)
{
    struct hw_its_paths *paths = hw_its_paths(warp);
    uint32_t at;

    if (warp->after_barrier || paths->chosen || !hw_its_find_ready(paths, false, &at))
        return;
    requeue_last(paths,
                 (struct hw_its_path){.lanes = warp->active, .index = warp->next, .rests = HW_RESTS_RAN});
    const struct hw_its_path path = hw_its_remove(paths, at + 1);
    hw_warp_activate(warp, path.lanes);
    warp->run_start = hw_its_uncounted(warp, &path);
    warp->next = path.index;
}

const struct hw_paths_model hw_its_model = {
    .arrivals = HW_LANES,
    .bytes = paths_bytes,
    .start = start_warp,
    .split = split_path,
    .suspend = suspend_lanes,
    .end = end_lanes,
    .preempt = preempt_path,
    .open = hw_its_open_barrier,
    .describe = hw_its_describe,
    .state = hw_its_state,
};
