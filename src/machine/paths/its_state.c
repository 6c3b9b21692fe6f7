/* SPDX-License-Identifier: MIT */
/* The state of independent thread scheduling, as bytes that livelock detection compares.
 *
 * Region numbers only grow, but only which masks have the same region matters: here each region gets the rank
 * of its first appearance. */
#include "machine/paths/its_paths.h"

/* Most regions that can appear: those of barriers and of saved masks; exited lanes are recorded of these
 * alone. */
#define REGIONS (HW_CONVERGENCE_BARRIERS * HW_LANES + HW_SAVED_MASKS)

struct region_ranks {
    uint32_t count, number[REGIONS + 1];
};

static uint32_t rank_of_region(struct region_ranks *seen, uint32_t region)
{
    uint32_t at = 0;

    seen->number[seen->count] = region;
    while (seen->number[at] != region)
        at++;
    seen->count += at == seen->count;
    return at;
}

void hw_its_state(const struct hw_warp *warp, void *context,
                  void (*see)(void *context, const void *piece, size_t bytes))
{
    const struct hw_its_paths *paths = hw_its_paths(warp);
    const uint32_t numbers[] = {paths->used,         paths->counted_all, paths->yields,    paths->saved_count,
                                paths->exited_count, paths->count,       paths->collective};
    struct region_ranks seen = {.count = 0};

    see(context, numbers, sizeof numbers);
    for (unsigned number = 0; number < HW_CONVERGENCE_BARRIERS; number++)
        for (unsigned lane = 0; paths->used >> number & 1 && lane < HW_LANES; lane++) {
            const struct hw_mask_group group = hw_group_of_lane(&paths->barrier[number], lane);
            const uint32_t words[] = {group.mask, rank_of_region(&seen, group.region)};
            see(context, words, sizeof words);
        }
    for (uint32_t i = 0; i < paths->saved_count; i++) {
        const struct hw_saved_mask *saved = &paths->saved[i];
        const uint32_t words[] = {saved->lanes, saved->number, saved->mask,
                                  rank_of_region(&seen, saved->region)};
        see(context, words, sizeof words);
    }
    for (uint32_t i = 0; i < paths->exited_count; i++) {
        const uint32_t words[] = {paths->exited[i].lanes, rank_of_region(&seen, paths->exited[i].region)};
        see(context, words, sizeof words);
    }
    for (uint32_t left = paths->collective; left; left &= left - 1)
        see(context, &paths->leave_at[hw_lowest_lane(left)], sizeof paths->leave_at[0]);
    for (uint32_t i = 0; i < paths->count; i++) { /* the padding of a path is not part of it */
        const struct hw_its_path *path = &paths->path[i];
        const uint32_t words[] = {path->lanes, path->index,  path->mask,
                                  path->waits, path->number, path->rests};
        see(context, words, sizeof words);
    }
}
