/* SPDX-License-Identifier: MIT */
/* Addresses of global memory, checked for all lanes at once.
 *
 * They come in two kinds: offsets in a segment (Tesla; `space` is HW_OPERAND_GLOBAL) and 64-bit device
 * addresses (HW_OPERAND_GENERIC).  Either becomes a host address and a 32-bit offset a lane, as loads and
 * stores want them.  The stretch of memory that a micro-op found last is remembered, so usually one
 * comparison of all lanes with it is the whole check. */
#ifndef HW_MACHINE_MEMORY_LANES_MEM_GLOBAL_H
#define HW_MACHINE_MEMORY_LANES_MEM_GLOBAL_H

#include "machine/memory/reduction_buffer.h"
#include "machine/memory/reduction_log.h"
#include "machine/memory/lanes_mem.h"

/* How many accesses of `bytes` may begin between `first` and `end`. */
HW_INLINE uint32_t count_between(uint64_t first, uint64_t end, unsigned bytes)
{
    if (end < first + bytes)
        return 0;
    const uint64_t count = end - first - (bytes - 1);
    return count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
}

/* The device addresses at which an access to a segment may begin as far as is known: *first on, so many. */
HW_INLINE uint32_t known_stretch(const struct hw_segment *segment, const struct hw_range *range,
                                 unsigned bytes, uint64_t *first)
{
    const uint64_t end = segment->base + segment->limit + 1;

    *first = range->first > segment->base ? range->first : segment->base;
    if (segment->mode != HW_SEGMENT_LINEAR || segment->read_only)
        return 0;
    return count_between(*first, range->last < end ? range->last + 1 : end, bytes);
}

/* What follows a comparison that fails stays out of the way of those that do not. */
#define RARELY static __attribute__((noinline, cold))

/* Found lane by lane: see hw_global_translate. */
RARELY uint8_t *find_places(struct hw_regs *regs, const struct hw_uop *uop, unsigned space, uint32_t align,
                            unsigned bytes, lanes *place)
{
    hw_lanes offset;
    uint8_t *base = hw_global_translate(hw_warp_of(regs), uop, space, align, bytes, offset);

    if (base)
        memcpy(place->lane, offset + first_lane(regs), REGISTER_BYTES);
    return base;
}

/* The device address of the lowest executing lane's access. */
static inline uint64_t lowest_address(struct hw_regs *regs, const struct hw_uop *uop, unsigned space)
{
    const struct hw_segment *segment = &hw_warp_of(regs)->block->launch->segment[uop->mem.number];
    const unsigned l = hw_lowest_lane(executing(regs));
    const uint32_t low = register_at(regs, uop->a)[l];

    if (space == HW_OPERAND_GLOBAL)
        return segment->base + (uint32_t)(low + uop->mem.offset);
    return (low | (uint64_t)register_at(regs, uop->a + 1u)[l] << 32) +
           (uint64_t)(int64_t)(int32_t)uop->mem.offset;
}

/* Whether a range that another micro-op found has that address, and is now this one's. */
RARELY bool recalled(struct hw_regs *regs, const struct hw_uop *uop, unsigned space)
{
    struct hw_block *block = hw_warp_of(regs)->block;

    return hw_recall_range(block, lowest_address(regs, uop, space), hw_cached_range(block, uop));
}

HW_INLINE uint8_t *segment_places(struct hw_regs *regs, const struct hw_uop *uop, uint32_t align,
                                  unsigned bytes, lanes *place)
{
    struct hw_block *block = hw_warp_of(regs)->block;
    const struct hw_segment *segment = &block->launch->segment[uop->mem.number];
    const struct hw_range *range = hw_cached_range(block, uop);
    uint64_t first;
    uint32_t count;

    sum_addresses(register_at(regs, uop->a), uop, ~0u, place);
    count_misaligned(hw_warp_of(regs), align, bytes, place);
    do {
        count = known_stretch(segment, range, bytes, &first);
        if (__builtin_expect(
                !(invalid_lanes(place, align, (uint32_t)(first - segment->base), count) & executing(regs)),
                1))
            return block->window + segment->base;
    } while (recalled(regs, uop, HW_OPERAND_GLOBAL));
    return find_places(regs, uop, HW_OPERAND_GLOBAL, align, bytes, place);
}

HW_INLINE uint32_t range_count(const struct hw_range *range, unsigned bytes)
{
    return count_between(range->first, range->last + 1, bytes);
}

/* place[l] = distance of a lane's address from the range's start, as far as it has 32 bits; the others, and
 * the misaligned ones, are the result. */
HW_INLINE uint32_t wide_distances(const struct hw_regs *regs, const struct hw_uop *uop,
                                  const struct hw_range *range, uint32_t align, unsigned bytes, lanes *place)
{
    const uint32_t *low = register_at(regs, uop->a), *high = register_at(regs, uop->a + 1u);
    const uint64_t offset = (uint64_t)(int64_t)(int32_t)uop->mem.offset - range->first;
    const uint32_t offset_low = (uint32_t)offset, offset_high = (uint32_t)(offset >> 32);
    const uint32_t count = range_count(range, bytes), first = (uint32_t)range->first;
    lanes bad;

    FOR_LANES(l) {
        uint32_t above = high[l];
        const uint32_t at = hw_wide_sum(low[l], &above, offset_low, offset_high);
        place->lane[l] = at;
        bad.lane[l] = above | ((at + first) & align) | (at >= count ? 1u : 0u);
    }
    return nonzero_lanes(&bad);
}

