/* SPDX-License-Identifier: MIT */
/* Lanes that leave a region while others have its mask in a register, where a function that they call keeps
 * it: these find them gone when the mask comes back (BMOV).
 *
 * A register holds the mask alone, which may be that of several regions.  So it is noted which lanes have
 * saved masks of which region; a function gives back what it saved last first, so a mask that comes back is
 * the one of its value that the lane has saved last.  Who leaves a region is noted while anybody has it
 * saved. */
#include "machine/paths/its_paths.h"

#include <string.h>

static bool is_saved(const struct hw_its_paths *paths, uint32_t region)
{
    for (uint32_t i = 0; i < paths->saved_count; i++)
        if (paths->saved[i].region == region)
            return true;
    return false;
}

/* --- who has exited --- */

/* Notes of regions that nobody has saved any more go. */
static void drop_unneeded_records(struct hw_its_paths *paths)
{
    uint32_t remaining = 0;

    for (uint32_t i = 0; i < paths->exited_count; i++)
        if (is_saved(paths, paths->exited[i].region))
            paths->exited[remaining++] = paths->exited[i];
    paths->exited_count = remaining;
}

/* The oldest of too many is lost; whoever needed it waits for ever, which is a fault. */
static void record_exit(struct hw_its_paths *paths, struct hw_exited_lanes exited)
{
    for (uint32_t i = 0; i < paths->exited_count; i++)
        if (paths->exited[i].region == exited.region) {
            paths->exited[i].lanes |= exited.lanes;
            return;
        }
    if (paths->exited_count == HW_EXITED_LANES)
        memmove(paths->exited, paths->exited + 1, --paths->exited_count * sizeof *paths->exited);
    paths->exited[paths->exited_count++] = exited;
}

/* The lanes whose mask of a barrier is of a region. */
static uint32_t lanes_in_region(const struct hw_its_paths *paths, unsigned number, uint32_t region)
{
    uint32_t lanes = 0;

    for (unsigned lane = 0; lane < HW_LANES; lane++)
        lanes |= (uint32_t)(paths->region[number][lane] == region) << lane;
    return lanes;
}

void hw_exited_lanes_note(struct hw_its_paths *paths, unsigned number, uint32_t lanes)
{
    while (lanes) {
        const uint32_t region = paths->region[number][hw_lowest_lane(lanes)],
                       all = lanes_in_region(paths, number, region), leaving = all & lanes;

        for (uint32_t others = all & ~leaving; others; others &= others - 1)
            paths->joins[number][hw_lowest_lane(others)] &= ~leaving;
        if (region && is_saved(paths, region))
            record_exit(paths, (struct hw_exited_lanes){.region = region, .lanes = leaving});
        lanes &= ~leaving;
    }
}

/* --- masks in registers --- */

static void push_saved_mask(struct hw_its_paths *paths, struct hw_saved_mask saved)
{
    struct hw_saved_mask *last = paths->saved_count ? &paths->saved[paths->saved_count - 1] : NULL;

    if (last && last->number == saved.number && last->mask == saved.mask && last->region == saved.region) {
        last->lanes |= saved.lanes;
        return;
    }
    if (paths->saved_count == HW_SAVED_MASKS)
        memmove(paths->saved, paths->saved + 1, --paths->saved_count * sizeof *paths->saved);
    paths->saved[paths->saved_count++] = saved;
}

void hw_exited_lanes_save(struct hw_its_paths *paths, unsigned number, uint32_t lanes)
{
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        const unsigned lane = hw_lowest_lane(rest);
        if (paths->region[number][lane])
            push_saved_mask(paths, (struct hw_saved_mask){.lanes = 1u << lane,
                                                          .number = number,
                                                          .mask = paths->joins[number][lane],
                                                          .region = paths->region[number][lane]});
    }
}

/* The region of a mask that a lane restores; 0: it has saved none such. */
static uint32_t pop_saved_mask(struct hw_its_paths *paths, unsigned number, unsigned lane, uint32_t mask)
{
    for (uint32_t i = paths->saved_count; i-- > 0;) {
        struct hw_saved_mask *saved = &paths->saved[i];
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

void hw_exited_lanes_restore(struct hw_its_paths *paths, unsigned number, uint32_t lanes)
{
    for (; lanes; lanes &= lanes - 1) {
        const unsigned lane = hw_lowest_lane(lanes);
        uint32_t *mask = &paths->joins[number][lane];
        const uint32_t region = pop_saved_mask(paths, number, lane, *mask);

        paths->region[number][lane] = region;
        for (uint32_t i = 0; region && i < paths->exited_count; i++)
            if (paths->exited[i].region == region)
                *mask &= ~paths->exited[i].lanes;
    }
    drop_unneeded_records(paths);
}
