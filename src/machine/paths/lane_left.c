/* SPDX-License-Identifier: MIT */
/* Lanes that leave a region while others have its mask in a register, where a function that they call keeps
 * it: these find them gone when the mask comes back (BMOV).
 *
 * A register holds the mask alone, which may be that of several regions.  So it is noted which lanes have
 * saved masks of which region; a function gives back what it saved last first, so a mask that comes back is
 * the one of its value that the lane has saved last.  Who leaves a region is noted while anybody has it
 * saved. */
#include "machine/paths/lane_paths.h"

#include <string.h>

static bool is_saved(const struct hw_lane_paths *paths, uint32_t region)
{
    for (uint32_t i = 0; i < paths->saved_count; i++)
        if (paths->saved[i].region == region)
            return true;
    return false;
}

/* --- who has left --- */

/* Notes of regions that nobody has saved any more go. */
static void tidy(struct hw_lane_paths *paths)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < paths->left_count; i++)
        if (is_saved(paths, paths->left[i].region))
            paths->left[kept++] = paths->left[i];
    paths->left_count = kept;
}

/* The oldest of too many is lost; whoever needed it waits for ever, which is a fault. */
static void note(struct hw_lane_paths *paths, struct hw_lanes_left left)
{
    for (uint32_t i = 0; i < paths->left_count; i++)
        if (paths->left[i].region == left.region) {
            paths->left[i].lanes |= left.lanes;
            return;
        }
    if (paths->left_count == HW_LANES_LEFT)
        memmove(paths->left, paths->left + 1, --paths->left_count * sizeof *paths->left);
    paths->left[paths->left_count++] = left;
}

/* The lanes whose mask of a barrier is of a region. */
static uint32_t lanes_of(const struct hw_lane_paths *paths, unsigned number, uint32_t region)
{
    uint32_t lanes = 0;

    for (unsigned lane = 0; lane < HW_LANES; lane++)
        lanes |= (uint32_t)(paths->region[number][lane] == region) << lane;
    return lanes;
}

void hw_lane_leave(struct hw_lane_paths *paths, unsigned number, uint32_t lanes)
{
    while (lanes) {
        const uint32_t region = paths->region[number][hw_lowest_lane(lanes)],
                       all = lanes_of(paths, number, region), leaving = all & lanes;

        for (uint32_t others = all & ~leaving; others; others &= others - 1)
            paths->joins[number][hw_lowest_lane(others)] &= ~leaving;
        if (region && is_saved(paths, region))
            note(paths, (struct hw_lanes_left){.region = region, .lanes = leaving});
        lanes &= ~leaving;
    }
}

/* --- masks in registers --- */

static void add(struct hw_lane_paths *paths, struct hw_lanes_saved saved)
{
    struct hw_lanes_saved *last = paths->saved_count ? &paths->saved[paths->saved_count - 1] : NULL;

    if (last && last->number == saved.number && last->mask == saved.mask && last->region == saved.region) {
        last->lanes |= saved.lanes;
        return;
    }
    if (paths->saved_count == HW_LANES_SAVED)
        memmove(paths->saved, paths->saved + 1, --paths->saved_count * sizeof *paths->saved);
    paths->saved[paths->saved_count++] = saved;
}

void hw_lane_save(struct hw_lane_paths *paths, unsigned number, uint32_t lanes)
{
    for (uint32_t left = lanes; left; left &= left - 1) {
        const unsigned lane = hw_lowest_lane(left);
        if (paths->region[number][lane])
            add(paths, (struct hw_lanes_saved){.lanes = 1u << lane,
                                               .number = number,
                                               .mask = paths->joins[number][lane],
                                               .region = paths->region[number][lane]});
    }
}

/* The region of a mask that a lane restores; 0: it has saved none such. */
static uint32_t take(struct hw_lane_paths *paths, unsigned number, unsigned lane, uint32_t mask)
{
    for (uint32_t i = paths->saved_count; i-- > 0;) {
        struct hw_lanes_saved *saved = &paths->saved[i];
        if (saved->number != number || saved->mask != mask || !(saved->lanes >> lane & 1))
            continue;
        const uint32_t region = saved->region;
        saved->lanes &= ~(1u << lane);
        if (!saved->lanes)
            memmove(saved, saved + 1, (--paths->saved_count - i) * sizeof *saved);
        return region;
    }
    return 0;
}

void hw_lane_restore(struct hw_lane_paths *paths, unsigned number, uint32_t lanes)
{
    for (; lanes; lanes &= lanes - 1) {
        const unsigned lane = hw_lowest_lane(lanes);
        uint32_t *mask = &paths->joins[number][lane];
        const uint32_t region = take(paths, number, lane, *mask);

        paths->region[number][lane] = region;
        for (uint32_t i = 0; region && i < paths->left_count; i++)
            if (paths->left[i].region == region)
                *mask &= ~paths->left[i].lanes;
    }
    tidy(paths);
}
