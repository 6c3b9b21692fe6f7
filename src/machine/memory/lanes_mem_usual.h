/* SPDX-License-Identifier: MIT */
/* The usual accesses of global memory: all 32 lanes, to places in a series or, loads, to the same place, in
 * the stretch of memory that the micro-operation found last.
 *
 * One comparison of all lanes tells them, and then they are copies of registers.  The interpreter tries them
 * before it looks at each lane; compiled code calls functions that do no more (lanes_mem_usual.c). */
#ifndef HW_MACHINE_MEMORY_LANES_MEM_USUAL_H
#define HW_MACHINE_MEMORY_LANES_MEM_USUAL_H

#include "machine/memory/lanes_mem_global.h"

/* Words of memory, which need not be aligned as registers are. */
typedef uint32_t loose_vector __attribute__((vector_size(VECTOR_BYTES), may_alias, aligned(1)));
/* The vectors of a register. */
#define FOR_VECTORS(i) for (unsigned i = 0; i < REGISTER_BYTES / VECTOR_BYTES; i++)

HW_INLINE void copy_words(void *to, const void *from)
{
    FOR_VECTORS(i)
    ((loose_vector *)to)[i] = ((const loose_vector *)from)[i];
}

HW_INLINE const vector *vectors_of(const uint32_t *reg)
{
    return (const vector *)(const void *)reg;
}

/* --- which are usual --- */

/* By hand, for compilers collect bits slowly. */
HW_INLINE bool is_zero(const vector *words)
{
#if VECTOR_BYTES == 64
    return _mm512_test_epi32_mask((__m512i)*words, (__m512i)*words) == 0;
#elif VECTOR_BYTES == 32
    return _mm256_testz_si256((__m256i)*words, (__m256i)*words) != 0;
#else
    return ((*words)[0] | (*words)[1] | (*words)[2] | (*words)[3]) == 0;
#endif
}

static const _Alignas(64) uint32_t lane_number[HW_LANES] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                                            11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                                            22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

/* Whether each lane's address is `step` behind that of the lane before; `wide`: in 64 bits, the high words
 * are the next register. */
HW_INLINE bool are_apart(const uint32_t *low, bool wide, uint32_t step)
{
    const uint32_t *high = low + HW_LANES;
    vector off = {0};

    FOR_VECTORS(i)
    {
        off |= (vectors_of(low)[i] - low[0]) ^ (vectors_of(lane_number)[i] * step);
        if (wide)
            off |= vectors_of(high)[i] ^ high[0];
    }
    return is_zero(&off);
}

/* An access of all lanes: their addresses are the words at `low`, as far as those have 64 bits with the
 * register behind it, and `offset`; in a segment, or NULL: device addresses. */
struct usual {
    const uint32_t *low;
    uint32_t offset;
    const struct hw_block *block;
    const struct hw_range *range;
    const struct hw_segment *segment;
};

/* The place of lane 0's address, if `bytes` from there on are good: of the segment, and of the range that was
 * found last. NULL: not so. */
HW_INLINE uint8_t *known_place(const struct usual *access, unsigned align, unsigned bytes)
{
    const struct hw_segment *segment = access->segment;
    const struct hw_range *range = access->range;
    uint32_t bad = 0;
    uint64_t address;

    if (segment) {
        const uint32_t place = access->low[0] + access->offset;
        bad |= segment->mode != HW_SEGMENT_LINEAR;
        bad |= segment->read_only;
        bad |= place > segment->limit;
        bad |= segment->limit - place < bytes - 1;
        bad |= place & (align - 1);
        address = segment->base + place;
    } else {
        address = (access->low[0] | (uint64_t)access->low[HW_LANES] << 32) +
                  (uint64_t)(int64_t)(int32_t)access->offset;
        bad |= (uint32_t)address & (align - 1);
        bad |= access->low[0] > UINT32_MAX - (bytes - 1); /* a low word without its carry is far away */
    }
    bad |= address < range->first;
    bad |= address > range->last;
    bad |= range->last - address < bytes - 1;
    if (bad || hw_pending_holds(access->block->pending, range->first, range->last))
        return NULL;
    return access->block->window + address;
}

/* Where an access begins if its places, of so many bytes, are good and lie in a series, or are all the same;
 * else NULL. */
