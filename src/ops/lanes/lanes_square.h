/* SPDX-License-Identifier: MIT */
/* The squarer of the special-function unit on 32 lanes: hw_sfu_square (ops/scalar/sfu.h), whose seven shifted
 * terms are the most of a function's work. */
#ifndef HW_OPS_LANES_LANES_SQUARE_H
#define HW_OPS_LANES_LANES_SQUARE_H

#include "ops/lanes/lanes_strips.h"
#include "ops/scalar/sfu.h"

#if VECTOR_BYTES == 64
/* As square_eight. */
static inline __m512i square_sixteen(__m512i v)
{
    const __m512i twice =
        _mm512_broadcast_i32x4(_mm_setr_epi32(0x01000100, 0x05040504, 0x09080908, 0x0d0c0d0c));
    const __m512i high = _mm512_srli_epi32(v, 9), bits = _mm512_shuffle_epi8(high, twice);
    const __m512i lows = _mm512_slli_epi16(_mm512_shuffle_epi8(v, twice), 7);
    __m512i terms = _mm512_mulhi_epu16(lows, _mm512_and_si512(bits, _mm512_set1_epi32(1 << 7)));

    for (int i = 1; i < 7; i += 2) {
        const __m512i two = _mm512_set1_epi32(1 << i | 1 << (17 + i));
        terms = _mm512_add_epi16(terms, _mm512_mulhi_epu16(lows, _mm512_and_si512(bits, two)));
    }
    return _mm512_add_epi32(_mm512_srli_epi32(_mm512_madd_epi16(high, high), 1),
                            _mm512_madd_epi16(terms, _mm512_set1_epi16(1)));
}

static inline void square_group(const group *v, group *square)
{
    for (unsigned l = 0; l < GROUP; l += 16)
        *(__m512i *)(void *)(square->lane + l) =
            square_sixteen(*(const __m512i *)(const void *)(v->lane + l));
}
#elif defined(__AVX2__)
/* low >> (9 - i) is the high half of the product of low << 7 and bit i of `high`.  A word has room for two
 * such products of half words. */
static inline __m256i square_eight(__m256i v)
{
    /* the low half of each word in both of its halves */
    const __m256i twice =
        _mm256_broadcastsi128_si256(_mm_setr_epi32(0x01000100, 0x05040504, 0x09080908, 0x0d0c0d0c));
    const __m256i high = _mm256_srli_epi32(v, 9), bits = _mm256_shuffle_epi8(high, twice);
    const __m256i lows = _mm256_slli_epi16(_mm256_shuffle_epi8(v, twice), 7);
    __m256i terms = _mm256_mulhi_epu16(lows, _mm256_and_si256(bits, _mm256_set1_epi32(1 << 7)));

    for (int i = 1; i < 7; i += 2) {
        const __m256i two = _mm256_set1_epi32(1 << i | 1 << (17 + i));
        terms = _mm256_add_epi16(terms, _mm256_mulhi_epu16(lows, _mm256_and_si256(bits, two)));
    }
    return _mm256_add_epi32(_mm256_srli_epi32(_mm256_madd_epi16(high, high), 1),
                            _mm256_madd_epi16(terms, _mm256_set1_epi16(1)));
}

static inline void square_group(const group *v, group *square)
{
    for (unsigned l = 0; l < GROUP; l += 8)
        *(__m256i *)(void *)(square->lane + l) = square_eight(*(const __m256i *)(const void *)(v->lane + l));
}
#else
static inline void square_group(const group *v, group *square)
{
    FOR_GROUP(l)
        square->lane[l] = hw_sfu_square(v->lane[l]);
}
#endif

#endif
