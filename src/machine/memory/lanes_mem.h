/* SPDX-License-Identifier: MIT */
/* How lanes read and write the bytes of a memory: their addresses, whether these are valid, and the memories
 * that a block or a warp has to itself.
 *
 * An address is an offset from the host address of the memory's byte 0.  How bytes then become words of
 * registers, and back, depends on how many lanes there may be: lanes_mem_all.h, lanes_mem_few.h. */
#ifndef HW_MACHINE_MEMORY_LANES_MEM_H
#define HW_MACHINE_MEMORY_LANES_MEM_H

#ifdef HW_LANES_NARROW
#include "machine/memory/lanes_mem_few.h"
#else
#include "machine/memory/lanes_mem_all.h"
#endif
#include "machine/memory/memory_table.h"

/* Register a, whose words are at `base`, + imm. */
HW_INLINE void sum_addresses(const uint32_t *base, const struct hw_uop *uop, uint32_t mask, lanes *address)
{
    FOR_LANES(l)
        address->lane[l] = (base[l] + uop->mem.offset) & mask;
}

/* Lanes whose address is not aligned, or is none of the `count` from `first` on. */
HW_INLINE uint32_t invalid_lanes(const lanes *address, uint32_t align, uint32_t first, uint32_t count)
{
    lanes invalid;

    FOR_LANES(l)
        invalid.lane[l] = (address->lane[l] & align) | (address->lane[l] - first >= count ? 1u : 0u);
    return nonzero_lanes(&invalid);
}

/* Count the misaligned accesses that a launch with a max_alignment lets pass. */
HW_INLINE void count_misaligned(struct hw_warp *warp, uint32_t align, unsigned bytes, const lanes *address)
{
    lanes off;

    if (align == bytes - 1)
        return;
    FOR_LANES(l)
        off.lane[l] = address->lane[l] & (bytes - 1);
    warp->block->stats.misaligned += hw_lane_count(nonzero_lanes(&off) & executing(&warp->regs));
}

/* Whether an access is valid: addresses in a memory whose bytes are `first` and so many behind it.  Where an
 * executing lane's is invalid, the fault is reported. */
HW_INLINE bool check_flat(struct hw_regs *regs, const struct hw_uop *uop, unsigned space, uint32_t align,
                          unsigned bytes, uint32_t first, uint32_t size, const lanes *address)
{
    const uint32_t invalid =
        invalid_lanes(address, align, first, size < bytes ? 0 : size - bytes + 1) & executing(regs);

    if (__builtin_expect(invalid == 0, 1))
        return true;
    const unsigned lane = hw_lowest_lane(invalid);
    hw_mem_fault(hw_warp_of(regs), uop, space, align, first_lane(regs) + lane, address->lane[lane], bytes);
    return false;
}

/* The same of shared memory.  Behind a block's own the chip gives it more (hw_mem_behind_shared), which slow
 * code looks at. */
HW_INLINE bool check_shared(struct hw_regs *regs, const struct hw_uop *uop, uint32_t align, unsigned bytes,
                            const lanes *address)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const uint32_t size = warp->block->shared_bytes,
                   invalid = invalid_lanes(address, align, 0, size < bytes ? 0 : size - bytes + 1) &
                             executing(regs);

    return __builtin_expect(invalid == 0, 1) ||
           hw_mem_behind_shared(warp, uop, align, bytes, invalid, first_lane(regs), address->lane);
}

/* The registers of words that all lanes find at one place. */
HW_INLINE void broadcast(const struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width,
                         const uint8_t *from)
{
    lanes value;

    for (unsigned word = 0; word < hw_width_words(width); word++) {
        const uint32_t same = hw_load_word(from + 4 * word, width);
        FOR_LANES(l)
            value.lane[l] = same;
        write_lanes(regs, uop->d + word, executing(regs), value.lane);
    }
}

/* --- shared and local memory at given addresses --- */

HW_INLINE void load_shared_at(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width,
                              lanes *address)
{
    const struct hw_warp *warp = hw_warp_of(regs);
    const unsigned bytes = hw_width_bytes(width);

    if (check_shared(regs, uop, hw_align_mask(warp, bytes), bytes, address))
        take(regs, uop->d, warp->block->shared, address, width);
}

