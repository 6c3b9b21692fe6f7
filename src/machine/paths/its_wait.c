/* SPDX-License-Identifier: MIT */
/* Lanes wait for other lanes of their warp: at a convergence barrier (BSYNC) and for a mask (WARPSYNC).
 *
 * convergence_waiters.c says when such a wait is over, its.c what runs meanwhile. */
#include "machine/paths/its_paths.h"

#include "machine/lane_writes.h"
#include "machine/warp_control.h"

/* A path that waits enters the list, or merges with one that waits at the same index for the same lanes. */
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

/* Lanes of the path have been enqueued: the others go on, or what else can. */
static void stop_waiting_lanes(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes)
{
    hw_warp_activate(warp, warp->active & ~lanes);
    hw_its_resolve(warp);
    if (warp->active == 0)
        hw_its_run_next(warp, uop);
}

/* The lanes that wait for the same lanes wait as one path. */
void hw_convergence_wait(struct hw_warp *warp, const struct hw_uop *uop, unsigned number, uint32_t lanes)
{
    const struct hw_convergence_barrier *barrier = hw_its_use_barrier(hw_its_paths(warp), number);
    const uint32_t others = warp->live & ~lanes;
    struct hw_its_path path = {
        .index = hw_warp_uop_index(warp, uop) + 1, .waits = HW_ITS_AT_BARRIER, .number = (uint8_t)number};

    if (!others || !(hw_masks_of(barrier, lanes) & others))
        return;
    hw_warp_count(warp, uop);
    for (uint32_t remaining = lanes; remaining; remaining &= ~path.lanes) {
        path.mask = hw_group_of_lane(barrier, hw_lowest_lane(remaining)).mask;
        path.lanes = hw_lanes_of_group(barrier, remaining, HW_GROUP_MASK, path.mask);
        enqueue_waiting(warp, path);
    }
    stop_waiting_lanes(warp, uop, lanes);
}

/* Whether `lanes` are the running path, and each of them waits for exactly that path. */
static bool is_exactly(const struct hw_warp *warp, const uint32_t *masks, uint32_t lanes)
{
    uint32_t same = 0;

    for (unsigned lane = 0; lane < HW_LANES; lane++)
        same |= (uint32_t)((masks[lane] & warp->live) == warp->active) << lane;
    return lanes == warp->active && !(lanes & ~same);
}

/* The lanes wait for those of their masks. */
static void wait_for_masks(struct hw_warp *warp, const struct hw_uop *uop, const uint32_t *masks,
                           uint32_t lanes, bool collective)
{
    struct hw_its_path path = {
        .index = hw_warp_uop_index(warp, uop) + 1, .waits = HW_ITS_AT_MASK, .number = collective};

    hw_warp_count(warp, uop);
    for (uint32_t remaining = lanes; remaining; remaining &= ~path.lanes) {
        path.mask = masks[hw_lowest_lane(remaining)];
        path.lanes = hw_lanes_with_word(masks, path.mask) & remaining;
        enqueue_waiting(warp, path);
    }
    stop_waiting_lanes(warp, uop, lanes);
}

/* Whether no lane of the masks is elsewhere. */
static bool are_together(const struct hw_warp *warp, const uint32_t *masks, uint32_t lanes)
{
    const uint32_t others = warp->live & ~lanes;

    return !others || !(hw_or_lanes(masks, lanes) & others);
}

void hw_its_sync(struct hw_warp *warp, const struct hw_uop *uop, const uint32_t *masks, uint32_t lanes,
                 bool exclusive)
{
    if (exclusive ? !is_exactly(warp, masks, lanes) : !are_together(warp, masks, lanes))
        wait_for_masks(warp, uop, masks, lanes, false);
}

void hw_its_gather(struct hw_warp *warp, const struct hw_uop *uop, const uint32_t *masks, uint32_t lanes,
                   uint32_t leave_at)
{
    struct hw_its_paths *paths = hw_its_paths(warp);

    for (uint32_t left = lanes; left; left &= left - 1)
        paths->leave_at[hw_lowest_lane(left)] = leave_at;
    paths->collective |= lanes;
    if (!is_exactly(warp, masks, lanes))
        wait_for_masks(warp, uop, masks, lanes, true);
}

void hw_its_scatter(struct hw_warp *warp, const struct hw_uop *uop, uint32_t lanes)
{
    struct hw_its_paths *paths = hw_its_paths(warp);

    paths->collective &= ~lanes;
    while (lanes) {
        const uint32_t index = paths->leave_at[hw_lowest_lane(lanes)],
                       same = lanes & hw_lanes_with_word(paths->leave_at, index);

        lanes &= ~same;
        if (same == warp->active) {
            hw_warp_count_and_branch(warp, uop, index);
            return;
        }
        hw_its_push(paths, (struct hw_its_path){.lanes = same, .index = index});
        hw_warp_activate(warp, warp->active & ~same);
    }
}
