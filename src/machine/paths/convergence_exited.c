/* SPDX-License-Identifier: MIT */
/* Lanes that leave a region of a convergence barrier are removed from its masks, also from masks that other
 * lanes have saved in registers (BMOV).
 *
 * A function saves the barriers that it uses in registers and restores them at its end.  Lanes that BREAK
 * meanwhile cannot be removed from such a register.  They are recorded instead and are removed when the
 * mask comes back.  An example, with four lanes:
 *
 *   lanes  instruction      mask of B0 (hex)           saved, and recorded
 *   0-3    BSSY B0          f f f f  (region 1)
 *   0-1    call of a function
 *   0-1    BMOV.CLEAR R1,B0 0 0 f f                    saved: lanes 0-1 have mask f of region 1
 *   0-1    BSSY B0          3 3 f f  (0-1: region 2)
 *   2-3    BREAK B0         3 3 0 0                    recorded: lanes 2-3 have left region 1
 *   0-1    BSYNC B0         (they wait for each other)
 *   0-1    BMOV B0, R1      3 3 0 0  (0-1: region 1)   f less lanes 2-3; the records are dropped
 *   0-1    BSYNC B0         they wait for each other alone; by mask f they would wait forever
 *
 * A register holds the mask alone, and several regions may have that mask.  So each saved mask is recorded
 * with its region.  Functions nest, so a mask that comes back is the one of
 * that value that the lane has saved last.  Lanes that leave a region are recorded while any lane has its
 * mask saved. */
#include "machine/paths/its_paths.h"

#include "machine/lane_writes.h"

#include <string.h>

/* Whether any lane has a mask of the region in a register. */
static bool is_saved(const struct hw_its_paths *paths, uint32_t region)
{
    for (uint32_t i = 0; i < paths->saved_count; i++)
        if (paths->saved[i].region == region)
            return true;
    return false;
}

/* --- lanes that have left --- */

/* Records of regions of which no mask is saved any more are dropped. */
static void drop_unneeded_records(struct hw_its_paths *paths)
{
    uint32_t remaining = 0;

    for (uint32_t i = 0; i < paths->exited_count; i++)
        if (is_saved(paths, paths->exited[i].region))
            paths->exited[remaining++] = paths->exited[i];
    paths->exited_count = remaining;
}

/* When the table is full, the oldest record is dropped.  A lane that needed it waits forever, which is
 * reported as a fault. */
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

/* The lanes whose mask of a barrier belongs to a region. */
static uint32_t lanes_in_region(const struct hw_its_paths *paths, unsigned number, uint32_t region)
{
    return hw_lanes_with_word(paths->region[number], region);
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

/* The region of a mask that a lane restores, which is no longer saved then; 0: the lane has saved no such
 * mask. */
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
