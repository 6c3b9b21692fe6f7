/* SPDX-License-Identifier: MIT */
/* The resident-block limit follows from occupancy.  The launch's own check decides what a launch may have:
 * where that accepts more than the rules of occupancy, one block runs at a time. */
#include "machine/chip/resident_limit.h"

#include "machine/chip/sm_slot.h"

#include <halfwarp/occupancy.h>

/* A launch whose warps have fewer lanes than the chip's may have more of them. */
static uint32_t threads_of(const struct hw_chip_info *chip, uint32_t warps)
{
    const uint32_t most = chip->threads_per_block / chip->warp_size;

    return (warps < most ? warps : most) * chip->warp_size;
}

uint32_t hw_resident_per_mp(const struct hw_launch *launch)
{
    const struct hw_chip_info *chip = launch->code.chip;
    const struct hw_block_needs needs = {.chip = chip,
                                         .threads = threads_of(chip, hw_launch_warps(launch)),
                                         .registers = launch->code.registers,
                                         .shared_bytes = launch->shared_bytes,
                                         .rules = HW_RULE_ENCODED};
    struct hw_occupancy occupancy;

    hw_occupancy(&needs, &occupancy);
    if (!hw_launch_is_placed(launch))
        return occupancy.blocks;
    const uint32_t fitting = hw_warps_that_fit(launch) / hw_launch_warps(launch);
    return occupancy.blocks < fitting ? occupancy.blocks : fitting;
}

uint32_t hw_resident_blocks(const struct hw_launch *launch)
{
    const uint32_t of_mp = hw_resident_per_mp(launch);

    return of_mp ? of_mp * hw_units_count(hw_units_of(launch->code.chip, launch->placement.units)) : 1;
}

uint32_t hw_resident_slots(const struct hw_chip_info *chip, uint32_t warps)
{
    const struct hw_block_needs needs = {.chip = chip, .threads = threads_of(chip, warps)};
    struct hw_occupancy occupancy;

    hw_occupancy(&needs, &occupancy);
    return occupancy.blocks ? occupancy.blocks : 1;
}
