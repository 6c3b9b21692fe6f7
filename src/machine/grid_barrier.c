/* SPDX-License-Identifier: MIT */
/* The grid barrier counts blocks in memory.
 *
 * The second word of the launch's workspace is the counter: every block adds 1, but the first block adds 2 to
 * the 31 less the number of the others.  So the highest bit flips when all have come, and the other bits are
 * 0 again. (cooperative_groups/details/sync.h of CUDA 12.)  A launch without a workspace has no barrier to
 * wait at. */
#include "machine/grid_barrier.h"

#include "machine/warp_control.h"

#include <halfwarp/memory.h>

#define ALL_HAVE_COME 0x80000000u

static uint32_t *word_of(const struct hw_warp *warp)
{
    const struct hw_launch *launch = warp->block->launch;

    return launch->grid_workspace
               ? hw_memory_host(launch->memory, launch->grid_workspace + sizeof(uint32_t), sizeof(uint32_t))
               : NULL;
}

static void set_result(struct hw_regs *regs, const struct hw_uop *uop, uint32_t value)
{
    for (unsigned lane = 0; lane < HW_LANES; lane++)
        if (regs->exec >> lane & 1)
            regs->reg[uop->a][lane] = value;
}

void hw_uop_grid_begin(struct hw_regs *regs, const struct hw_uop *uop)
{
    const uint32_t *word = word_of(hw_warp_of(regs));

    set_result(regs, uop, word ? *word : 0);
}

void hw_uop_grid_arrive(struct hw_regs *regs, const struct hw_uop *uop)
{
    const struct hw_warp *warp = hw_warp_of(regs);
    const uint32_t *id = warp->block->id, *grid = warp->block->launch->grid;
    uint32_t *word = word_of(warp);

    (void)uop;
    if (!word || warp->number != 0)
        return;
    *word += id[0] + id[1] + id[2] == 0 ? ALL_HAVE_COME - (grid[0] * grid[1] * grid[2] - 1) : 1;
}

void hw_uop_grid_wait(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const uint32_t *word = word_of(warp);

    if (word && !((*word ^ regs->reg[uop->a][hw_lowest_lane(regs->exec)]) & ALL_HAVE_COME))
        hw_warp_count_and_branch(warp, uop, hw_warp_uop_index(warp, uop));
    else
        set_result(regs, uop, 0);
}
