/* SPDX-License-Identifier: MIT */
/* Addresses of local memory (l[]) and of the spilled SIMT stack in video memory.
 *
 * Both areas are cut into blocks (256 bytes of 16 lanes, or 512 of 32; four stack entries) which are
 * grouped by multiprocessor, then warp, then cluster, then by the rest of the address.  The page's C
 * code reads `sum + (addr & 0xc) << 4 | ...`; the bit picture below it shows that the sum is meant to
 * be added to the bits, not shifted with them, and that is what stands here. */
#include "machine/chip/sm_location.h"

uint32_t hw_compressed_id(uint32_t active, uint32_t id)
{
    return (uint32_t)__builtin_popcount(active & ((1u << id) - 1));
}

static uint32_t warp_bits(const struct hw_layout *layout)
{
    return layout->warps_log == 7 ? 5 : layout->warps_log;
}

/* Clusters as the chip counts them. */
static uint32_t tp_count(const struct hw_layout *layout)
{
    const uint32_t count = (uint32_t)__builtin_popcount(layout->tp_active);
    uint32_t rounded = 1;

    while (rounded < count)
        rounded <<= 1;
    return layout->power_of_two ? rounded : count;
}

static uint32_t mp_count(const struct hw_layout *layout)
{
    return (uint32_t)__builtin_popcount(layout->mp_active);
}

struct hw_area_part hw_area_part_of(const struct hw_layout *layout, uint32_t block_bytes,
                                    struct hw_sm_location location)
{
    const uint32_t mps = block_bytes * mp_count(layout), warps = mps << warp_bits(layout);

    return (struct hw_area_part){.first = hw_compressed_id(layout->tp_active, location.tp) * warps +
                                          (location.warp & ((1u << warp_bits(layout)) - 1)) * mps +
                                          hw_compressed_id(layout->mp_active, location.mp) * block_bytes,
                                 .step = warps * tp_count(layout)};
}

uint32_t hw_local_address(const struct hw_layout *layout, uint32_t address, struct hw_sm_location location)
{
    const struct hw_area_part part = hw_area_part_of(layout, hw_local_block(layout), location);

    return part.first + hw_local_offset(part, address, location.lane);
}

uint32_t hw_stack_address(const struct hw_layout *layout, uint32_t entry, struct hw_sm_location location)
{
    const struct hw_area_part part = hw_area_part_of(layout, HW_STACK_BLOCK * HW_STACK_ENTRY_BYTES, location);

    return part.first + entry / HW_STACK_BLOCK * part.step + entry % HW_STACK_BLOCK * HW_STACK_ENTRY_BYTES;
}

/* --- the inverse --- */

/* The id of the active unit that has `compressed` active ones below it. */
static uint32_t active_id(uint32_t active, uint32_t compressed)
{
    while (compressed-- > 0)
        active &= active - 1;
    return (uint32_t)__builtin_ctz(active);
}

/* The warp and the block that an offset belongs to; *offset becomes that within the block.  False: to none.
 */
static bool part_at(const struct hw_layout *layout, uint32_t block_bytes, uint32_t *offset, uint32_t *block,
                    struct hw_sm_location *location)
{
    const uint32_t index = *offset / block_bytes, warps = index / mp_count(layout),
                   tps = warps >> warp_bits(layout), tp = tps % tp_count(layout);

    if (tp >= (uint32_t)__builtin_popcount(layout->tp_active))
        return false; /* unused, by rounding up */
    *offset %= block_bytes;
    *block = tps / tp_count(layout);
    *location = (struct hw_sm_location){.tp = active_id(layout->tp_active, tp),
                                        .mp = active_id(layout->mp_active, index % mp_count(layout)),
                                        .warp = warps & ((1u << warp_bits(layout)) - 1)};
    return true;
}

bool hw_local_location(const struct hw_layout *layout, uint32_t offset, uint32_t *address,
                       struct hw_sm_location *location)
{
    uint32_t block;

    if (!part_at(layout, hw_local_block(layout), &offset, &block, location))
        return false;
    *address = block << 4 | (offset >> 4 & 0xc) | (offset & 3);
    location->lane = (offset >> 8) << 4 | (offset >> 2 & 0xf);
    return true;
}

bool hw_stack_location(const struct hw_layout *layout, uint32_t offset, uint32_t *entry, uint32_t *byte,
                       struct hw_sm_location *location)
{
    uint32_t block;

    if (!part_at(layout, HW_STACK_BLOCK * HW_STACK_ENTRY_BYTES, &offset, &block, location))
        return false;
    *entry = block * HW_STACK_BLOCK + offset / HW_STACK_ENTRY_BYTES;
    *byte = offset % HW_STACK_ENTRY_BYTES;
    return true;
}

/* --- sizes --- */

static uint64_t area_bytes(const struct hw_layout *layout, uint32_t block_bytes, uint64_t blocks)
{
    return blocks * hw_area_part_of(layout, block_bytes, (struct hw_sm_location){.tp = 0}).step;
}

uint64_t hw_local_area_bytes(const struct hw_layout *layout, uint32_t bytes)
{
    return area_bytes(layout, hw_local_block(layout), ((uint64_t)bytes + 15) / 16);
}

uint64_t hw_stack_area_bytes(const struct hw_layout *layout, uint32_t entries)
{
    return area_bytes(layout, HW_STACK_BLOCK * HW_STACK_ENTRY_BYTES,
                      ((uint64_t)entries + HW_STACK_BLOCK - 1) / HW_STACK_BLOCK);
}

/* n + 1 for 2^n units, rounded up; 0 for none. */
static uint32_t size_log(uint32_t units)
{
    uint32_t log = 0;
    if (units == 0)
        return 0;
    while (log < 31 && (1u << log) < units)
        log++;
    return log + 1;
}

uint32_t hw_stack_size_log(uint32_t entries)
{
    return size_log(entries);
}

uint32_t hw_local_size_log(uint32_t bytes)
{
    return size_log(bytes / 16 + (bytes % 16 != 0));
}
