/* Addresses of global memory: offsets in a segment, which become device addresses.
 *
 * The stretch of memory that a micro-op found last is remembered, so usually one comparison of all lanes
 * with it is the whole check. */
#ifndef HW_OPS_ROWS_MEM_GLOBAL_H
#define HW_OPS_ROWS_MEM_GLOBAL_H

#include "ops/pending.h"
#include "ops/rows_mem.h"

/* The device addresses at which an access of `bytes` may begin as far as is known: *first on, so many. */
HW_INLINE uint32_t known_stretch(const struct hw_segment *segment, const struct hw_range *range, unsigned bytes,
                                 uint32_t *first)
{
    const uint64_t segment_end = (uint64_t)segment->base + segment->limit + 1;
    const uint64_t range_end = (uint64_t)range->last + 1, end = segment_end < range_end ? segment_end : range_end;

    *first = range->first > segment->base ? range->first : segment->base;
    if (segment->mode != HW_SEGMENT_LINEAR || end < (uint64_t)*first + bytes)
        return 0;
    const uint64_t count = end - *first - (bytes - 1);
    return count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
}

/* Device addresses of the executing lanes' bytes; false, with the fault reported, when one's are bad. */
HW_INLINE bool global_addresses(struct hw_regs *regs, const struct hw_uop *uop, uint32_t align, unsigned bytes,
                                lanes *address)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const struct hw_segment *segment = &warp->block->launch->segment[uop->mode];
    uint32_t first;
    const uint32_t count = known_stretch(segment, hw_cached_range(warp->block, uop), bytes, &first);

    sum_addresses(regs, uop, ~0u, address);
    count_misaligned(warp, align, bytes, address);
    if (__builtin_expect(bad_lanes(address, align, first - segment->base, count) & regs->exec, 0))
        return hw_global_addresses(warp, uop, align, bytes, address->lane);
    FOR_LANES(l)
        address->lane[l] += segment->base;
    return true;
}

/* The usual access: all lanes, a word each, one behind the other.  Two comparisons find that it is good, and
 * where it is; NULL when it is another one, or not good. */
HW_INLINE uint8_t *whole_row(struct hw_regs *regs, const struct hw_uop *uop)
{
    struct hw_block *block = hw_warp_of(regs)->block;
    const struct hw_segment *segment = &block->launch->segment[uop->mode];
    const uint32_t *base = row_at(regs, uop->a), offset = base[0] + uop->imm;
    lanes off;
    uint32_t first;

    if (regs->exec != HW_ALL_LANES || base[1] - base[0] != 4)
        return NULL;
    FOR_LANES(l)
        off.lane[l] = base[l] - base[0] - l * 4;
    const uint32_t count = known_stretch(segment, hw_cached_range(block, uop), sizeof(hw_lanes), &first);
    if (nonzero_lanes(&off) || offset % 4 != 0 || offset - (first - segment->base) >= count)
        return NULL;
    return block->window + (uint32_t)(segment->base + offset);
}

/* Before an access to the stretch of memory that was just found: it must see the worker's own reductions. */
HW_INLINE void meet_pending(const struct hw_block *block, const struct hw_range *range)
{
    hw_pending_meet(block->pending, block->window, range->first, range->last);
}

#endif