HW_INLINE void store_shared_at(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width,
                               const lanes *address)
{
    const struct hw_warp *warp = hw_warp_of(regs);
    const unsigned bytes = hw_width_bytes(width);

    if (check_shared(regs, uop, hw_align_mask(warp, bytes), bytes, address))
        put(regs, uop, uop->b, warp->block->shared, address, width);
}

/* Lanes store below what has been stored to in local memory so far: it is not zero from there on. */
static inline void touch_local(struct hw_block *block, uint32_t below, const lanes *place)
{
    for (; below; below &= below - 1) {
        const uint32_t begin = place->lane[hw_lowest_lane(below)] / sizeof(hw_lanes) * sizeof(hw_lanes);
        if (begin < block->local_touched)
            block->local_touched = begin;
    }
}

/* Remember where a store begins; most often something was stored there or below before. */
HW_INLINE void touch_addresses(struct hw_regs *regs, const lanes *place)
{
    struct hw_block *block = hw_warp_of(regs)->block;
    const uint32_t touched = (uint32_t)block->local_touched;
    lanes is_below;

    FOR_LANES(l)
        is_below.lane[l] = place->lane[l] < touched ? 1u : 0u;
    const uint32_t below = nonzero_lanes(&is_below) & executing(regs);
    if (__builtin_expect(below != 0, 0))
        touch_local(block, below, place);
}

/* A warp's local memory is kept word by word, the 32 lanes' copies of a word side by side, so that an access
 * at one address in all lanes, the usual spill, is a copy of a register.  Addresses become offsets in it;
 * false, with the fault reported, when one is bad.  A narrow access stays within its word. */
HW_INLINE bool local_addresses(struct hw_regs *regs, const struct hw_uop *uop, unsigned bytes, lanes *place)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const uint32_t align = hw_align_mask(warp, bytes), first = warp->block->local_first;

    if (!check_flat(regs, uop, HW_OPERAND_LOCAL, align, bytes, first, warp->block->local_bytes, place))
        return false;
    count_misaligned(warp, align, bytes, place);
    FOR_LANES(l) {
        const uint32_t at = place->lane[l] - first;
        place->lane[l] = (at & ~3u) * HW_LANES + (first_lane(regs) + l) * 4 + (at & 3);
    }
    return true;
}

/* The warp's local memory from a word on. */
HW_INLINE uint8_t *local_words(const struct hw_warp *warp, unsigned word)
{
    return warp->block->local + warp->number * warp->block->local_warp_bytes + word * sizeof(hw_lanes);
}

HW_INLINE void load_local_at(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width,
                             lanes *place)
{
    const enum hw_width part = width < HW_WIDTH_B32 ? width : HW_WIDTH_B32;

    if (!local_addresses(regs, uop, hw_width_bytes(width), place))
        return;
    for (unsigned word = 0; word < hw_width_words(width); word++)
        take(regs, uop->d + word, local_words(hw_warp_of(regs), word), place, part);
}

HW_INLINE void store_local_at(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width,
                              lanes *place)
{
    const enum hw_width part = width < HW_WIDTH_B32 ? width : HW_WIDTH_B32;

    if (!local_addresses(regs, uop, hw_width_bytes(width), place))
        return;
    touch_addresses(regs, place);
    for (unsigned word = 0; word < hw_width_words(width); word++)
        put(regs, uop, uop->b + word, local_words(hw_warp_of(regs), word), place, part);
}

/* Stamp out load_SPACE(regs, uop, width) or store_SPACE for every width, and the build's list of them. */
#define STAMP_ONE(verb_space, name)                                                 \
    static void verb_space##_##name(struct hw_regs *regs, const struct hw_uop *uop) \
    {                                                                               \
        verb_space(regs, uop, HW_WIDTH_##name);                                     \
    }
#define STAMP(verb_space)                                                        \
    STAMP_ONE(verb_space, U8)                                                    \
    STAMP_ONE(verb_space, S8)                                                    \
    STAMP_ONE(verb_space, U16)                                                   \
    STAMP_ONE(verb_space, S16)                                                   \
    STAMP_ONE(verb_space, B32)                                                   \
    STAMP_ONE(verb_space, B64)                                                   \
    STAMP_ONE(verb_space, B128)                                                  \
    hw_uop_fn *const HW_LANE_FUNCTIONS(verb_space)[HW_WIDTHS] = {                \
        verb_space##_U8,  verb_space##_S8,  verb_space##_U16,  verb_space##_S16, \
        verb_space##_B32, verb_space##_B64, verb_space##_B128,                   \
    };

#endif
