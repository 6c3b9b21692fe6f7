/* How 32 lanes read and write the bytes of a memory, once their addresses are known to be good.
 *
 * An address is an offset from the host address of the memory's byte 0.  Words are told apart by how they
 * lie within each half of the warp, which is what blocks of 16 threads a row make: all the same, one behind
 * the other, or anyhow.  Wide accesses move each lane's bytes as a whole and turn four lanes' words
 * into rows with shuffles.  A load reads for all lanes, so those that do not execute are given an
 * address of one that does (there always is one); a store touches nothing but what its lanes own. */
#ifndef HW_OPS_ROWS_MEM_H
#define HW_OPS_ROWS_MEM_H

#include "ops/mem_access.h"
#include "ops/rows_gather.h"

/* Row a + imm. */
HW_INLINE void sum_addresses(const struct hw_regs *regs, const struct hw_uop *uop, uint32_t mask,
                             lanes *address)
{
    const uint32_t *base = row_at(regs, uop->a);

    FOR_LANES(l)
        address->lane[l] = (base[l] + uop->imm) & mask;
}

/* Lanes whose address is not aligned, or is none of the `count` from `first` on. */
HW_INLINE uint32_t bad_lanes(const lanes *address, uint32_t align, uint32_t first, uint32_t count)
{
    lanes bad;

    FOR_LANES(l)
        bad.lane[l] = (address->lane[l] & align) | (address->lane[l] - first >= count ? 1u : 0u);
    return nonzero_lanes(&bad);
}

/* Count the misaligned accesses that a launch with a most_alignment lets pass. */
HW_INLINE void count_misaligned(struct hw_warp *warp, uint32_t align, unsigned bytes, const lanes *address)
{
    lanes off;

    if (align == bytes - 1)
        return;
    FOR_LANES(l)
        off.lane[l] = address->lane[l] & (bytes - 1);
    warp->block->stats.misaligned += hw_lane_count(nonzero_lanes(&off) & warp->regs.exec);
}

/* Whether an access is good: addresses in a memory whose bytes are `first` and so many behind it.  Where an
 * executing lane's is bad, the fault is reported. */
HW_INLINE bool check_flat(struct hw_regs *regs, const struct hw_uop *uop, unsigned space, uint32_t align,
                          unsigned bytes, uint32_t first, uint32_t size, const lanes *address)
{
    const uint32_t bad = bad_lanes(address, align, first, size < bytes ? 0 : size - bytes + 1) & regs->exec;

    if (__builtin_expect(bad == 0, 1))
        return true;
    const unsigned lane = hw_lowest_lane(bad);
    hw_mem_fault(hw_warp_of(regs), uop, space, align, lane, address->lane[lane], bytes);
    return false;
}

/* For a load: lanes that do not execute get the address of one that does. */
HW_INLINE void fill_addresses(lanes *address, uint32_t exec)
{
    if (exec == HW_ALL_LANES)
        return;
    const uint32_t good = address->lane[hw_lowest_lane(exec)];
    FOR_LANES(l)
        address->lane[l] = lane_bit[l] & exec ? address->lane[l] : good;
}

/* Whether, in either half of the warp, each lane's address is `step` behind the one before. */
HW_INLINE bool halves_step(const lanes *address, uint32_t step)
{
    const uint32_t low = address->lane[0], high = address->lane[16];
    lanes off;

    FOR_LANES(l)
        off.lane[l] = address->lane[l] - (l < 16 ? low : high) - (l & 15) * step;
    return nonzero_lanes(&off) == 0;
}

/* Whether both halves have the same addresses. */
HW_INLINE bool halves_equal(const lanes *address)
{
    lanes off;

    for (unsigned l = 0; l < 16; l++)
        off.lane[l] = off.lane[l + 16] = address->lane[l] ^ address->lane[l + 16];
    return nonzero_lanes(&off) == 0;
}

/* --- loads --- */

HW_INLINE void fetch_words(const uint8_t *base, const lanes *address, lanes *value)
{
    const uint32_t step = address->lane[1] - address->lane[0];

    if (step == 0 && halves_step(address, 0)) {
        const uint32_t low = hw_load_word(base + address->lane[0], HW_WIDTH_B32);
        const uint32_t high = hw_load_word(base + address->lane[16], HW_WIDTH_B32);
        FOR_LANES(l)
            value->lane[l] = l < 16 ? low : high;
    } else if (step == 4 && halves_step(address, 4)) {
        memcpy(value->lane, base + address->lane[0], 64);
        memcpy(value->lane + 16, base + address->lane[16], 64);
    } else {
        gather_half(base, address, 0, value);
        if (address->lane[0] == address->lane[16] && halves_equal(address))
            memcpy(value->lane + 16, value->lane, 64);
        else
            gather_half(base, address, 16, value);
    }
}

