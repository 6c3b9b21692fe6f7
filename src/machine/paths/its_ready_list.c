/* SPDX-License-Identifier: MIT */
/* The ready list of independent thread scheduling: the warp splits that do not run, ready or waiting. */
#include "machine/paths/its_paths.h"

#include <string.h>

void hw_its_insert(struct hw_its_paths *paths, uint32_t at, struct hw_its_path path)
{
    memmove(&paths->path[at + 1], &paths->path[at], (paths->count - at) * sizeof path);
    paths->path[at] = path;
    paths->count++;
}

void hw_its_push(struct hw_its_paths *paths, struct hw_its_path path)
{
    hw_its_insert(paths, paths->count, path);
}

struct hw_its_path hw_its_remove(struct hw_its_paths *paths, uint32_t at)
{
    const struct hw_its_path path = paths->path[at];

    paths->count--;
    memmove(&paths->path[at], &paths->path[at + 1], (paths->count - at) * sizeof path);
    return path;
}

bool hw_its_find_ready(const struct hw_its_paths *paths, bool fresh, uint32_t *at)
{
    for (*at = paths->count; (*at)-- > 0;)
        if (paths->path[*at].waits == HW_ITS_READY && !(fresh && paths->path[*at].rests != HW_RESTS_FRESH))
            return true;
    return false;
}

/* Lanes that go on as one do so where one of them would. */
static void gather_paths(struct hw_its_paths *paths, uint32_t lanes)
{
    const struct hw_its_path *first = NULL;

    for (struct hw_its_path *path = paths->path; path < paths->path + paths->count; path++)
        if (path->lanes & lanes && path->waits == HW_ITS_AT_MASK && path->number) {
            first = first ? first : path;
            path->index = first->index;
        }
}

void hw_its_release(struct hw_its_paths *paths, uint32_t lanes)
{
    gather_paths(paths, lanes);
    const uint32_t old = paths->count;
    uint32_t at = 0;

    for (uint32_t i = 0; i < old; i++) {
        if (!(paths->path[at].lanes & lanes)) {
            at++;
            continue;
        }
        const struct hw_its_path path = hw_its_remove(paths, at);
        uint32_t same = old - 1 - i + at; /* the released paths stand behind those not visited yet */
        while (same < paths->count && paths->path[same].index != path.index)
            same++;
        if (same < paths->count)
            paths->path[same].lanes |= path.lanes;
        else
            hw_its_push(paths, (struct hw_its_path){.lanes = path.lanes, .index = path.index});
    }
}
