/* SPDX-License-Identifier: MIT */
/* Lanes with independent thread scheduling wait at a barrier of the block (BAR).
 *
 * Most often the warp has one path, and all of it waits: then the list stays empty and warp->waiting
 * says where it waits.  Else the lanes that wait are paths of the list, and the warp stops when no other path
 * can run. */
#include "machine/paths/its_paths.h"

#include "machine/paths/block_barrier.h"
#include "machine/warp_control.h"

/* The warp stops at a barrier, as its active path does, and goes on at `index`. */
static void stop_active_path(struct hw_warp *warp, unsigned barrier, uint32_t index)
{
    warp->next = index;
    warp->waiting = (uint8_t)(barrier + 1);
    hw_warp_stop(warp, HW_STOP_BARRIER);
}

void hw_its_stop_at_barrier(struct hw_warp *warp, const struct hw_its_path *path)
{
    struct hw_its_paths *paths = hw_its_paths(warp);
    const unsigned barrier = path->number;
    const uint32_t lanes = hw_its_lanes_at(warp, barrier);

    hw_its_show_waiting(warp, path);
    stop_active_path(warp, barrier, path->index);
    if (lanes == warp->live && !(paths->counted_all >> barrier & 1)) {
        paths->counted_all |= 1u << barrier;
        hw_barrier_add(warp->block, barrier, HW_LANES - hw_lane_count(lanes));
    }
}

uint32_t hw_its_lanes_at(const struct hw_warp *warp, unsigned barrier)
{
    const struct hw_its_paths *paths = hw_its_paths(warp);
    uint32_t lanes = 0;

    if (hw_its_waits_with_only_path(warp))
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
        stop_active_path(warp, barrier, next);
        return;
    }
    paths->counted_all |= (uint32_t)counted_all << barrier;
    hw_its_push(paths,
                (struct hw_its_path){
                    .lanes = lanes, .index = next, .waits = HW_ITS_AT_BLOCK, .number = (uint8_t)barrier});
    hw_warp_activate(warp, warp->active & ~lanes);
    if (warp->active == 0)
        hw_its_run_next(warp, uop);
}

bool hw_its_open_barrier(struct hw_warp *warp, unsigned barrier)
{
    struct hw_its_paths *paths = hw_its_paths(warp);
    uint32_t at;

    if (hw_its_waits_with_only_path(warp))
        return hw_its_open(warp, barrier);
    const uint32_t lanes = hw_its_lanes_at(warp, barrier);
    if (lanes == 0)
        return false;
    paths->counted_all &= ~(1u << barrier);
    hw_its_release(paths, lanes);
    if (warp->waiting && hw_its_find_ready(paths, false, &at)) {
        const struct hw_its_path path = hw_its_remove(paths, at);
        warp->waiting = 0;
        hw_warp_activate(warp, path.lanes);
        warp->run_start = hw_its_uncounted(warp, &path);
        warp->next = path.index;
    }
    return true;
}