/* Load for all 32 lanes, one value[] a word. */
HW_INLINE void fetch(const uint8_t *base, const lanes *address, enum hw_width width, lanes *value)
{
    if (width == HW_WIDTH_B32)
        fetch_words(base, address, value);
    else if (width > HW_WIDTH_B32)
        for (unsigned first = 0; first < HW_LANES; first += 16)
            gather_wide_half(base, address, first, hw_width_bytes(width) / 4, value);
    else
        for (unsigned l = 0; l < HW_LANES; l++)
            value->lane[l] = hw_load_word(base + address->lane[l], width);
}

/* Write a row for each word of an access. */
HW_INLINE void write_words(const struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width,
                           const lanes *value)
{
    for (unsigned word = 0; word < hw_width_words(width); word++)
        write_row(regs, uop->d + word, regs->exec, value[word].lane);
}

/* The rows of words that all lanes find at one place. */
HW_INLINE void broadcast(const struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width,
                         const uint8_t *from)
{
    lanes value[4];

    for (unsigned word = 0; word < hw_width_words(width); word++) {
        const uint32_t same = hw_load_word(from + 4 * word, width);
        FOR_LANES(l)
            value[word].lane[l] = same;
    }
    write_words(regs, uop, width, value);
}

/* --- stores --- */

/* Each executing lane's bytes, which lie `bytes` apart at `from`, to its address; in the order of lanes,
 * so that of those that share an address the last one is left. */
HW_INLINE void scatter(uint8_t *base, const lanes *address, uint32_t exec, unsigned bytes, const uint8_t *from,
                       unsigned apart)
{
    if (exec == HW_ALL_LANES) {
        for (unsigned l = 0; l < HW_LANES; l++)
            memcpy(base + address->lane[l], from + l * apart, bytes);
        return;
    }
    for (; exec; exec &= exec - 1) {
        const unsigned l = hw_lowest_lane(exec);
        memcpy(base + address->lane[l], from + l * apart, bytes);
    }
}

HW_INLINE void put_words(uint8_t *base, const lanes *address, uint32_t exec, const uint32_t *word)
{
    if (exec == HW_ALL_LANES && address->lane[1] - address->lane[0] == 4 && halves_step(address, 4)) {
        memcpy(base + address->lane[0], word, 64);
        memcpy(base + address->lane[16], word + 16, 64);
        return;
    }
    scatter(base, address, exec, 4, (const uint8_t *)word, 4);
}

HW_INLINE void put_wide(uint8_t *base, const lanes *address, uint32_t exec, unsigned words,
                        const hw_lanes *row)
{
    quad lane[HW_LANES];

    for (unsigned l = 0; l < HW_LANES; l += 4) {
        quad q[4] = {{0}, {0}, {0}, {0}};
        for (unsigned word = 0; word < words; word++)
            q[word] = quad_at((const uint8_t *)&row[word][l], 4);
        turn(q);
        for (unsigned k = 0; k < 4; k++)
            lane[l + k] = q[k];
    }
    scatter(base, address, exec, words * 4, (const uint8_t *)lane, sizeof(quad));
}

/* Store `row` and those behind it, or its high halves. */
HW_INLINE void put(const struct hw_regs *regs, const struct hw_uop *uop, unsigned row, uint8_t *base,
                   const lanes *address, enum hw_width width)
{
    const unsigned bytes = hw_width_bytes(width);
    const uint32_t *word = row_at(regs, row);

    if (width == HW_WIDTH_B32)
        put_words(base, address, regs->exec, word);
    else if (width > HW_WIDTH_B32)
        put_wide(base, address, regs->exec, bytes / 4, regs->row + row);
    else /* the host is little-endian: low bytes come first */
        scatter(base, address, regs->exec, bytes, (const uint8_t *)word + (uop->b_part == HW_PART_HIGH ? 2 : 0), 4);
}

/* --- shared and local memory at given addresses --- */

