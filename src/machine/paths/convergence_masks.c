/* SPDX-License-Identifier: MIT */
/* Convergence-barrier masks: each lane has one of each barrier.  BSSY sets them, BREAK and BMOV change them.
 */
#include "machine/paths/its_paths.h"
#include "machine/lane_writes.h"

#include <string.h>

uint32_t *hw_convergence_masks(struct hw_warp *warp, unsigned number)
{
    struct hw_its_paths *paths = hw_its_paths(warp);

    if (!(paths->used >> number & 1)) {
        memset(paths->joins[number], 0, sizeof paths->joins[number]);
        memset(paths->region[number], 0, sizeof paths->region[number]);
    }
    paths->used |= 1u << number;
    return paths->joins[number];
}

/* The masks and regions of a barrier's lanes of `exec` become these. */
static void set_masks(struct hw_its_paths *paths, unsigned number, uint32_t exec, uint32_t mask,
                      uint32_t region)
{
    hw_four_lanes *masks = hw_fours_of(paths->joins[number]), *regions = hw_fours_of(paths->region[number]);

    for (unsigned i = 0; i < HW_FOURS; i++) {
        const hw_four_lanes executing = hw_four_executing(exec, i);
        masks[i] = (masks[i] & ~executing) | (executing & mask);
        regions[i] = (regions[i] & ~executing) | (executing & region);
    }
}

void hw_convergence_enter(struct hw_warp *warp, unsigned number, uint32_t path, uint32_t lanes)
{
    struct hw_its_paths *paths = hw_its_paths(warp);

    (void)hw_convergence_masks(warp, number);
    paths->regions++;
    set_masks(paths, number, lanes, lanes, paths->regions);
    if (path & ~lanes)
        set_masks(paths, number, path & ~lanes, 0, 0);
}

void hw_convergence_save(struct hw_warp *warp, unsigned number, uint32_t *reg, uint32_t lanes, bool clear)
{
    uint32_t *masks = hw_convergence_masks(warp, number);

    hw_write_lanes(reg, masks, lanes);
    hw_exited_lanes_save(hw_its_paths(warp), number, lanes);
    if (clear)
        set_masks(hw_its_paths(warp), number, lanes, 0, 0);
}

void hw_convergence_restore(struct hw_warp *warp, unsigned number, const uint32_t *saved, uint32_t lanes)
{
    hw_write_lanes(hw_convergence_masks(warp, number), saved, lanes);
    hw_exited_lanes_restore(hw_its_paths(warp), number, lanes);
}

void hw_convergence_leave(struct hw_warp *warp, unsigned number, uint32_t lanes)
{
    (void)hw_convergence_masks(warp, number);
    hw_exited_lanes_note(hw_its_paths(warp), number, lanes);
    set_masks(hw_its_paths(warp), number, lanes, 0, 0);
    hw_its_resolve(warp);
}
