/* SPDX-License-Identifier: MIT */
/* The usual access of global memory: all 32 lanes, one behind the other.  It is a copy of a register. */
#ifndef HW_MACHINE_MEMORY_LANES_MEM_CONTIGUOUS_H
#define HW_MACHINE_MEMORY_LANES_MEM_CONTIGUOUS_H

#include "machine/memory/lanes_mem_global.h"

/* Whether the lanes' addresses lie `step` apart, one behind the other. */
HW_INLINE bool are_contiguous(const uint32_t *low, const uint32_t *high, uint32_t step)
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

/* The usual access: all lanes, one behind the other.  Two comparisons find that it is good, and where it is;
 * NULL when it is another one, or not good. */
HW_INLINE uint8_t *contiguous_place(struct hw_regs *regs, const struct hw_uop *uop, unsigned space,
                                    unsigned bytes)
{
    const struct hw_block *block = hw_warp_of(regs)->block;
    const struct hw_range *range = hw_cached_range(hw_warp_of(regs)->block, uop);
    const uint32_t *low = register_at(regs, uop->a),
                   *high = space == HW_OPERAND_GLOBAL ? NULL : register_at(regs, uop->a + 1u);

    if (regs->exec != HW_ALL_LANES || low[1] - low[0] != bytes || !are_contiguous(low, high, bytes))
        return NULL;
    if (space == HW_OPERAND_GLOBAL) {
        const struct hw_segment *segment = &block->launch->segment[uop->mem.number];
        const uint32_t offset = low[0] + uop->mem.offset;
        uint64_t first;
        const uint32_t count = known_stretch(segment, range, bytes * HW_LANES, &first);
        if (offset % bytes != 0 || offset - (uint32_t)(first - segment->base) >= count)
            return NULL;
        return block->window + segment->base + offset;
    }
    const uint64_t address = (low[0] | (uint64_t)high[0] << 32) + (uint64_t)(int64_t)(int32_t)uop->mem.offset;
    if (address % bytes != 0 || address - range->first >= range_count(range, bytes * HW_LANES))
        return NULL;
    return block->window + address;
}

/* Registers from words that lie lane after lane, and back. */
HW_INLINE void load_words(const struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width,
                          const uint8_t *from)
{
    lanes value[4], place;

    if (width == HW_WIDTH_B32) {
        memcpy(value[0].lane, from, sizeof(hw_lanes)); /* not aligned */
    } else {
        FOR_LANES(l)
            place.lane[l] = l * hw_width_bytes(width);
        fetch(from, &place, width, value);
    }
    write_words(regs, uop->d, width, value);
}

HW_INLINE void store_words(const struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width,
                           uint8_t *to)
{
    const unsigned words = hw_width_words(width);
    lanes value[4];

    if (words == 1) {
        memcpy(to, register_at(regs, uop->b), sizeof(hw_lanes));
        return;
    }
    for (unsigned word = 0; word < words; word++)
        memcpy(&value[word], register_at(regs, uop->b + word), sizeof(hw_lanes));
    for (unsigned l = 0; l < HW_LANES; l++)
        for (unsigned word = 0; word < words; word++)
            memcpy(to + 4 * (l * words + word), &value[word].lane[l], 4);
}

#define PREFETCH 4096 /* bytes */

/* The host's own prefetcher gives up at warps that take turns in going through memory: ask for what a warp is
 * likely to load a few accesses later. */
HW_INLINE void prefetch_behind(const uint8_t *from, unsigned bytes)
{
    for (unsigned at = 0; at < bytes * HW_LANES; at += 64)
        __builtin_prefetch(from + PREFETCH + at);
}

/* Do the usual access; false when it is another one, or not good. */
HW_INLINE bool load_contiguous(struct hw_regs *regs, const struct hw_uop *uop, unsigned space,
                               enum hw_width width)
{
    struct hw_block *block = hw_warp_of(regs)->block;
    const unsigned bytes = hw_width_bytes(width);
    const uint8_t *from = width >= HW_WIDTH_B32 ? contiguous_place(regs, uop, space, bytes) : NULL;

    if (!from)
        return false;
    prefetch_behind(from, bytes);
    meet_pending(block, hw_cached_range(block, uop));
    load_words(regs, uop, width, from);
    return true;
}

HW_INLINE bool store_contiguous(struct hw_regs *regs, const struct hw_uop *uop, unsigned space,
                                enum hw_width width)
{
    struct hw_block *block = hw_warp_of(regs)->block;
    uint8_t *to = width >= HW_WIDTH_B32 ? contiguous_place(regs, uop, space, hw_width_bytes(width)) : NULL;

    if (!to)
        return false;
    meet_pending(block, hw_cached_range(block, uop));
    store_words(regs, uop, width, to);
    return true;
}

#endif
