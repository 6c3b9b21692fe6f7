/* SPDX-License-Identifier: MIT */
/* A gather fetches words from one address a lane; beside it is a lane mask of nonzero words.  C has no
 * expression for these two steps of memory access: vector instructions where the build has them, plain
 * loops elsewhere. */
#ifndef HW_OPS_LANES_LANES_GATHER_H
#define HW_OPS_LANES_LANES_GATHER_H

#include "ops/lanes/lanes.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

/* A mask of the lanes whose word is not zero. */
static inline uint32_t nonzero_lanes(const lanes *reg)
{
    const uint32_t *word = reg->lane;
    uint32_t zero = 0;
#if VECTOR_BYTES == 64
    for (unsigned l = 0; l < LANES; l += 16) {
        const __m512i some = _mm512_load_si512(word + l);
        zero |= (uint32_t)_mm512_testn_epi32_mask(some, some) << l;
    }
#elif defined(__AVX2__)
    for (unsigned l = 0; l < LANES; l += 8) {
        const __m256i some = _mm256_load_si256((const __m256i *)(const void *)(word + l));
        const __m256i equal = _mm256_cmpeq_epi32(some, _mm256_setzero_si256());
        zero |= (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(equal)) << l;
    }
#elif defined(__SSE2__)
    for (unsigned l = 0; l < LANES; l += 4) {
        const __m128i some = _mm_load_si128((const __m128i *)(const void *)(word + l));
        const __m128i equal = _mm_cmpeq_epi32(some, _mm_setzero_si128());
        zero |= (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(equal)) << l;
    }
#else
    for (unsigned l = 0; l < LANES; l++)
        zero |= (uint32_t)(word[l] == 0) << l;
#endif
    return ~zero;
}

/* value[l] = the word at base + address[l], for lanes first .. first + 15.  Gather instructions take
 * addresses as signed, so those are counted from the middle of the 4 GiB. */
static inline void gather_half(const uint8_t *base, const lanes *address, unsigned first, lanes *value)
{
#ifdef __AVX2__
    const void *middle = (const void *)((uintptr_t)base + 0x80000000u);
#endif
#if defined(__AVX512F__)
    const __m512i from =
        _mm512_xor_si512(_mm512_load_si512(address->lane + first), _mm512_set1_epi32(INT32_MIN));
    _mm512_store_si512(value->lane + first, _mm512_i32gather_epi32(from, middle, 1));
#elif defined(__AVX2__)
    for (unsigned l = first; l < first + 16; l += 8) {
        __m256i from = _mm256_load_si256((const __m256i *)(const void *)(address->lane + l));
        from = _mm256_xor_si256(from, _mm256_set1_epi32(INT32_MIN));
        _mm256_store_si256((__m256i *)(void *)(value->lane + l), _mm256_i32gather_epi32(middle, from, 1));
    }
#else
    for (unsigned l = first; l < first + 16; l++)
        memcpy(&value->lane[l], base + address->lane[l], 4);
#endif
}

#endif
