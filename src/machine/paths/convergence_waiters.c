/* SPDX-License-Identifier: MIT */
/* Convergence-barrier waiters: which lanes of the warp wait for which others, and whose wait is over. */
#include "machine/paths/its_paths.h"

#include "machine/lane_writes.h"
#include "machine/program.h"

#include <stdio.h>

uint32_t hw_its_awaited(const struct hw_warp *warp, const struct hw_its_path *path)
{
    const uint32_t mask = path->waits == HW_ITS_AT_BARRIER
                              ? hw_its_paths(warp)->joins[path->number][hw_lowest_lane(path->lanes)]
                              : path->mask;

    return mask & warp->live;
}

/* The region of the barrier that a path waits at. */
static uint32_t region_of(const struct hw_warp *warp, const struct hw_its_path *path)
{
    return hw_its_paths(warp)->region[path->number][hw_lowest_lane(path->lanes)];
}

/* Whether two paths wait for each other: in one region, each for lanes of the other; or at WARPSYNC, for the
 * same mask. */
static bool wait_together(const struct hw_warp *warp, const struct hw_its_path *a,
                          const struct hw_its_path *b)
{
    if (a->waits != b->waits || a->number != b->number)
        return false;
    if (a->waits == HW_ITS_AT_MASK)
        return hw_its_awaited(warp, a) == hw_its_awaited(warp, b);
    return region_of(warp, a) == region_of(warp, b) && hw_its_awaited(warp, a) & b->lanes &&
           hw_its_awaited(warp, b) & a->lanes;
}

/* A path's lanes, and the lanes of the paths that it waits together with. */
static uint32_t arrived_lanes(const struct hw_warp *warp, const struct hw_its_path *path)
{
    const struct hw_its_paths *paths = hw_its_paths(warp);
    uint32_t lanes = path->lanes;

    for (const struct hw_its_path *other = paths->path; other < paths->path + paths->count; other++)
        if (wait_together(warp, path, other))
            lanes |= other->lanes;
    return lanes;
}

bool hw_its_all_arrived(const struct hw_warp *warp, const uint32_t *masks, uint32_t lanes)
{
    const uint32_t others = warp->live & ~lanes;

    return !others || !(hw_or_lanes(masks, lanes) & others);
}

void hw_its_resolve(struct hw_warp *warp)
{
    struct hw_its_paths *paths = hw_its_paths(warp);

    for (uint32_t i = 0; i < paths->count;) {
        const struct hw_its_path *path = &paths->path[i];
        const bool waits = path->waits == HW_ITS_AT_BARRIER || path->waits == HW_ITS_AT_MASK;
        const uint32_t lanes = waits ? arrived_lanes(warp, path) : 0;
        if (waits && !(hw_its_awaited(warp, path) & ~lanes)) {
            hw_its_release(paths, lanes);
            i = 0;
        } else {
            i++;
        }
    }
}

bool hw_its_any_waits(const struct hw_its_paths *paths)
{
    for (uint32_t i = 0; i < paths->count; i++)
        if (paths->path[i].waits == HW_ITS_AT_BARRIER)
            return true;
    return false;
}

bool hw_its_release_waiting(struct hw_warp *warp)
{
    struct hw_its_paths *paths = hw_its_paths(warp);
    uint32_t yielded = warp->active;
    bool any = false;

    for (uint32_t i = 0; i < paths->count; i++)
        if (paths->path[i].waits == HW_ITS_READY && paths->path[i].rests == HW_RESTS_YIELDED)
            yielded |= paths->path[i].lanes;
    for (uint32_t i = 0; i < paths->count;) {
        const struct hw_its_path path = paths->path[i++];
        if (path.waits != HW_ITS_AT_BARRIER)
            continue;
        const uint32_t lanes = arrived_lanes(warp, &path), missing = hw_its_awaited(warp, &path) & ~lanes;
        if (missing & ~yielded)
            continue;
        hw_exited_lanes_note(paths, path.number, lanes);
        hw_its_release(paths, lanes);
        i = 0;
        any = true;
    }
    return any;
}

/* The lanes of the warp that have to arrive before a path goes on.  A barrier of the block that counts only
 * some threads may open without lanes of this warp. */
static uint32_t missing_lanes(const struct hw_warp *warp, const struct hw_its_path *path)
{
    switch (path->waits) {
    case HW_ITS_AT_BARRIER:
    case HW_ITS_AT_MASK: return hw_its_awaited(warp, path) & ~arrived_lanes(warp, path);
    case HW_ITS_AT_BLOCK:
        return warp->block->barrier[path->number].expected == HW_BARRIER_ALL
                   ? warp->live & ~hw_its_lanes_at(warp, path->number)
                   : 0;
    default: return 0;
    }
}

/* Whether a path is in a cycle: it waits for lanes that, directly or over other paths, wait for it. */
static bool waits_for_itself(const struct hw_warp *warp, const struct hw_its_path *path)
{
    const struct hw_its_paths *paths = hw_its_paths(warp);
    uint32_t lanes = missing_lanes(warp, path), before;

    do {
        before = lanes;
        for (const struct hw_its_path *other = paths->path; other < paths->path + paths->count; other++)
            if (other->lanes & lanes)
                lanes |= missing_lanes(warp, other);
    } while (lanes != before);
    return lanes & path->lanes;
}

bool hw_its_break_cycle(struct hw_warp *warp)
{
    struct hw_its_paths *paths = hw_its_paths(warp);

    for (uint32_t i = warp->block->launch->limits.strict ? 0 : paths->count; i-- > 0;) {
        const struct hw_its_path *path = &paths->path[i];
        if (path->waits != HW_ITS_AT_MASK || !waits_for_itself(warp, path))
            continue;
        warp->block->stats.lenient[HW_LENIENT_MASK]++;
        hw_its_release(paths, arrived_lanes(warp, path));
        return true;
    }
    return false;
}

void hw_its_describe(const struct hw_warp *warp, char *text, size_t size)
{
    const struct hw_its_paths *paths = hw_its_paths(warp);
    const struct hw_program *program = warp->block->program;
    size_t used = 0;

    if (size)
        *text = '\0';
    for (uint32_t i = 0; i < paths->count && used < size; i++) {
        const struct hw_its_path *path = &paths->path[i];
        const uint32_t pc = program->insn[program->insn_of[path->index - 1]].pc;
        char name[16] = "WARPSYNC";
        if (path->waits != HW_ITS_AT_BARRIER && path->waits != HW_ITS_AT_MASK)
            continue;
        if (path->waits == HW_ITS_AT_BARRIER)
            snprintf(name, sizeof name, "B%u", path->number);
        used += (size_t)snprintf(text + used, size - used, "%slanes 0x%x wait at 0x%04x (%s) for lanes 0x%x",
                                 used ? ", " : "", path->lanes, pc, name,
                                 hw_its_awaited(warp, path) & ~arrived_lanes(warp, path));
    }
}