HW_INLINE uint8_t *device_places(struct hw_regs *regs, const struct hw_uop *uop, uint32_t align,
                                 unsigned bytes, lanes *place)
{
    struct hw_block *block = hw_warp_of(regs)->block;
    const struct hw_range *range = hw_cached_range(block, uop);

    if (__builtin_expect(align != bytes - 1, 0)) {
        lanes address;
        sum_addresses(register_at(regs, uop->a), uop, ~0u, &address);
        count_misaligned(hw_warp_of(regs), align, bytes, &address);
    }
    do {
        if (__builtin_expect(!(wide_distances(regs, uop, range, align, bytes, place) & executing(regs)), 1))
            return block->window + range->first;
    } while (recalled(regs, uop, HW_OPERAND_GENERIC));
    return find_places(regs, uop, HW_OPERAND_GENERIC, align, bytes, place);
}

/* Where the executing lanes' bytes are: a host address, and in `place` each lane's offset from it.  NULL when
 * nothing is left to do: see hw_global_translate. */
HW_INLINE uint8_t *global_places(struct hw_regs *regs, const struct hw_uop *uop, unsigned space,
                                 uint32_t align, unsigned bytes, lanes *place)
{
    return space == HW_OPERAND_GLOBAL ? segment_places(regs, uop, align, bytes, place)
                                      : device_places(regs, uop, align, bytes, place);
}

/* The bytes that are accessed by the lanes of `exec`, at these distances from an address. */
HW_INLINE struct hw_range met_places(uint32_t exec, uint64_t base, const lanes *place, unsigned bytes)
{
    struct hw_range met = {UINT64_MAX, 0};

    for (; exec; exec &= exec - 1) {
        const uint64_t at = base + place->lane[hw_lowest_lane(exec)];
        met.first = at < met.first ? at : met.first;
        met.last = at + (bytes - 1) > met.last ? at + (bytes - 1) : met.last;
    }
    return met;
}

RARELY void meet_log(const struct hw_regs *regs, const struct hw_block *block, const uint8_t *base,
                     const lanes *place, unsigned bytes)
{
    const uint64_t address = (uint64_t)((uintptr_t)base - (uintptr_t)block->window);

    hw_reduction_log_drain(block->log, met_places(executing(regs), address, place, bytes));
}

/* Before an access to memory that was just found: it must see the worker's own reductions, and in a launch
 * that logs them those of lower blocks. */
HW_INLINE void meet_pending(struct hw_regs *regs, const struct hw_uop *uop, const uint8_t *base,
                            const lanes *place, unsigned bytes)
{
    struct hw_block *block = hw_warp_of(regs)->block;
    const struct hw_range *range = hw_cached_range(block, uop);

    hw_reduction_flush_range(block->pending, block->window, range->first, range->last);
    if (__builtin_expect(block->log != NULL, 0))
        meet_log(regs, block, base, place, bytes);
}

/* --- generic addresses: two windows, which are neighbours, show shared and local memory --- */

#define WINDOWS_FIRST HW_SHARED_WINDOW
#define WINDOWS_END   ((uint64_t)HW_LOCAL_WINDOW + HW_GENERIC_WINDOW_BYTES)

/* Whether no window of shared or local memory hides a part of a stretch of global memory. */
HW_INLINE bool is_beside_windows(const struct hw_range *range)
{
    return range->first >= WINDOWS_END || range->last < WINDOWS_FIRST;
}

/* The executing lanes whose address lies in either window, and those of the local one. */
HW_INLINE uint32_t window_lanes(const struct hw_regs *regs, const struct hw_uop *uop, uint32_t *local,
                                lanes *address)
{
    const uint32_t *low = register_at(regs, uop->a), *high = register_at(regs, uop->a + 1u);
    const uint32_t offset_high = (uint32_t)((int32_t)uop->mem.offset >> 31);
    const struct hw_windows windows = ((const struct hw_warp *)regs)->block->windows;
    lanes outside, is_local;

    FOR_LANES(l) {
        uint32_t above = high[l];
        address->lane[l] = hw_wide_sum(low[l], &above, uop->mem.offset, offset_high);
        outside.lane[l] = (above ^ windows.high) | (address->lane[l] < windows.shared ? 1u : 0u);
    }
    const uint32_t inside = ~nonzero_lanes(&outside) & executing(regs);
    if (__builtin_expect(inside == 0, 1))
        return 0;
    FOR_LANES(l)
        is_local.lane[l] = address->lane[l] >= windows.local ? 1u : 0u;
    *local = nonzero_lanes(&is_local) & inside;
    return inside;
}

/* Addresses from the start of a window. */
HW_INLINE void from_window(lanes *address, uint32_t window)
{
    FOR_LANES(l)
        address->lane[l] -= window;
}

#endif
