/* Addresses of global memory, checked for all lanes at once.
 *
 * They come in two kinds: offsets in a segment (Tesla; `space` is HW_OPERAND_GLOBAL) and 64-bit device addresses
 * (HW_OPERAND_GENERIC).  Either becomes a host address and a 32-bit offset a lane, as loads and stores want
 * them.  The stretch of memory that a micro-op found last is remembered, so usually one comparison of all lanes
 * with it is the whole check. */
#ifndef HW_OPS_ROWS_MEM_GLOBAL_H
#define HW_OPS_ROWS_MEM_GLOBAL_H

#include "ops/pending.h"
#include "ops/rows_mem.h"

/* How many accesses of `bytes` may begin between `first` and `end`. */
HW_INLINE uint32_t count_between(uint64_t first, uint64_t end, unsigned bytes)
{
    if (end < first + bytes)
        return 0;
    const uint64_t count = end - first - (bytes - 1);
    return count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
}

/* The device addresses at which an access to a segment may begin as far as is known: *first on, so many. */
HW_INLINE uint32_t known_stretch(const struct hw_segment *segment, const struct hw_range *range, unsigned bytes,
                                 uint64_t *first)
{
    const uint64_t segment_end = (uint64_t)segment->base + segment->limit + 1;
    const uint64_t last_end = (uint64_t)1 << 32, end = segment_end < last_end ? segment_end : last_end;

    *first = range->first > segment->base ? range->first : segment->base;
    if (segment->mode != HW_SEGMENT_LINEAR)
        return 0;
    return count_between(*first, range->last < end ? range->last + 1 : end, bytes);
}

HW_INLINE uint8_t *segment_places(struct hw_regs *regs, const struct hw_uop *uop, uint32_t align, unsigned bytes,
                                  lanes *place)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const struct hw_segment *segment = &warp->block->launch->segment[uop->mode];
    uint64_t first;
    const uint32_t count = known_stretch(segment, hw_cached_range(warp->block, uop), bytes, &first);

    sum_addresses(regs, uop, ~0u, place);
    count_misaligned(warp, align, bytes, place);
    if (__builtin_expect(bad_lanes(place, align, (uint32_t)first - segment->base, count) & regs->exec, 0))
        return hw_global_places(warp, uop, HW_OPERAND_GLOBAL, align, bytes, place->lane);
    return warp->block->window + segment->base;
}

HW_INLINE uint32_t range_count(const struct hw_range *range, unsigned bytes)
{
    return count_between(range->first, range->last + 1, bytes);
}

/* place[l] = distance of a lane's address from the range's start, as far as it has 32 bits; the others, and the
 * misaligned ones, are the result. */
HW_INLINE uint32_t wide_distances(const struct hw_regs *regs, const struct hw_uop *uop, const struct hw_range *range,
                                  uint32_t align, unsigned bytes, lanes *place)
{
    const uint32_t *low = row_at(regs, uop->a), *high = row_at(regs, uop->a + 1u);
    const uint64_t offset = (uint64_t)(int64_t)(int32_t)uop->imm - range->first;
    const uint32_t offset_low = (uint32_t)offset, offset_high = (uint32_t)(offset >> 32);
    const uint32_t count = range_count(range, bytes), first = (uint32_t)range->first;
    lanes bad;

    FOR_LANES(l)
    {
        uint32_t above = high[l];
        const uint32_t at = hw_wide_sum(low[l], &above, offset_low, offset_high);
        place->lane[l] = at;
        bad.lane[l] = above | ((at + first) & align) | (at >= count ? 1u : 0u);
    }
    return nonzero_lanes(&bad);
}

HW_INLINE uint8_t *device_places(struct hw_regs *regs, const struct hw_uop *uop, uint32_t align, unsigned bytes,
                                 lanes *place)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const struct hw_range *range = hw_cached_range(warp->block, uop);

    if (__builtin_expect(align != bytes - 1, 0)) {
        lanes address;
        sum_addresses(regs, uop, ~0u, &address);
        count_misaligned(warp, align, bytes, &address);
    }
    if (__builtin_expect(wide_distances(regs, uop, range, align, bytes, place) & regs->exec, 0))
        return hw_global_places(warp, uop, HW_OPERAND_GENERIC, align, bytes, place->lane);
    return warp->block->window + range->first;
}

/* Where the executing lanes' bytes are: a host address, and in `place` each lane's offset from it.  NULL when
 * nothing is left to do: see hw_global_places. */
HW_INLINE uint8_t *global_places(struct hw_regs *regs, const struct hw_uop *uop, unsigned space, uint32_t align,
                                 unsigned bytes, lanes *place)
{
    return space == HW_OPERAND_GLOBAL ? segment_places(regs, uop, align, bytes, place)
                                      : device_places(regs, uop, align, bytes, place);
}

/* Whether the lanes' addresses lie `step` apart, one behind the other. */
HW_INLINE bool is_row(const uint32_t *low, const uint32_t *high, uint32_t step)
{
    lanes off;

    if (high)
        FOR_LANES(l)
            off.lane[l] = (low[l] - low[0] - l * step) | (high[l] ^ high[0]);
    else
        FOR_LANES(l)
            off.lane[l] = low[l] - low[0] - l * step;
    return nonzero_lanes(&off) == 0;
}

