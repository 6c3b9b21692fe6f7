/* SPDX-License-Identifier: MIT */
/* Paths as sets of lanes, as the chips from Volta on have them: each lane has its own program counter.
 *
 * The lanes of a path have one program counter and run together.  A branch splits a path; lanes of different
 * paths come together only where they wait for each other: at a convergence barrier (BSYNC), for a mask
 * (WARPSYNC), at a barrier of the block, and at a YIELD.  Paths that can go on are `ready`; the one that was
 * put aside last goes on first, so that both sides of a branch come to its end before anything else runs.
 *
 * A convergence barrier is a mask for each lane: the lanes that it waits for.  BSSY gives all lanes of a path
 * the same one.  That each lane has its own keeps two paths apart that use the same barrier at the same time.
 * Lanes that end or BREAK are waited for no longer (convergence_exited.c).  The lanes go on behind their
 * BSYNC: the target that BSSY names is not kept, for a barrier that was saved by BMOV and restored has none.
 * In compiled code it is the same target (1,033 of 1,033 barriers in 80 cubins of ptxas 11 and 12).
 *
 * When a wait is over that nobody comes to end, and what else lets lanes go on, is said in machine.h
 * ("Forward progress"); convergence_waiters.c has the rule.  Which lanes go on when several could is not
 * documented. Here
 *
 *   - the side of a branch that lies later in the program runs first, as in simt_stack.c;
 *   - a path that yields, or has used up the warp's budget, goes behind all others that are ready; when all
 *     have, a YIELD ends the budget, too, for what they wait for may be another warp's to do;
 *   - when every path that is ready has yielded or used up a budget, and PATIENCE yields later, those are let
 *     go that wait at a barrier for none but paths that have yielded; no longer do these wait for them.
 *
 * Compiled code relies on the last: for `while (atomicCAS(lock, 0, 1));` ptxas places BSSY and BSYNC around
 * a loop with a YIELD, so the lane that has the lock waits at BSYNC for those that want it.  PATIENCE keeps
 * lanes together that leave such a loop one after the other.
 *
 * All of that depends on what the block has executed and on nothing else.
 * @see NVIDIA's patent application US 2016/0019066, "Execution of divergent threads using a convergence
 *      barrier"; Abaie Shoushtary et al., "Control Flow Management in Modern GPUs" */
#include "machine/paths/its_paths.h"

#include "machine/paths/block_barrier.h"
#include "machine/paths/paths.h"
#include "machine/warp_control.h"

#define PATIENCE 64

/* --- what runs next --- */

static void run_path(struct hw_warp *warp, const struct hw_uop *uop, uint32_t at)
{
    const struct hw_its_path path = hw_its_remove(hw_its_paths(warp), at);

    hw_warp_activate(warp, path.lanes);
    hw_its_paths(warp)->chosen = true;
    hw_warp_branch(warp, uop, path.index);
    hw_its_paths(warp)->chosen = false;
}

/* Make a path that waits the active one, if only for a fault to name it: its instruction is counted. */
static void show_waiting_path(struct hw_warp *warp, const struct hw_its_path *path)
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
    show_waiting_path(warp, path);
    hw_warp_fault(warp, uop, HW_FAULT_DEADLOCK, HW_NO_LANE, NULL, "the warp cannot go on: %s", text);
}

/* The warp waits, as the path that is active does. */
static void stop_path_at_barrier(struct hw_warp *warp, unsigned barrier, uint32_t index)
{
    warp->next = index;
    warp->waiting = (uint8_t)(barrier + 1);
    hw_warp_stop(warp, HW_STOP_BARRIER);
}

/* Whether the warp waits with its only path, which is not in the list: so do most that wait. */
static bool waits_with_only_path(const struct hw_warp *warp)
{
    return warp->waiting && hw_its_paths(warp)->count == 0;
}

/* All lanes that live wait at a barrier of the block, or some do and nobody can run: the warp waits.  Lanes
 * that have ended count as arrived when all others have. */
static void stop_warp_at_barrier(struct hw_warp *warp, const struct hw_its_path *path)
{
    struct hw_its_paths *paths = hw_its_paths(warp);
    const unsigned barrier = path->number;
    const uint32_t lanes = hw_its_lanes_at(warp, barrier);

    show_waiting_path(warp, path);
    stop_path_at_barrier(warp, barrier, path->index);
    if (lanes == warp->live && !(paths->counted_all >> barrier & 1)) {
        paths->counted_all |= 1u << barrier;
        hw_barrier_add(warp->block, barrier, HW_LANES - hw_lane_count(lanes));
    }
}

/* Whether one can go on; it does. */
static bool run_ready(struct hw_warp *warp, const struct hw_uop *uop)
{
    uint32_t at;
    const bool found = hw_its_find_ready(hw_its_paths(warp), false, &at);

    if (found)
        run_path(warp, uop, at);
    return found;
}

/* No lanes are left on the path. */
static void run_next_path(struct hw_warp *warp, const struct hw_uop *uop)
{
    const struct hw_its_paths *paths = hw_its_paths(warp);

    if (run_ready(warp, uop) || (hw_its_break_cycle(warp) && run_ready(warp, uop)))
        return;
    for (uint32_t at = paths->count; at-- > 0;)
        if (paths->path[at].waits == HW_ITS_AT_BLOCK) {
            stop_warp_at_barrier(warp, &paths->path[at]);
            return;
        }
    if (warp->live) {
        report_deadlock(warp);
        return;
    }
    hw_warp_activate(warp, 0);
    hw_warp_stop(warp, HW_STOP_DONE);
}

