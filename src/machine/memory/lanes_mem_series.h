/* SPDX-License-Identifier: MIT */
/* Moving words between registers and places in a series: lane l's bytes are l * width behind those of lane 0.
 *
 * Where not all lanes execute, nothing is touched of the others' places, which may be no memory: vector
 * instructions with masks where the build has them, lane by lane elsewhere. */
#ifndef HW_MACHINE_MEMORY_LANES_MEM_SERIES_H
#define HW_MACHINE_MEMORY_LANES_MEM_SERIES_H

#include "machine/memory/lanes_mem.h"

/* Registers are read in pieces of a slice's size (src/jit) at most: compiled code has just written them so,
 * and a wider load waits until all of it is in the cache. */
#define PIECE_BYTES VECTOR_BYTES
typedef uint32_t piece __attribute__((vector_size(PIECE_BYTES), may_alias));
/* Words of memory, which need not be aligned as registers are. */
typedef uint32_t loose_piece __attribute__((vector_size(PIECE_BYTES), may_alias, aligned(1)));
/* The pieces of a register. */
#define FOR_PIECES(i) for (unsigned i = 0; i < REGISTER_BYTES / PIECE_BYTES; i++)

HW_INLINE void copy_words(void *to, const void *from)
{
    FOR_PIECES(i)
    ((loose_piece *)to)[i] = ((const loose_piece *)from)[i];
}

HW_INLINE const piece *pieces_of(const uint32_t *reg)
{
    return (const piece *)(const void *)reg;
}

/* --- pieces of which some lanes execute --- */

#if PIECE_BYTES == 64
/* Piece i's bits of a lane mask. */
HW_INLINE __mmask16 mask_of(uint32_t exec, unsigned i)
{
    return (__mmask16)(exec >> 16 * i);
}

/* The words of lanes that execute; of the others zeros. */
HW_INLINE piece only_executing(piece words, uint32_t exec, unsigned i)
{
    return (piece)_mm512_maskz_mov_epi32(mask_of(exec, i), (__m512i)words);
}
#elif defined(__AVX512VL__)
/* Piece i's bits of a lane mask. */
HW_INLINE __mmask8 mask_of(uint32_t exec, unsigned i)
{
    return (__mmask8)(exec >> 8 * i);
}

/* The words of lanes that execute; of the others zeros. */
HW_INLINE piece only_executing(piece words, uint32_t exec, unsigned i)
{
    return (piece)_mm256_maskz_mov_epi32(mask_of(exec, i), (__m256i)words);
}
#else
/* All ones in piece i's lanes that execute. */
HW_INLINE piece mask_of(uint32_t exec, unsigned i)
{
    return (piece)((pieces_of(lane_bit)[i] & exec) != 0);
}

HW_INLINE piece only_executing(piece words, uint32_t exec, unsigned i)
{
    return words & mask_of(exec, i);
}
#endif

/* Words of memory become those of a register. */
HW_INLINE void load_words(uint32_t *d, const uint8_t *from, uint32_t exec)
{
    if (exec == HW_ALL_LANES) {
        copy_words(d, from);
        return;
    }
#if PIECE_BYTES == 64
    FOR_PIECES(i)
    {
        __m512i *old = (__m512i *)(void *)d + i;
        *old = _mm512_mask_loadu_epi32(*old, mask_of(exec, i), from + 64 * i);
    }
#elif defined(__AVX512VL__)
    FOR_PIECES(i)
    {
        __m256i *old = (__m256i *)(void *)d + i;
        *old = _mm256_mask_loadu_epi32(*old, mask_of(exec, i), from + 32 * i);
    }
#elif PIECE_BYTES == 32
    FOR_PIECES(i)
    {
        __m256i *old = (__m256i *)(void *)d + i;
        const __m256i mask = (__m256i)mask_of(exec, i);
        *old = _mm256_blendv_epi8(
            *old, _mm256_maskload_epi32((const int *)(const void *)(from + 32 * i), mask), mask);
    }
#else
    for (uint32_t left = exec; left; left &= left - 1)
        memcpy(&d[hw_lowest_lane(left)], from + 4 * hw_lowest_lane(left), 4);
#endif
}

