/* SPDX-License-Identifier: MIT */
/* A permutation moves words of a register to other lanes.  Vector units do that from registers, faster than a
 * gather from memory where they have one. */
#ifndef HW_OPS_LANES_LANES_PERMUTE_H
#define HW_OPS_LANES_LANES_PERMUTE_H

#include "ops/lanes/lanes.h"

#if defined(__AVX2__) && !defined(__AVX512F__)
/* Eight lanes' words: each of the four parts of the register is permuted by the low three bits of `from`, and
 * the other two say whose result counts; moved to the sign, they are what the blend looks at. */
static inline __m256 eight_from(const __m256 part[4], __m256i from)
{
    const __m256 bit3 = _mm256_castsi256_ps(_mm256_slli_epi32(from, 28));
    const __m256 bit4 = _mm256_castsi256_ps(_mm256_slli_epi32(from, 27));
    const __m256 low = _mm256_blendv_ps(_mm256_permutevar8x32_ps(part[0], from),
                                        _mm256_permutevar8x32_ps(part[1], from), bit3);
    const __m256 high = _mm256_blendv_ps(_mm256_permutevar8x32_ps(part[2], from),
                                         _mm256_permutevar8x32_ps(part[3], from), bit3);

    return _mm256_blendv_ps(low, high, bit4);
}
#endif

/* value[l] = a[source[l]], where all sources are lanes. */
static inline void permute_lanes(const uint32_t *a, const lanes *source, lanes *value)
{
#if defined(__AVX512F__)
    const __m512i low = _mm512_load_si512(a), high = _mm512_load_si512(a + 16);

    for (unsigned l = 0; l < HW_LANES; l += 16)
        _mm512_store_si512(value->lane + l,
                           _mm512_permutex2var_epi32(low, _mm512_load_si512(source->lane + l), high));
#elif defined(__AVX2__)
    const __m256 *from = (const __m256 *)(const void *)a;
    const __m256 part[4] = {from[0], from[1], from[2], from[3]};

    for (unsigned i = 0; i < 4; i++)
        ((__m256 *)(void *)value->lane)[i] =
            eight_from(part, ((const __m256i *)(const void *)source->lane)[i]);
#else
    for (unsigned l = 0; l < HW_LANES; l++)
        value->lane[l] = a[source->lane[l]];
#endif
}

#endif
