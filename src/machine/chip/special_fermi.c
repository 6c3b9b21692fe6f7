/* SPDX-License-Identifier: MIT */
/* Special registers of Fermi and of GK104: the sizes of block and grid, which later chips have in bank 0
 * only, the number of the grid, and the clock's first number.  The others are Maxwell's.
 * @see envytools, "Fermi CUDA processors", for the numbers */
#include "machine/lane_writes.h"
#include "machine/warp.h"

enum { SR_CLOCK = 1, SR_NTID = 40, SR_NTID_X, SR_GRID = 44, SR_NCTAID_X, SR_CLOCKLO = 80 };

/* The block's size packed as SR_TID packs a thread's coordinates in it. */
static uint32_t packed_size(const uint32_t size[3])
{
    return (size[0] & 0xffff) | (size[1] & 0x3ff) << 16 | size[2] << 26;
}

static uint32_t of_launch(const struct hw_launch *launch, unsigned number)
{
    if (number == SR_NTID)
        return packed_size(launch->block);
    if (number < SR_GRID)
        return launch->block[number - SR_NTID_X];
    return number == SR_GRID ? launch->grid_id : launch->grid[number - SR_NCTAID_X];
}

static bool is_size(unsigned number)
{
    return number >= SR_NTID && number < SR_NCTAID_X + 3;
}

enum hw_special_lifetime hw_special_lifetime_fermi(unsigned number)
{
    return is_size(number)      ? HW_LIFETIME_LAUNCH
           : number == SR_CLOCK ? HW_LIFETIME_CLOCK
                                : hw_special_lifetime_maxwell(number);
}

void hw_special_fermi(const struct hw_warp *warp, unsigned number, uint32_t *reg)
{
    const struct hw_launch *launch = warp->block->launch;

    if (!is_size(number)) {
        hw_special_maxwell(warp, number == SR_CLOCK ? SR_CLOCKLO : number, reg);
        return;
    }
    hw_splat_word(reg, launch->code.target.program == HW_PROGRAM_CP ? of_launch(launch, number) : 0);
}
