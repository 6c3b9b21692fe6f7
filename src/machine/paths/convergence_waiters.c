/* SPDX-License-Identifier: MIT */
/* Convergence-barrier waiters: which lanes of the warp wait for which others, and whose wait is over. */
#include "machine/paths/its_paths.h"

#include "machine/lane_writes.h"
#include "machine/program.h"

#include <stdio.h>

/* The mask and the region of the convergence barrier that a path waits at. */
static struct hw_mask_group group_of(const struct hw_warp *warp, const struct hw_its_path *path)
{
    return hw_group_of_lane(&hw_its_paths(warp)->barrier[path->number], hw_lowest_lane(path->lanes));
}

uint32_t hw_its_awaited(const struct hw_warp *warp, const struct hw_its_path *path)
{
    return (path->waits == HW_ITS_AT_BARRIER ? group_of(warp, path).mask : path->mask) & warp->live;
}

/* The lanes of a region of a barrier whose masks have a lane of `lanes`. */
static uint32_t lanes_that_wait_for(const struct hw_convergence_barrier *barrier, uint32_t region,
                                    uint32_t lanes)
{
    uint32_t found = 0;

    for (uint32_t i = 0; i < barrier->count; i++)
        if (barrier->group[i].region == region && barrier->group[i].mask & lanes)
            found |= barrier->group[i].lanes;
    return found;
}

/* The lanes of paths that a path waits together with: in one region of a convergence barrier, each for lanes
 * of the other.  Most often all lanes of the region have one mask, which is the path's own. */
static uint32_t partners_at_barrier(const struct hw_warp *warp, const struct hw_its_path *path,
                                    const struct hw_mask_group *own)
{
    const struct hw_its_paths *paths = hw_its_paths(warp);
    const uint32_t others = own->mask & warp->live & ~path->lanes;
    uint32_t partners = 0;

    const uint32_t may_be =
        !(others & ~own->lanes) && own->mask & path->lanes
            ? others
            : others & lanes_that_wait_for(&paths->barrier[path->number], own->region, path->lanes);
    for (uint32_t i = 0; may_be && i < paths->count; i++) {
        const struct hw_its_path *other = &paths->path[i];
        if (other->lanes & may_be && other->waits == HW_ITS_AT_BARRIER && other->number == path->number)
            partners |= other->lanes;
    }
    return partners;
}

/* The lanes of paths that wait at WARPSYNC for the same mask. */
static uint32_t partners_at_mask(const struct hw_warp *warp, const struct hw_its_path *path)
{
    const struct hw_its_paths *paths = hw_its_paths(warp);
    uint32_t partners = 0;

    for (uint32_t i = 0; i < paths->count; i++) {
        const struct hw_its_path *other = &paths->path[i];
        if (other->waits == HW_ITS_AT_MASK && !((other->mask ^ path->mask) & warp->live))
            partners |= other->lanes;
    }
    return partners;
}

/* A path's lanes, and the lanes of the paths that it waits together with.  *missing: the lanes that it waits
 * for and that have not arrived. */
static uint32_t arrived_lanes(const struct hw_warp *warp, const struct hw_its_path *path, uint32_t *missing)
{
    uint32_t mask = path->mask, arrived = path->lanes;

    if (path->waits == HW_ITS_AT_BARRIER) {
        const struct hw_mask_group own = group_of(warp, path);
        mask = own.mask;
        arrived |= partners_at_barrier(warp, path, &own);
    } else {
        arrived |= partners_at_mask(warp, path);
    }
    *missing = mask & warp->live & ~arrived;
    return arrived;
}

void hw_its_resolve(struct hw_warp *warp)
{
    struct hw_its_paths *paths = hw_its_paths(warp);

    for (uint32_t i = 0; i < paths->count;) {
        const struct hw_its_path *path = &paths->path[i];
        const bool waits = path->waits == HW_ITS_AT_BARRIER || path->waits == HW_ITS_AT_MASK;
        uint32_t missing;
        const uint32_t lanes = waits ? arrived_lanes(warp, path, &missing) : 0;
        if (waits && !missing) {
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
        uint32_t missing;
        const uint32_t lanes = arrived_lanes(warp, &path, &missing);
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
    uint32_t missing;

    switch (path->waits) {
    case HW_ITS_AT_BARRIER:
    case HW_ITS_AT_MASK: arrived_lanes(warp, path, &missing); return missing;
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
        uint32_t missing;
        hw_its_release(paths, arrived_lanes(warp, path, &missing));
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
                                 used ? ", " : "", path->lanes, pc, name, missing_lanes(warp, path));
    }
}