HW_INLINE void store_words(uint8_t *to, const uint32_t *b, uint32_t exec)
{
    if (exec == HW_ALL_LANES) {
        copy_words(to, b);
        return;
    }
#if PIECE_BYTES == 64
    FOR_PIECES(i)
    _mm512_mask_storeu_epi32(to + 64 * i, mask_of(exec, i), (__m512i)pieces_of(b)[i]);
#elif defined(__AVX512VL__)
    FOR_PIECES(i)
    _mm256_mask_storeu_epi32(to + 32 * i, mask_of(exec, i), (__m256i)pieces_of(b)[i]);
#elif PIECE_BYTES == 32
    FOR_PIECES(i)
    _mm256_maskstore_epi32((int *)(void *)(to + 32 * i), (__m256i)mask_of(exec, i), (__m256i)pieces_of(b)[i]);
#else
    for (uint32_t left = exec; left; left &= left - 1)
        memcpy(to + 4 * hw_lowest_lane(left), &b[hw_lowest_lane(left)], 4);
#endif
}

/* --- loads --- */

HW_INLINE void load_narrow_series(uint32_t *d, enum hw_width width, const uint8_t *from)
{
    lanes value;

    FOR_LANES(l)
        value.lane[l] = hw_load_word(from + l * hw_width_bytes(width), width);
    copy_lanes(d, value.lane);
}

HW_INLINE void load_series(uint32_t *d, enum hw_width width, const uint8_t *from, uint32_t exec)
{
    if (width == HW_WIDTH_B32)
        load_words(d, from, exec);
    else if (exec == HW_ALL_LANES && width > HW_WIDTH_B32)
        load_wide(from, hw_width_words(width), (lanes *)(void *)d);
    else if (exec == HW_ALL_LANES)
        load_narrow_series(d, width, from);
    else
        for (uint32_t left = exec; left; left &= left - 1) {
            const unsigned l = hw_lowest_lane(left);
            for (unsigned word = 0; word < hw_width_words(width); word++)
                d[HW_LANES * word + l] = hw_load_word(from + l * hw_width_bytes(width) + 4 * word, width);
        }
}

/* The registers of words that all lanes find at one place. */
HW_INLINE void load_same(uint32_t *d, enum hw_width width, const uint8_t *from, uint32_t exec)
{
    for (unsigned word = 0; word < hw_width_words(width); word++) {
        const piece same = (piece){0} + hw_load_word(from + 4 * word, width);
        piece *to = (piece *)(void *)(d + HW_LANES * word);
        FOR_PIECES(i)
        {
            if (exec == HW_ALL_LANES)
                to[i] = same;
            else
                to[i] ^= only_executing(to[i] ^ same, exec, i);
        }
    }
}

/* --- stores --- */

/* From a narrow place's word the bits from `shift` on are stored. */
HW_INLINE void store_narrow_series(uint8_t *to, unsigned bytes, const uint32_t *b, unsigned shift)
{
    FOR_LANES(l) {
        const uint32_t word = b[l] >> shift;
        memcpy(to + bytes * l, &word, bytes); /* the host is little-endian: low bytes come first */
    }
}

HW_INLINE void store_series(const uint32_t *b, enum hw_width width, unsigned shift, uint8_t *to,
                            uint32_t exec)
{
    const unsigned bytes = hw_width_bytes(width), part = bytes < 4 ? bytes : 4;

    if (width == HW_WIDTH_B32)
        store_words(to, b, exec);
    else if (exec == HW_ALL_LANES && width > HW_WIDTH_B32)
        store_wide_words(to, bytes / 4, b);
    else if (exec == HW_ALL_LANES)
        store_narrow_series(to, bytes, b, shift);
    else
        for (uint32_t left = exec; left; left &= left - 1) {
            const unsigned l = hw_lowest_lane(left);
            for (unsigned word = 0; word < hw_width_words(width); word++) {
                const uint32_t value = b[HW_LANES * word + l] >> shift;
                memcpy(to + bytes * l + 4 * word, &value, part);
            }
        }
}

#endif
