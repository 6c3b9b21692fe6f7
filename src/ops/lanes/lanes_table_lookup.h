/* SPDX-License-Identifier: MIT */
/* A table lookup (gather) finds each lane's slice of a table of the special-function unit.
 *
 * AVX-512 takes words from registers, which hold a column of the table.  AVX2 would have to blend too many:
 * there a lane loads both of its words at once, which takes less time than two gathers. */
#ifndef HW_OPS_LANES_LANES_TABLE_LOOKUP_H
#define HW_OPS_LANES_LANES_TABLE_LOOKUP_H

#include "ops/lanes/lanes_strips.h"
#include "ops/scalar/sfu_tables.h"

#if VECTOR_BYTES == 64
static inline __m512i sixteen_words(const int32_t column[HW_SFU_SLICES], __m512i slice)
{
    const __mmask16 bit5 = _mm512_test_epi32_mask(slice, _mm512_set1_epi32(32));
    const __mmask16 bit6 = _mm512_test_epi32_mask(slice, _mm512_set1_epi32(64));
    __m512i part[4]; /* the low five bits find a word in each part of 32 */

    for (unsigned i = 0; i < 4; i++)
        part[i] = _mm512_permutex2var_epi32(_mm512_loadu_si512(column + 32 * i), slice,
                                            _mm512_loadu_si512(column + 32 * i + 16));
    const __m512i low = _mm512_mask_mov_epi32(part[0], bit5, part[1]);
    const __m512i high = _mm512_mask_mov_epi32(part[2], bit5, part[3]);
    return _mm512_mask_mov_epi32(low, bit6, high);
}

static inline void look_up(const struct hw_sfu_table *table, const uint32_t *slice, group *a, group *bc)
{
    for (unsigned l = 0; l < GROUP; l += 16) {
        const __m512i at = _mm512_load_si512(slice + l);
        _mm512_store_si512(a->lane + l, sixteen_words(table->a, at));
        _mm512_store_si512(bc->lane + l, sixteen_words(table->bc, at));
    }
}
#elif defined(__AVX2__)
/* The entries of two lanes. */
static inline __m128 two_entries(const struct hw_sfu_table *table, uint32_t slice, uint32_t next)
{
    return _mm_loadh_pi(_mm_castsi128_ps(_mm_loadl_epi64((const void *)&table->entry[slice])),
                        (const void *)&table->entry[next]);
}

static inline void look_up(const struct hw_sfu_table *table, const uint32_t *slice, group *a, group *bc)
{
    for (unsigned l = 0; l < GROUP; l += 8) {
        const uint32_t *at = slice + l;
        const __m256 even_lanes =
            _mm256_set_m128(two_entries(table, at[4], at[5]), two_entries(table, at[0], at[1]));
        const __m256 odd_lanes =
            _mm256_set_m128(two_entries(table, at[6], at[7]), two_entries(table, at[2], at[3]));
        *(__m256 *)(void *)(a->lane + l) = _mm256_shuffle_ps(even_lanes, odd_lanes, 0x88);
        *(__m256 *)(void *)(bc->lane + l) = _mm256_shuffle_ps(even_lanes, odd_lanes, 0xdd);
    }
}
#else
static inline void look_up(const struct hw_sfu_table *table, const uint32_t *slice, group *a, group *bc)
{
    FOR_GROUP(l) {
        a->lane[l] = (uint32_t)table->a[slice[l]];
        bc->lane[l] = (uint32_t)table->bc[slice[l]];
    }
}
#endif

#endif
