/* SPDX-License-Identifier: MIT */
/* The masks of convergence barriers, one for each lane: BSSY sets them, BREAK and BMOV change them. */
#include "machine/paths/lane_paths.h"
#include "machine/put_lanes.h"

#include <string.h>

uint32_t *hw_lanes_barrier(struct hw_warp *warp, unsigned number)
{
    struct hw_lane_paths *paths = hw_lane_paths(warp);

    if (!(paths->used >> number & 1)) {
        memset(paths->joins[number], 0, sizeof paths->joins[number]);
        paths->saved[number] = 0;
    }
    paths->used |= 1u << number;
    return paths->joins[number];
}

void hw_lanes_enter(struct hw_warp *warp, unsigned number, uint32_t path, uint32_t lanes)
{
    uint32_t *masks = hw_lanes_barrier(warp, number);

    hw_put_word_in(masks, lanes, lanes);
    if (path & ~lanes)
        hw_put_word_in(masks, 0, path & ~lanes);
    hw_lane_paths(warp)->saved[number] &= ~lanes;
}

void hw_lanes_restore(struct hw_warp *warp, unsigned number, const uint32_t *saved, uint32_t lanes)
{
    uint32_t *masks = hw_lanes_barrier(warp, number);

    hw_put_lanes(masks, saved, lanes);
    hw_lane_paths(warp)->saved[number] |= lanes;
    hw_lane_without_left(hw_lane_paths(warp), number, masks, lanes);
}

void hw_lanes_leave(struct hw_warp *warp, unsigned number, uint32_t lanes)
{
    uint32_t *masks = hw_lanes_barrier(warp, number);
    uint32_t others = 0;

    for (unsigned lane = 0; lane < HW_LANES; lane++)
        if (lanes >> lane & 1) {
            others |= masks[lane];
            masks[lane] = 0;
        }
    hw_lane_leave(hw_lane_paths(warp), number, lanes, others & warp->live & ~lanes);
    hw_lane_settle(warp);
}