HW_INLINE uint8_t *series_place(const struct usual *access, unsigned bytes)
{
    return are_apart(access->low, !access->segment, bytes) ? known_place(access, bytes, bytes * HW_LANES)
                                                           : NULL;
}

HW_INLINE uint8_t *same_place(const struct usual *access, unsigned bytes)
{
    return are_apart(access->low, !access->segment, 0) ? known_place(access, bytes, bytes) : NULL;
}

/* --- copies --- */

#define PREFETCH 4096 /* bytes */

/* The host's own prefetcher gives up at warps that take turns in going through memory: ask for what a warp is
 * likely to load a few accesses later. */
HW_INLINE void prefetch_behind(const uint8_t *from, unsigned bytes)
{
    for (unsigned at = 0; at < bytes * HW_LANES; at += 64)
        __builtin_prefetch(from + PREFETCH + at);
}

/* Registers from d on, from places of so many words. */
HW_INLINE void load_wide_series(uint32_t *d, enum hw_width width, const uint8_t *from)
{
    lanes value[4], place;

    FOR_LANES(l)
        place.lane[l] = l * hw_width_bytes(width);
    fetch(from, &place, width, value);
    for (unsigned word = 0; word < hw_width_words(width); word++)
        copy_lanes(d + HW_LANES * word, value[word].lane);
}

HW_INLINE void load_series(uint32_t *d, enum hw_width width, const uint8_t *from)
{
    lanes value;

    prefetch_behind(from, hw_width_bytes(width));
    if (width == HW_WIDTH_B32) {
        copy_words(d, from);
    } else if (width > HW_WIDTH_B32) {
        load_wide_series(d, width, from);
    } else {
        FOR_LANES(l)
            value.lane[l] = hw_load_word(from + l * hw_width_bytes(width), width);
        copy_lanes(d, value.lane);
    }
}

/* The registers of words that all lanes find at one place. */
HW_INLINE void load_same(uint32_t *d, enum hw_width width, const uint8_t *from)
{
    for (unsigned word = 0; word < hw_width_words(width); word++) {
        const vector same = (vector){0} + hw_load_word(from + 4 * word, width);
        FOR_VECTORS(i)
        ((vector *)(void *)(d + HW_LANES * word))[i] = same;
    }
}

HW_INLINE void store_wide_series(uint8_t *to, unsigned words, const uint32_t *b)
{
    lanes value[4];

    for (unsigned word = 0; word < words; word++)
        copy_lanes(value[word].lane, b + HW_LANES * word);
    for (unsigned l = 0; l < HW_LANES; l++)
        for (unsigned word = 0; word < words; word++)
            memcpy(to + 4 * (words * l + word), &value[word].lane[l], 4);
}

/* From a narrow place's word the bits from `shift` on are stored. */
HW_INLINE void store_series(const uint32_t *b, enum hw_width width, unsigned shift, uint8_t *to)
{
    const unsigned bytes = hw_width_bytes(width);

    if (width == HW_WIDTH_B32)
        copy_words(to, b);
    else if (width > HW_WIDTH_B32)
        store_wide_series(to, bytes / 4, b);
    else
        FOR_LANES(l) {
            const uint32_t word = b[l] >> shift;
            memcpy(to + bytes * l, &word, bytes); /* the host is little-endian: low bytes come first */
        }
}

/* --- accesses; false: it is another one, and nothing is done --- */

HW_INLINE bool load_usual(const struct usual *access, enum hw_width width, uint32_t *d)
{
    const unsigned bytes = hw_width_bytes(width);
    const uint32_t step = access->low[1] - access->low[0];
    const uint8_t *from = NULL;

    if (step == bytes && (from = series_place(access, bytes)))
        load_series(d, width, from);
    else if (step == 0 && (from = same_place(access, bytes)))
        load_same(d, width, from);
    return from;
}

HW_INLINE bool store_usual(const struct usual *access, enum hw_width width, const uint32_t *b, unsigned shift)
{
    const unsigned bytes = hw_width_bytes(width);
    uint8_t *to = NULL;

    if (access->low[1] - access->low[0] == bytes && (to = series_place(access, bytes)))
        store_series(b, width, shift, to);
    return to;
}

HW_INLINE unsigned shift_of(const struct hw_uop *uop)
{
    return uop->b_part == HW_PART_HIGH ? 16 : 0;
}

#endif