/* The usual access: all lanes, one behind the other.  Two comparisons find that it is good, and where it is; NULL
 * when it is another one, or not good. */
HW_INLINE uint8_t *whole_row(struct hw_regs *regs, const struct hw_uop *uop, unsigned space, unsigned bytes)
{
    const struct hw_block *block = hw_warp_of(regs)->block;
    const struct hw_range *range = hw_cached_range(hw_warp_of(regs)->block, uop);
    const uint32_t *low = row_at(regs, uop->a), *high = space == HW_OPERAND_GLOBAL ? NULL : row_at(regs, uop->a + 1u);

    if (regs->exec != HW_ALL_LANES || low[1] - low[0] != bytes || !is_row(low, high, bytes))
        return NULL;
    if (space == HW_OPERAND_GLOBAL) {
        const struct hw_segment *segment = &block->launch->segment[uop->mode];
        const uint32_t offset = low[0] + uop->imm;
        uint64_t first;
        const uint32_t count = known_stretch(segment, range, bytes * HW_LANES, &first);
        if (offset % bytes != 0 || offset - ((uint32_t)first - segment->base) >= count)
            return NULL;
        return block->window + (uint32_t)(segment->base + offset);
    }
    const uint64_t address = (low[0] | (uint64_t)high[0] << 32) + (uint64_t)(int64_t)(int32_t)uop->imm;
    if (address % bytes != 0 || address - range->first >= range_count(range, bytes * HW_LANES))
        return NULL;
    return block->window + address;
}

/* Before an access to the stretch of memory that was just found: it must see the worker's own reductions. */
HW_INLINE void meet_pending(const struct hw_block *block, const struct hw_range *range)
{
    hw_pending_meet(block->pending, block->window, range->first, range->last);
}

/* --- loads and stores --- */

/* Rows from words that lie lane after lane, and back. */
HW_INLINE void load_row(const struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width, const uint8_t *from)
{
    lanes value[4], place;

    if (width == HW_WIDTH_B32) {
        memcpy(value[0].lane, from, sizeof(hw_lanes)); /* not aligned */
    } else {
        FOR_LANES(l)
            place.lane[l] = l * hw_width_bytes(width);
        fetch(from, &place, width, value);
    }
    write_words(regs, uop, width, value);
}

HW_INLINE void store_row(const struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width, uint8_t *to)
{
    const unsigned words = hw_width_words(width);
    lanes value[4];

    if (words == 1) {
        memcpy(to, row_at(regs, uop->b), sizeof(hw_lanes));
        return;
    }
    for (unsigned word = 0; word < words; word++)
        memcpy(&value[word], row_at(regs, uop->b + word), sizeof(hw_lanes));
    for (unsigned l = 0; l < HW_LANES; l++)
        for (unsigned word = 0; word < words; word++)
            memcpy(to + 4 * (l * words + word), &value[word].lane[l], 4);
}

#define PREFETCH 4096 /* bytes */

/* The host's own prefetcher gives up at warps that take turns in going through memory: ask for what a warp is likely
 * to load a few accesses later. */
HW_INLINE void prefetch_behind(const uint8_t *from, unsigned bytes)
{
    for (unsigned at = 0; at < bytes * HW_LANES; at += 64)
        __builtin_prefetch(from + PREFETCH + at);
}

HW_INLINE void load_any(struct hw_regs *regs, const struct hw_uop *uop, unsigned space, enum hw_width width)
{
    struct hw_block *block = hw_warp_of(regs)->block;
    const unsigned bytes = hw_width_bytes(width);
    const uint8_t *from;
    lanes place, value[4];

    if (width >= HW_WIDTH_B32 && (from = whole_row(regs, uop, space, bytes)) != NULL) {
        prefetch_behind(from, bytes);
        meet_pending(block, hw_cached_range(block, uop));
        load_row(regs, uop, width, from);
        return;
    }
    from = global_places(regs, uop, space, hw_align_mask(hw_warp_of(regs), bytes), bytes, &place);
    if (!from)
        return;
    meet_pending(block, hw_cached_range(block, uop));
    fill_addresses(&place, regs->exec);
    fetch(from, &place, width, value);
    write_words(regs, uop, width, value);
}

HW_INLINE void store_any(struct hw_regs *regs, const struct hw_uop *uop, unsigned space, enum hw_width width)
{
    struct hw_block *block = hw_warp_of(regs)->block;
    const unsigned bytes = hw_width_bytes(width);
    uint8_t *to;
    lanes place;

    if (width >= HW_WIDTH_B32 && (to = whole_row(regs, uop, space, bytes)) != NULL) {
        meet_pending(block, hw_cached_range(block, uop));
        store_row(regs, uop, width, to);
        return;
    }
    to = global_places(regs, uop, space, hw_align_mask(hw_warp_of(regs), bytes), bytes, &place);
    if (!to)
        return;
    meet_pending(block, hw_cached_range(block, uop));
    put(regs, uop, uop->b, to, &place, width);
}

#endif
