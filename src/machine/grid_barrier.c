/* SPDX-License-Identifier: MIT */
/* The grid barrier counts blocks in memory.
 *
 * The second word of the launch's workspace is the counter: every block adds 1, but the first block adds 2 to
 * the 31 less the number of the others.  So the highest bit flips when all have come, and the other bits are
 * 0 again. (cooperative_groups/details/sync.h of CUDA 12.)  A launch without a workspace has no barrier to
 * wait at.
 *
 * Grids on several devices count in the same way, in a word of their own: the first block of the first grid
 * adds what the others lack.  Threads of the host run them at the same time, so that word is atomic. */
#include "machine/grid_barrier.h"

#include "machine/cooperative_groups.h"
#include "machine/device_runtime.h"
#include "machine/warp_control.h"

#include <halfwarp/memory.h>

#define ALL_HAVE_COME 0x80000000u

/* Which blocks wait for each other. */
enum barrier_group { NO_GROUP, GRID, ALL_GRIDS };

#define INVALID_VALUE 1u /* cudaErrorInvalidValue */

bool hw_is_grid_barrier(uint32_t external)
{
    return external == HW_DEVICE_CALL_GRID_SYNC || external == HW_DEVICE_CALL_GROUP_SYNC ||
           external == HW_DEVICE_CALL_GROUP_SYNC_GRID;
}

/* The system call is given nothing but handles that are valid. */
static enum barrier_group group_of(const struct hw_launch *launch, uint32_t external, uint64_t handle)
{
    if (handle == HW_MULTI_GRID_HANDLE && external != HW_DEVICE_CALL_GROUP_SYNC_GRID)
        return launch->multi_grid ? ALL_GRIDS : NO_GROUP;
    if (external == HW_DEVICE_CALL_GROUP_SYNC && handle != launch->grid_workspace)
        return NO_GROUP;
    return launch->grid_workspace ? GRID : NO_GROUP;
}

static uint32_t *word_of(const struct hw_warp *warp, enum barrier_group group)
{
    const struct hw_launch *launch = warp->block->launch;

    switch (group) {
    case GRID:
        return hw_memory_host(launch->memory, launch->grid_workspace + sizeof(uint32_t), sizeof(uint32_t));
    case ALL_GRIDS: return &launch->multi_grid->arrived;
    default: return NULL;
    }
}

static void set_register(struct hw_regs *regs, unsigned number, uint32_t value)
{
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        if (regs->exec >> lane & 1)
            regs->reg[number][lane] = value;
}

static uint32_t get_register(const struct hw_regs *regs, unsigned number)
{
    return regs->reg[number][hw_lowest_lane(regs->exec)];
}

void hw_uop_grid_begin(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_warp *warp = hw_warp_of(regs);
    const uint64_t handle = get_register(regs, uop->a) | (uint64_t)get_register(regs, uop->a + 1u) << 32;
    const enum barrier_group group = group_of(warp->block->launch, uop->external, handle);
    const uint32_t *word = word_of(warp, group);

    set_register(regs, uop->a, word ? __atomic_load_n(word, __ATOMIC_ACQUIRE) : 0);
    set_register(regs, uop->a + 1u, group);
}

void hw_uop_grid_arrive(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_warp *warp = hw_warp_of(regs);
    const struct hw_launch *launch = warp->block->launch;
    const uint32_t *id = warp->block->id, *grid = launch->grid;
    const enum barrier_group group = get_register(regs, uop->a + 1u);
    const bool all = group == ALL_GRIDS, leads = id[0] + id[1] + id[2] + (all ? launch->multi_rank : 0) == 0;
    const uint32_t blocks = grid[0] * grid[1] * grid[2] * (all ? launch->multi_grid->count : 1);
    uint32_t *word = word_of(warp, group);

    if (word && warp->number == 0)
        __atomic_fetch_add(word, leads ? ALL_HAVE_COME - (blocks - 1) : 1, __ATOMIC_ACQ_REL);
}

void hw_uop_grid_wait(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const enum barrier_group group = get_register(regs, uop->a + 1u);
    const uint32_t *word = word_of(warp, group);

    if (word && !((__atomic_load_n(word, __ATOMIC_ACQUIRE) ^ get_register(regs, uop->a)) & ALL_HAVE_COME))
        hw_warp_count_and_branch(warp, uop, hw_warp_uop_index(warp, uop));
    else
        set_register(regs, uop->a,
                     group == NO_GROUP && uop->external != HW_DEVICE_CALL_GRID_SYNC ? INVALID_VALUE : 0);
}
