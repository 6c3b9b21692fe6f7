/* SPDX-License-Identifier: MIT */
/* Moving words between memory and registers, for all 32 lanes.
 *
 * Accesses to words differ in how the words of each half of the warp lie: all the same, one behind the other,
 * or anyhow.  (In blocks that are 16 threads wide the two halves differ; in blocks that are 8 wide the four
 * octets do.)  Wide accesses move each lane's
 * bytes as a whole (lanes_wide.h).  A load reads for all lanes, so those that do not execute are given an
 * address of one that does (there always is one); a store touches nothing but what its lanes own. */
#ifndef HW_MACHINE_MEMORY_LANES_MEM_ALL_H
#define HW_MACHINE_MEMORY_LANES_MEM_ALL_H

#include "machine/memory/access.h"
#include "ops/lanes/lanes_wide.h"

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

/* Half of the warp's words; as in copy_lanes, by the widest vectors, for what was written in
 * parts has to be waited for. */
typedef uint32_t half_vector __attribute__((vector_size(VECTOR_BYTES), aligned(1), may_alias));

HW_INLINE void copy_half(void *to, const void *from)
{
    for (unsigned i = 0; i < 64 / VECTOR_BYTES; i++)
        ((half_vector *)to)[i] = ((const half_vector *)from)[i];
}

/* Load words that lie one behind the other in each octet, for a half of the warp, by one vector where there
 * is one. */
HW_INLINE void fetch_octets(const uint8_t *base, const lanes *address, unsigned first, uint32_t *to)
{
    const octet low = *(const loose_octet *)(const void *)(base + address->lane[first]),
                high = *(const loose_octet *)(const void *)(base + address->lane[first + OCTET]);

#if VECTOR_BYTES == 64
    _mm512_store_si512(to + first,
                       _mm512_inserti64x4(_mm512_castsi256_si512((__m256i)low), (__m256i)high, 1));
#else
    *(octet *)(void *)(to + first) = low;
    *(octet *)(void *)(to + first + OCTET) = high;
#endif
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
        copy_half(value->lane, base + address->lane[0]);
        copy_half(value->lane + 16, base + address->lane[16]);
    } else if (step == 4 && octets_step(address, 4)) {
        fetch_octets(base, address, 0, value->lane);
        fetch_octets(base, address, 16, value->lane);
    } else {
        gather_half(base, address, 0, value);
        if (address->lane[0] == address->lane[16] && halves_equal(address))
            copy_half(value->lane + 16, value->lane);
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
        gather_wide(base, address, hw_width_bytes(width) / 4, value);
    else
        for (unsigned l = 0; l < HW_LANES; l++)
            value->lane[l] = hw_load_word(base + address->lane[l], width);
}

/* Each executing lane's bytes become its words of the register at `data` and those behind it. */
HW_INLINE void take_lanes(uint32_t *data, const uint8_t *base, lanes *address, enum hw_width width,
                          uint32_t exec)
{
    lanes value[4];

    fill_addresses(address, exec);
    if (exec == HW_ALL_LANES && width > HW_WIDTH_B32) {
        gather_wide(base, address, hw_width_words(width), (lanes *)(void *)data);
        return;
    }
    fetch(base, address, width, value);
    for (unsigned word = 0; word < hw_width_words(width); word++) {
        uint32_t *d = data + HW_LANES * word;
        if (exec == HW_ALL_LANES)
            copy_lanes(d, value[word].lane);
        else
            blend_lanes(d, value[word].lane, exec);
    }
}

HW_INLINE void take(const struct hw_regs *regs, unsigned d, const uint8_t *base, lanes *address,
                    enum hw_width width)
{
    take_lanes(register_at(regs, d), base, address, width, regs->exec);
}

/* --- stores --- */

/* Each executing lane's bytes, which lie `bytes` apart at `from`, to its address; in the order of lanes,
 * so that of those that share an address the last one is left. */
HW_INLINE void scatter(uint8_t *base, const lanes *address, uint32_t exec, unsigned bytes,
                       const uint8_t *from, unsigned apart)
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
    const bool series = exec == HW_ALL_LANES && address->lane[1] - address->lane[0] == 4;

    if (series && halves_step(address, 4)) {
        copy_half(base + address->lane[0], word);
        copy_half(base + address->lane[16], word + 16);
        return;
    }
    if (series && octets_step(address, 4)) {
        for (unsigned first = 0; first < HW_LANES; first += OCTET)
            *(loose_octet *)(void *)(base + address->lane[first]) =
                *(const octet *)(const void *)(word + first);
        return;
    }
    scatter(base, address, exec, 4, (const uint8_t *)word, 4);
}

/* Octets follow each other as lanes do, so that here, too, the last lane's element is left of those that
 * overlap. */
HW_INLINE void put_wide(uint8_t *base, const lanes *address, uint32_t exec, unsigned words,
                        const uint32_t *data)
{
    const bool side_by_side = exec == HW_ALL_LANES && octets_step(address, 4 * words);
    vector element[MOST_WORDS * HW_LANES / GROUP];

    for (unsigned first = 0; first < HW_LANES; first += GROUP)
        join_words(data, words, first, element + first / GROUP * words);
    if (!side_by_side) {
        scatter(base, address, exec, words * 4, (const uint8_t *)element, words * 4);
        return;
    }
    for (unsigned i = 0; i < words * HW_LANES / GROUP; i++)
        *(loose_vector *)(void *)(base + address->lane[i * (GROUP / words)]) = (loose_vector)element[i];
}

/* Store the register at `data` and those behind it, or its high halves. */
HW_INLINE void put_lanes(const uint32_t *data, bool high, uint8_t *base, const lanes *address,
                         enum hw_width width, uint32_t exec)
{
    const unsigned bytes = hw_width_bytes(width);

    if (width == HW_WIDTH_B32)
        put_words(base, address, exec, data);
    else if (width > HW_WIDTH_B32)
        put_wide(base, address, exec, bytes / 4, data);
    else /* the host is little-endian: low bytes come first */
        scatter(base, address, exec, bytes, (const uint8_t *)data + (high ? 2 : 0), 4);
}

HW_INLINE void put(const struct hw_regs *regs, const struct hw_uop *uop, unsigned reg, uint8_t *base,
                   const lanes *address, enum hw_width width)
{
    put_lanes(register_at(regs, reg), uop->b_part == HW_PART_HIGH, base, address, width, regs->exec);
}

#endif
