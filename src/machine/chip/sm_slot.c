/* SPDX-License-Identifier: MIT */
/* SM block slots.  That blocks are distributed so, and that a block has neighbouring warps, is a guess: no
 * public document says how the hardware chooses. */
#include "machine/chip/sm_slot.h"

#include "machine/chip/resident_limit.h"

struct hw_units hw_units_of(const struct hw_chip_info *chip, uint32_t units)
{
    if (units == 0)
        return (struct hw_units){(1u << chip->tps) - 1, (1u << chip->mps_per_tp) - 1};
    return (struct hw_units){units & 0xffff, units >> 24 & 0xf};
}

uint32_t hw_units_count(struct hw_units units)
{
    return (uint32_t)(__builtin_popcount(units.tp_active) * __builtin_popcount(units.mp_active));
}

struct hw_layout hw_layout_of(const struct hw_launch *launch, const struct hw_area *area)
{
    const struct hw_units units = hw_units_of(launch->code.chip, launch->placement.units);

    return (struct hw_layout){.tp_active = units.tp_active,
                              .mp_active = units.mp_active,
                              .warps_log = area->warps_log,
                              .halfwarps = hw_launch_lanes(launch) / 16,
                              .power_of_two = launch->code.chip->id < 0xa0};
}

uint8_t *hw_area_bytes(const struct hw_area *area, uint64_t address, unsigned bytes, bool writes)
{
    if ((writes && area->read_only) || (area->end && (address >= area->end || area->end - address < bytes)))
        return NULL;
    return hw_memory_translate(area->memory, address, bytes);
}

static uint32_t warps_that_fit(const struct hw_area *area, uint32_t most)
{
    const uint32_t warps = 1u << (area->warps_log == 7 ? 5 : area->warps_log);

    return area->memory && !area->aliases && warps < most ? warps : most;
}

uint32_t hw_warps_that_fit(const struct hw_launch *launch)
{
    return warps_that_fit(&launch->placement.stack,
                          warps_that_fit(&launch->placement.local, launch->code.chip->warps_per_mp));
}

bool hw_launch_is_placed(const struct hw_launch *launch)
{
    return launch->placement.local.memory || launch->placement.stack.memory;
}

uint32_t hw_slot_count(const struct hw_launch *launch)
{
    return hw_resident_blocks(launch);
}

/* The id of active unit number `n`. */
static uint32_t active_unit(uint32_t active, uint32_t n)
{
    while (n-- > 0)
        active &= active - 1;
    return (uint32_t)__builtin_ctz(active);
}

struct hw_sm_location hw_block_location(struct hw_block *block)
{
    const struct hw_launch *launch = block->launch;
    const struct hw_units units = hw_units_of(launch->code.chip, launch->placement.units);
    const uint32_t tps = (uint32_t)__builtin_popcount(units.tp_active), count = hw_units_count(units);

    if (block->slots == 0)
        block->slots = hw_slot_count(launch);
    const uint32_t slot = block->slot == HW_NO_SLOT ? (uint32_t)(block->number % block->slots) : block->slot;
    return (struct hw_sm_location){.tp = active_unit(units.tp_active, slot % count % tps),
                                   .mp = active_unit(units.mp_active, slot % count / tps),
                                   .warp = slot / count * block->warp_count};
}

uint32_t hw_block_sm(const struct hw_block *block)
{
    return (uint32_t)((block->slot == HW_NO_SLOT ? block->number : block->slot) % block->sms);
}

struct hw_area_part hw_warp_part(const struct hw_warp *warp, const struct hw_area *area, uint32_t block_bytes)
{
    const struct hw_layout layout = hw_layout_of(warp->block->launch, area);
    struct hw_sm_location location = hw_block_location(warp->block);

    location.warp += warp->number;
    return hw_area_part_of(&layout, block_bytes, location);
}
