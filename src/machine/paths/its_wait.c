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

/* `lanes` of the path wait.  Those that wait for the same lanes become one path; `as` says where it waits. */
static void wait_for_lanes(struct hw_warp *warp, const struct hw_uop *uop, struct hw_its_path as,
                           const uint32_t *masks, uint32_t lanes)
{
    for (uint32_t remaining = lanes; remaining;) {
        const uint32_t mask = masks[hw_lowest_lane(remaining)];
        as.lanes = hw_lanes_with_word(masks, mask) & remaining;
        as.mask = mask;
        enqueue_waiting(warp, as);
        remaining &= ~as.lanes;
    }
    hw_warp_activate(warp, warp->active & ~lanes);
    hw_its_resolve(warp);
    if (warp->active == 0)
        hw_its_run_next(warp, uop);
}

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

/* Whether `lanes` are the running path, and each of them waits for exactly that path. */
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
