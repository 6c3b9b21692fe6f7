/* SPDX-License-Identifier: MIT */
/* Accesses to any places, all of which are good: for compiled code, which tries them behind the usual ones,
 * and leaves to the interpreter's functions what they report or look for. */
#ifndef HW_MACHINE_MEMORY_LANES_MEM_PLACES_H
#define HW_MACHINE_MEMORY_LANES_MEM_PLACES_H

#include "machine/memory/lanes_mem_usual.h"

/* In a memory of so many bytes; the lanes whose places are bad. */
HW_INLINE uint32_t flat_places(const struct usual *access, uint32_t size, unsigned bytes, lanes *place)
{
    sum_addresses(access->low, access->uop, access->uop->mem.mask, place);
    return invalid_lanes(place, bytes - 1, 0, size < bytes ? 0 : size - bytes + 1);
}

HW_INLINE uint32_t known_segment_places(const struct usual *access, const struct hw_segment *segment,
                                        unsigned bytes, lanes *place)
{
    uint64_t first;
    const uint32_t count = known_stretch(segment, access->range, bytes, &first);

    sum_addresses(access->low, access->uop, ~0u, place);
    return invalid_lanes(place, bytes - 1, (uint32_t)(first - segment->base), count);
}

/* Whether reductions may have to be done first. */
static __attribute__((noinline)) bool is_deferred(const struct hw_block *block, uint32_t exec, uint64_t base,
                                                  const lanes *place, unsigned bytes)
{
    const struct hw_range met = met_places(exec, base, place, bytes);

    return hw_reduction_overlaps(block->deferred, met.first, met.last);
}

HW_INLINE uint8_t *good_global_places(const struct usual *access, unsigned space, uint32_t exec,
                                      unsigned bytes, lanes *place)
{
    const struct hw_block *block = hw_warp_of(access->regs)->block;
    const struct hw_range *range = access->range;
    uint64_t base = range->first;
    bool bad;

    if (space == HW_OPERAND_GLOBAL) {
        const struct hw_segment *segment = &block->launch->segment[access->uop->mem.number];
        bad = known_segment_places(access, segment, bytes, place) & exec;
        base = segment->base;
    } else {
        bad = wide_distances(access->regs, access->uop, range, bytes - 1, bytes, place) & exec;
    }
    if (bad || (hw_reduction_overlaps(block->deferred, range->first, range->last) &&
                is_deferred(block, exec, base, place, bytes)))
        return NULL;
    return block->window + base;
}

/* The lanes of `exec` are at these distances from the result; NULL: a place is bad, or not known. */
HW_INLINE uint8_t *good_places(const struct usual *access, unsigned space, uint32_t exec, unsigned bytes,
                               lanes *place)
{
    struct flat flat;

    if (!is_flat(access, space, &flat))
        return good_global_places(access, space, exec, bytes, place);
    return flat_places(access, flat.bytes, bytes, place) & exec ? NULL : flat.memory;
}

#define DENSE 16 /* bytes from one lane to the next */

/* Whoever accesses all parts of a structure one by one comes to the next structures soon. */
HW_INLINE void prefetch_places(const struct usual *access, unsigned space, const uint8_t *base,
                               const lanes *place, uint32_t exec)
{
    const uint32_t span = place->lane[HW_LANES - 1] - place->lane[0];

    if (exec == HW_ALL_LANES && (space == HW_OPERAND_GLOBAL || space == HW_OPERAND_GENERIC) &&
        span < HW_LANES * DENSE)
        prefetch_behind(access, base + place->lane[0], span / HW_LANES + 1);
}

/* False: it is another one, and nothing is done. */
HW_INLINE bool load_places(const struct usual *access, unsigned space, enum hw_width width, uint32_t exec)
{
    lanes place;
    const uint8_t *base = good_places(access, space, exec, hw_width_bytes(width), &place);

    if (base)
        prefetch_places(access, space, base, &place, exec);
    if (base)
        take_lanes(access->data, base, &place, width, exec);
    return base;
}

HW_INLINE bool store_places(const struct usual *access, unsigned space, enum hw_width width, uint32_t exec)
{
    lanes place;
    uint8_t *base = good_places(access, space, exec, hw_width_bytes(width), &place);

    if (base)
        prefetch_places(access, space, base, &place, exec);
    if (base)
        put_lanes(access->data, access->uop->b_part == HW_PART_HIGH, base, &place, width, exec);
    return base;
}

#endif
