/* SPDX-License-Identifier: MIT */
/* Where l[] and the spilled stack lie in video memory.
 *
 * Both areas are cut into blocks (256 bytes of 16 lanes, or 512 of 32; four stack entries) which are
 * grouped by multiprocessor, then warp, then cluster, then by the rest of the address.  The page's C
 * code reads `sum + (addr & 0xc) << 4 | ...`; the bit picture below it shows that the sum is meant to
 * be added to the bits, not shifted with them, and that is what stands here. */
#include "machine/chip/place.h"

uint32_t hw_compressed_id(uint32_t active, uint32_t id)
{
    return (uint32_t)__builtin_popcount(active & ((1u << id) - 1));
}

/* Offset of a block of `block_bytes`, number `index`, of this place. */
static uint32_t block_offset(const struct hw_layout *layout, uint32_t block_bytes, uint32_t index,
                             struct hw_place place)
{
    uint32_t warp_bits = layout->warps_log == 7 ? 5 : layout->warps_log;
    uint32_t mps = block_bytes * (uint32_t)__builtin_popcount(layout->mp_active);
    uint32_t warps = mps << warp_bits;
    uint32_t tp_count = (uint32_t)__builtin_popcount(layout->tp_active);
    uint32_t rounded = 1;
    while (rounded < tp_count)
        rounded <<= 1;
    uint32_t tps = warps * (layout->power_of_two ? rounded : tp_count);
    return index * tps + hw_compressed_id(layout->tp_active, place.tp) * warps +
           (place.warp & ((1u << warp_bits) - 1)) * mps +
           hw_compressed_id(layout->mp_active, place.mp) * block_bytes;
}

uint32_t hw_local_address(const struct hw_layout *layout, uint32_t address, struct hw_place place)
{
    uint32_t within = (address & 0xc) << 4 | (place.lane & 0xf) << 2 | (address & 3);
    return block_offset(layout, 0x100 * layout->halfwarps, address >> 4, place) + (place.lane >> 4) * 0x100 +
           within;
}

uint32_t hw_stack_address(const struct hw_layout *layout, uint32_t entry, struct hw_place place)
{
    return block_offset(layout, HW_STACK_BLOCK * HW_STACK_ENTRY_BYTES, entry / HW_STACK_BLOCK, place) +
           entry % HW_STACK_BLOCK * HW_STACK_ENTRY_BYTES;
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
