/* SPDX-License-Identifier: MIT */
/* The list of paths that do not run: see lane_paths.h. */
#include "machine/paths/lane_paths.h"

#include <string.h>

void hw_lane_put(struct hw_lane_paths *paths, uint32_t at, struct hw_lane_path path)
{
    memmove(&paths->path[at + 1], &paths->path[at], (paths->count - at) * sizeof path);
    paths->path[at] = path;
    paths->count++;
}

void hw_lane_put_last(struct hw_lane_paths *paths, struct hw_lane_path path)
{
    hw_lane_put(paths, paths->count, path);
}

struct hw_lane_path hw_lane_take(struct hw_lane_paths *paths, uint32_t at)
{
    const struct hw_lane_path path = paths->path[at];

    paths->count--;
    memmove(&paths->path[at], &paths->path[at + 1], (paths->count - at) * sizeof path);
    return path;
}

bool hw_lane_find(const struct hw_lane_paths *paths, bool fresh, uint32_t *at)
{
    for (*at = paths->count; (*at)-- > 0;)
        if (paths->path[*at].waits == HW_LANE_READY && !(fresh && paths->path[*at].rests != HW_RESTS_FRESH))
            return true;
    return false;
}

void hw_lane_let_go(struct hw_lane_paths *paths, uint32_t lanes)
{
    const uint32_t old = paths->count;
    uint32_t at = 0;

    for (uint32_t i = 0; i < old; i++) {
        if (!(paths->path[at].lanes & lanes)) {
            at++;
            continue;
        }
        const struct hw_lane_path path = hw_lane_take(paths, at);
        uint32_t same = old - 1 - i + at; /* behind those that have not been looked at */
        while (same < paths->count && paths->path[same].place != path.place)
            same++;
        if (same < paths->count)
            paths->path[same].lanes |= path.lanes;
        else
            hw_lane_put_last(paths, (struct hw_lane_path){.lanes = path.lanes, .place = path.place});
    }
}