/* A path waits; it joins one that waits at the same index for the same lanes. */
static void enqueue_waiting(const struct hw_warp *warp, struct hw_its_path path)
{
    struct hw_its_paths *paths = hw_its_paths(warp);
    const uint32_t mask = path.mask & warp->live;

    for (struct hw_its_path *other = paths->path; other < paths->path + paths->count; other++)
        if (other->index == path.index && other->waits == path.waits && other->number == path.number &&
            hw_its_awaited(warp, other) == mask) {
            other->lanes |= path.lanes;
            return;
        }
    hw_its_push(paths, path);
}

/* Lanes of the path wait: each group of those that wait for the same ones is a path of its own. */
static void wait_for_lanes(struct hw_warp *warp, const struct hw_uop *uop, struct hw_its_path as,
                           const uint32_t *masks, uint32_t lanes)
{
    for (uint32_t remaining = lanes; remaining;) {
        const uint32_t mask = masks[hw_lowest_lane(remaining)];
        as.lanes = 0;
        for (unsigned lane = 0; lane < HW_LANES; lane++)
            as.lanes |= (uint32_t)(masks[lane] == mask) << lane;
        as.lanes &= remaining;
        as.mask = mask;
        enqueue_waiting(warp, as);
        remaining &= ~as.lanes;
    }
    hw_warp_activate(warp, warp->active & ~lanes);
    hw_its_resolve(warp);
    if (warp->active == 0)
        run_next_path(warp, uop);
}

/* --- convergence barriers and masks --- */

void hw_convergence_wait(struct hw_warp *warp, const struct hw_uop *uop, unsigned number, uint32_t lanes)
{
    const uint32_t *masks = hw_convergence_masks(warp, number);

    if (hw_its_all_arrived(warp, masks, lanes))
        return;
    hw_warp_count(warp, uop);
    wait_for_lanes(warp, uop,
                   (struct hw_its_path){.index = hw_warp_uop_index(warp, uop) + 1,
                                        .waits = HW_ITS_AT_BARRIER,
                                        .number = (uint8_t)number},
                   masks, lanes);
}

/* Whether a path of these lanes is what each of them waits for. */
static bool is_exactly(const struct hw_warp *warp, const uint32_t *masks, uint32_t lanes)
{
    uint32_t same = 0;

    for (unsigned lane = 0; lane < HW_LANES; lane++)
        same |= (uint32_t)((masks[lane] & warp->live) == warp->active) << lane;
    return lanes == warp->active && !(lanes & ~same);
}

void hw_its_sync(struct hw_warp *warp, const struct hw_uop *uop, const uint32_t *masks, uint32_t lanes,
                 bool exclusive)
{
    if (exclusive ? is_exactly(warp, masks, lanes) : hw_its_all_arrived(warp, masks, lanes))
        return;
    hw_warp_count(warp, uop);
    wait_for_lanes(warp, uop,
                   (struct hw_its_path){.index = hw_warp_uop_index(warp, uop) + 1, .waits = HW_ITS_AT_MASK},
                   masks, lanes);
}

/* The path goes behind all others that are ready, and joins one that has yielded at the same index. */
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

/* --- barriers of the block --- */

uint32_t hw_its_lanes_at(const struct hw_warp *warp, unsigned barrier)
{
    const struct hw_its_paths *paths = hw_its_paths(warp);
    uint32_t lanes = 0;

    if (waits_with_only_path(warp))
        return warp->waiting == barrier + 1 ? warp->active : 0;
    for (uint32_t i = 0; i < paths->count; i++)
        if (paths->path[i].waits == HW_ITS_AT_BLOCK && paths->path[i].number == barrier)
            lanes |= paths->path[i].lanes;
    return lanes;
}

void hw_its_wait_at_block_barrier(struct hw_warp *warp, const struct hw_uop *uop, unsigned barrier,
                                  uint32_t lanes, bool counted_all)
{
    struct hw_its_paths *paths = hw_its_paths(warp);
    const uint32_t next = hw_warp_uop_index(warp, uop) + 1;

    if (paths->count == 0 && lanes == warp->active) {
        stop_path_at_barrier(warp, barrier, next);
        return;
    }
    paths->counted_all |= (uint32_t)counted_all << barrier;
    hw_its_push(paths,
                (struct hw_its_path){
                    .lanes = lanes, .index = next, .waits = HW_ITS_AT_BLOCK, .number = (uint8_t)barrier});
    hw_warp_activate(warp, warp->active & ~lanes);
    if (warp->active == 0)
        run_next_path(warp, uop);
}

static bool open_barrier(struct hw_warp *warp, unsigned barrier)
{
    struct hw_its_paths *paths = hw_its_paths(warp);
    const uint32_t lanes = hw_its_lanes_at(warp, barrier);
    uint32_t at;

    if (lanes == 0)
        return false;
    if (waits_with_only_path(warp)) {
        warp->waiting = 0;
        return true;
    }
    paths->counted_all &= ~(1u << barrier);
    hw_its_release(paths, lanes);
    if (warp->waiting && hw_its_find_ready(paths, false, &at)) {
        const struct hw_its_path path = hw_its_remove(paths, at);
        warp->waiting = 0;
        hw_warp_activate(warp, path.lanes);
        warp->run_start = warp->block->program->insn_of[path.index];
        warp->next = path.index;
    }
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
    paths->saved_count = paths->exited_count = paths->count = 0;
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
        run_next_path(warp, uop);
}

/* The budget behind a barrier is a short one; it is no turn of a path. */
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
    warp->run_start = warp->block->program->insn_of[path.index];
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
    .open = open_barrier,
    .describe = hw_its_describe,
    .state = hw_its_state,
};
