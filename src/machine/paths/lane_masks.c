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
        memset(paths->region[number], 0, sizeof paths->region[number]);
    }
    paths->used |= 1u << number;
    return paths->joins[number];
}

void hw_lanes_enter(struct hw_warp *warp, unsigned number, uint32_t path, uint32_t lanes)
{
    struct hw_lane_paths *paths = hw_lane_paths(warp);
    uint32_t *masks = hw_lanes_barrier(warp, number);

    paths->regions++;
    hw_put_word_in(masks, lanes, lanes);
    hw_put_word_in(paths->region[number], paths->regions, lanes);
    if (path & ~lanes) {
        hw_put_word_in(masks, 0, path & ~lanes);
        hw_put_word_in(paths->region[number], 0, path & ~lanes);
    }
}

void hw_lanes_save(struct hw_warp *warp, unsigned number, uint32_t *reg, uint32_t lanes, bool clear)
{
    uint32_t *masks = hw_lanes_barrier(warp, number);

    hw_put_lanes(reg, masks, lanes);
    hw_lane_save(hw_lane_paths(warp), number, lanes);
    if (!clear)
        return;
    hw_put_word_in(masks, 0, lanes);
    hw_put_word_in(hw_lane_paths(warp)->region[number], 0, lanes);
}

void hw_lanes_restore(struct hw_warp *warp, unsigned number, const uint32_t *saved, uint32_t lanes)
{
    hw_put_lanes(hw_lanes_barrier(warp, number), saved, lanes);
    hw_lane_restore(hw_lane_paths(warp), number, lanes);
}

void hw_lanes_leave(struct hw_warp *warp, unsigned number, uint32_t lanes)
{
    uint32_t *masks = hw_lanes_barrier(warp, number);

    hw_lane_leave(hw_lane_paths(warp), number, lanes);
    hw_put_word_in(masks, 0, lanes);
    hw_put_word_in(hw_lane_paths(warp)->region[number], 0, lanes);
    hw_lane_settle(warp);
}
