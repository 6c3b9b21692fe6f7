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

void hw_exited_lanes_forget(struct hw_its_paths *paths)
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

/* Lanes leave a region: the others of a group no longer wait for them. */
static void remove_from_masks(struct hw_convergence_barrier *barrier, uint32_t region, uint32_t leaving)
{
    const uint32_t count = barrier->count;

    for (uint32_t i = 0; i < count; i++) {
        struct hw_mask_group *group = &barrier->group[i], left = *group;
        left.lanes &= leaving;
        if (group->region != region || left.lanes == group->lanes)
            continue;
        group->lanes &= ~leaving;
        group->mask &= ~leaving;
        hw_add_masks(barrier, left);
    }
}

void hw_exited_lanes_note(struct hw_its_paths *paths, unsigned number, uint32_t lanes)
{
    struct hw_convergence_barrier *barrier = &paths->barrier[number];

    while (lanes) {
        const uint32_t region = hw_group_of_lane(barrier, hw_lowest_lane(lanes)).region,
                       leaving = hw_lanes_of_group(barrier, lanes, HW_GROUP_REGION, region);

        remove_from_masks(barrier, region, leaving);
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
    const struct hw_convergence_barrier *barrier = &paths->barrier[number];

    while (lanes) {
        const unsigned lane = hw_lowest_lane(lanes);
        const struct hw_mask_group group = hw_group_of_lane(barrier, lane);
        const uint32_t same = group.lanes ? group.lanes & lanes : 1u << lane;

        if (group.region)
            push_saved_mask(paths,
                            (struct hw_saved_mask){
                                .lanes = same, .number = number, .mask = group.mask, .region = group.region});
        lanes &= ~same;
    }
}

/* The lanes of `lanes` that have saved a mask at the same time, the last of those that any of them has saved:
 * it is no longer saved.  `lanes` 0: none has saved such a mask. */
static struct hw_mask_group pop_saved_mask(struct hw_its_paths *paths, unsigned number, uint32_t mask,
                                           uint32_t lanes)
{
    for (uint32_t i = paths->saved_count; i-- > 0;) {
        struct hw_saved_mask *saved = &paths->saved[i];
        if (saved->number != number || saved->mask != mask || !(saved->lanes & lanes))
            continue;
        const struct hw_mask_group found = {
            .lanes = saved->lanes & lanes, .mask = mask, .region = saved->region};
        saved->lanes &= ~lanes;
        if (!saved->lanes)
            memmove(saved, saved + 1, (--paths->saved_count - i) * sizeof *saved);
        return found;
    }
    return (struct hw_mask_group){.lanes = 0};
}

void hw_exited_lanes_restore(struct hw_its_paths *paths, unsigned number, uint32_t lanes, uint32_t mask)
{
    while (lanes) {
        struct hw_mask_group group = pop_saved_mask(paths, number, mask, lanes);

        if (!group.lanes)
            group = (struct hw_mask_group){.lanes = lanes, .mask = mask};
        for (uint32_t i = 0; group.region && i < paths->exited_count; i++)
            if (paths->exited[i].region == group.region)
                group.mask &= ~paths->exited[i].lanes;
        hw_add_masks(&paths->barrier[number], group);
        lanes &= ~group.lanes;
    }
}
