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

void hw_convergence_enter(struct hw_warp *warp, unsigned number, uint32_t path, uint32_t lanes)
{
    struct hw_its_paths *paths = hw_its_paths(warp);
    uint32_t *masks = hw_convergence_masks(warp, number);

    paths->regions++;
    hw_splat_word_masked(masks, lanes, lanes);
    hw_splat_word_masked(paths->region[number], paths->regions, lanes);
    if (path & ~lanes) {
        hw_splat_word_masked(masks, 0, path & ~lanes);
        hw_splat_word_masked(paths->region[number], 0, path & ~lanes);
    }
}

void hw_convergence_save(struct hw_warp *warp, unsigned number, uint32_t *reg, uint32_t lanes, bool clear)
{
    uint32_t *masks = hw_convergence_masks(warp, number);

    hw_write_lanes(reg, masks, lanes);
    hw_exited_lanes_save(hw_its_paths(warp), number, lanes);
    if (!clear)
        return;
    hw_splat_word_masked(masks, 0, lanes);
    hw_splat_word_masked(hw_its_paths(warp)->region[number], 0, lanes);
}

void hw_convergence_restore(struct hw_warp *warp, unsigned number, const uint32_t *saved, uint32_t lanes)
{
    hw_write_lanes(hw_convergence_masks(warp, number), saved, lanes);
    hw_exited_lanes_restore(hw_its_paths(warp), number, lanes);
}

void hw_convergence_leave(struct hw_warp *warp, unsigned number, uint32_t lanes)
{
    uint32_t *masks = hw_convergence_masks(warp, number);

    hw_exited_lanes_note(hw_its_paths(warp), number, lanes);
    hw_splat_word_masked(masks, 0, lanes);
    hw_splat_word_masked(hw_its_paths(warp)->region[number], 0, lanes);
    hw_its_resolve(warp);
}
