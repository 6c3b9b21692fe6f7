/* SPDX-License-Identifier: MIT */
/* Convergence-barrier masks: each lane has one of each barrier.  BSSY sets them, BREAK and BMOV change them.
 */
#include "machine/paths/its_paths.h"
#include "machine/lane_writes.h"

void hw_convergence_enter(struct hw_warp *warp, unsigned number, uint32_t path, uint32_t lanes)
{
    struct hw_its_paths *paths = hw_its_paths(warp);
    struct hw_convergence_barrier *barrier = hw_its_use_barrier(paths, number);

    paths->regions++;
    hw_clear_masks(barrier, path | lanes);
    hw_add_masks(barrier, (struct hw_mask_group){.lanes = lanes, .mask = lanes, .region = paths->regions});
}

void hw_convergence_save(struct hw_warp *warp, unsigned number, uint32_t *reg, uint32_t lanes, bool clear)
{
    struct hw_its_paths *paths = hw_its_paths(warp);
    struct hw_convergence_barrier *barrier = hw_its_use_barrier(paths, number);
    hw_lanes masks = {0};

    for (uint32_t i = 0; i < barrier->count; i++)
        hw_splat_word_masked(masks, barrier->group[i].mask, barrier->group[i].lanes);
    hw_write_lanes(reg, masks, lanes);
    hw_exited_lanes_save(paths, number, lanes);
    if (clear)
        hw_clear_masks(barrier, lanes);
}

void hw_convergence_restore(struct hw_warp *warp, unsigned number, const uint32_t *saved, uint32_t lanes)
{
    struct hw_its_paths *paths = hw_its_paths(warp);

    hw_clear_masks(hw_its_use_barrier(paths, number), lanes);
    for (uint32_t remaining = lanes; remaining;) {
        const uint32_t mask = saved[hw_lowest_lane(remaining)],
                       same = hw_lanes_with_word(saved, mask) & remaining;
        hw_exited_lanes_restore(paths, number, same, mask);
        remaining &= ~same;
    }
    hw_exited_lanes_forget(paths);
}

void hw_convergence_leave(struct hw_warp *warp, unsigned number, uint32_t lanes)
{
    struct hw_its_paths *paths = hw_its_paths(warp);
    struct hw_convergence_barrier *barrier = hw_its_use_barrier(paths, number);

    hw_exited_lanes_note(paths, number, lanes);
    hw_clear_masks(barrier, lanes);
    hw_its_resolve(warp);
}
