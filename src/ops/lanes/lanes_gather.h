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

/* Four lanes' words. */
typedef uint32_t quad __attribute__((vector_size(16), may_alias));

/* Two or four of them in memory.  A load takes either all of the vector or what one instruction extends:
 * parts put together in memory would have to be waited for. */
static inline quad quad_at(const uint8_t *from, unsigned words)
{
    quad four;
    uint64_t two;

    if (words == 2) {
        memcpy(&two, from, sizeof two);
        return (quad){(uint32_t)two, (uint32_t)(two >> 32)};
    }
    memcpy(&four, from, sizeof four);
    return four;
}

/* Transpose: word i of quad k becomes word k of quad i. */
static inline void turn(quad q[4])
{
    const quad ab = __builtin_shufflevector(q[0], q[1], 0, 4, 1, 5);
    const quad cd = __builtin_shufflevector(q[2], q[3], 0, 4, 1, 5);
    const quad ab2 = __builtin_shufflevector(q[0], q[1], 2, 6, 3, 7);
    const quad cd2 = __builtin_shufflevector(q[2], q[3], 2, 6, 3, 7);

    q[0] = __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
    q[1] = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
    q[2] = __builtin_shufflevector(ab2, cd2, 0, 1, 4, 5);
    q[3] = __builtin_shufflevector(ab2, cd2, 2, 3, 6, 7);
}

#ifdef __AVX512F__
/* 128 bits of 16 lanes: four times four lanes are turned at once, and whole half registers stored. */
static inline void gather_quads(const uint8_t *base, const uint32_t *address, lanes *value, unsigned first)
{
    __m512i q[4];

    for (unsigned k = 0; k < 4; k++) {
        q[k] = _mm512_castsi128_si512((__m128i)quad_at(base + address[k], 4));
        q[k] = _mm512_inserti32x4(q[k], (__m128i)quad_at(base + address[k + 4], 4), 1);
        q[k] = _mm512_inserti32x4(q[k], (__m128i)quad_at(base + address[k + 8], 4), 2);
        q[k] = _mm512_inserti32x4(q[k], (__m128i)quad_at(base + address[k + 12], 4), 3);
    }
    const __m512i ab = _mm512_unpacklo_epi32(q[0], q[1]), cd = _mm512_unpacklo_epi32(q[2], q[3]);
    const __m512i ab2 = _mm512_unpackhi_epi32(q[0], q[1]), cd2 = _mm512_unpackhi_epi32(q[2], q[3]);
    _mm512_store_si512(value[0].lane + first, _mm512_unpacklo_epi64(ab, cd));
    _mm512_store_si512(value[1].lane + first, _mm512_unpackhi_epi64(ab, cd));
    _mm512_store_si512(value[2].lane + first, _mm512_unpacklo_epi64(ab2, cd2));
    _mm512_store_si512(value[3].lane + first, _mm512_unpackhi_epi64(ab2, cd2));
}
#endif

/* As gather_half, but 64 or 128 bits a lane: value[i] gets word i. */
static inline void gather_wide_half(const uint8_t *base, const lanes *address, unsigned first, unsigned words,
                                    lanes *value)
{
#ifdef __AVX512F__
    if (words == 4) {
        gather_quads(base, address->lane + first, value, first);
        return;
    }
#endif
    for (unsigned l = first; l < first + 16; l += 4) {
        quad q[4];
        for (unsigned k = 0; k < 4; k++)
            q[k] = quad_at(base + address->lane[l + k], words);
        turn(q);
        for (unsigned word = 0; word < words; word++)
            memcpy(&value[word].lane[l], &q[word], sizeof(quad));
    }
}

#endif