HW_INLINE void load_shared_at(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width, lanes *address)
{
    const struct hw_warp *warp = hw_warp_of(regs);
    const unsigned bytes = hw_width_bytes(width);
    lanes value[4];

    if (!check_flat(regs, uop, HW_OPERAND_SHARED, hw_align_mask(warp, bytes), bytes, 0, warp->block->shared_bytes,
                    address))
        return;
    fill_addresses(address, regs->exec);
    fetch(warp->block->shared, address, width, value);
    write_words(regs, uop, width, value);
}

HW_INLINE void store_shared_at(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width,
                               const lanes *address)
{
    const struct hw_warp *warp = hw_warp_of(regs);
    const unsigned bytes = hw_width_bytes(width);

    if (check_flat(regs, uop, HW_OPERAND_SHARED, hw_align_mask(warp, bytes), bytes, 0, warp->block->shared_bytes,
                   address))
        put(regs, uop, uop->b, warp->block->shared, address, width);
}

/* A warp's local memory is kept word by word, the 32 lanes' copies of a word side by side, so that an access at
 * one address in all lanes, the usual spill, is a copy of a row.  Addresses become offsets in it; false, with
 * the fault reported, when one is bad.  A narrow access stays within its word. */
HW_INLINE bool local_places(struct hw_regs *regs, const struct hw_uop *uop, unsigned bytes, lanes *place)
{
    struct hw_warp *warp = hw_warp_of(regs);
    const uint32_t align = hw_align_mask(warp, bytes), first = warp->block->local_first;

    if (!check_flat(regs, uop, HW_OPERAND_LOCAL, align, bytes, first, warp->block->local_bytes, place))
        return false;
    count_misaligned(warp, align, bytes, place);
    FOR_LANES(l)
    {
        const uint32_t at = place->lane[l] - first;
        place->lane[l] = (at & ~3u) * HW_LANES + l * 4 + (at & 3);
    }
    return true;
}

/* The warp's local memory from a word on. */
HW_INLINE uint8_t *local_words(const struct hw_warp *warp, unsigned word)
{
    return warp->block->local + warp->number * warp->block->local_warp_bytes + word * sizeof(hw_lanes);
}

HW_INLINE void load_local_at(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width, lanes *place)
{
    const enum hw_width part = width < HW_WIDTH_B32 ? width : HW_WIDTH_B32;
    lanes value[4];

    if (!local_places(regs, uop, hw_width_bytes(width), place))
        return;
    fill_addresses(place, regs->exec);
    for (unsigned word = 0; word < hw_width_words(width); word++)
        fetch(local_words(hw_warp_of(regs), word), place, part, &value[word]);
    write_words(regs, uop, width, value);
}

HW_INLINE void store_local_at(struct hw_regs *regs, const struct hw_uop *uop, enum hw_width width, lanes *place)
{
    const enum hw_width part = width < HW_WIDTH_B32 ? width : HW_WIDTH_B32;

    if (!local_places(regs, uop, hw_width_bytes(width), place))
        return;
    for (unsigned word = 0; word < hw_width_words(width); word++)
        put(regs, uop, uop->b + word, local_words(hw_warp_of(regs), word), place, part);
}

/* Stamp out load_SPACE(regs, uop, width) or store_SPACE for every width, and the build's list of them. */
#define STAMP_ONE(verb_space, name)                                                                          \
    static void verb_space##_##name(struct hw_regs *regs, const struct hw_uop *uop)                          \
    {                                                                                                        \
        verb_space(regs, uop, HW_WIDTH_##name);                                                              \
    }
#define STAMP(verb_space)                                                                                    \
    STAMP_ONE(verb_space, U8)                                                                                \
    STAMP_ONE(verb_space, S8)                                                                                \
    STAMP_ONE(verb_space, U16)                                                                               \
    STAMP_ONE(verb_space, S16)                                                                               \
    STAMP_ONE(verb_space, B32)                                                                               \
    STAMP_ONE(verb_space, B64)                                                                               \
    STAMP_ONE(verb_space, B128)                                                                              \
    hw_uop_fn *const HW_ROWS(verb_space)[HW_WIDTHS] = {                                                      \
        verb_space##_U8,  verb_space##_S8,  verb_space##_U16,  verb_space##_S16,                             \
        verb_space##_B32, verb_space##_B64, verb_space##_B128,                                               \
    };

#endif
