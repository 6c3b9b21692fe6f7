/* SPDX-License-Identifier: MIT */
/* The host's floating point as the other opinion: bit patterns as numbers and back, roundings, halves. */
#ifndef TEST_OPS_HOST_H
#define TEST_OPS_HOST_H

#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include <halfwarp/modifiers.h>

#include "ops/scalar/fp16.h"
#include "ops/scalar/fp32.h"

static const int host_rounding[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO}; /* enum hw_round */

static inline void round_as(unsigned round)
{
    fesetround(host_rounding[round]);
}

static inline float float_of(uint32_t bits)
{
    float x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Every NaN as the chips write it. */
static inline uint32_t bits_of(float x)
{
    uint32_t bits;

    memcpy(&bits, &x, sizeof bits);
    return x != x ? HW_FP32_NAN : bits;
}

static inline double double_of(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint64_t bits_of_double(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* A finite number rounded to half precision, by search among all halves. */
static inline uint32_t half_of(double x, unsigned round)
{
    const uint32_t sign = bits_of_double(x) >> 48 & 0x8000;
    const bool away = (round == HW_ROUND_RP && !sign) || (round == HW_ROUND_RM && sign);
    uint32_t below = 0;

    for (uint32_t step = 0x4000; step; step >>= 1)
        if (below + step < 0x7c00 && (double)float_of(hw_fp16_widen(below + step)) <= fabs(x))
            below += step;
    const double low = (double)float_of(hw_fp16_widen(below));
    const double high = below == 0x7bff ? 65536 : (double)float_of(hw_fp16_widen(below + 1));
    const double rest = fabs(x) - low, gap = high - low;

    if (round == HW_ROUND_RN ? rest > gap / 2 || (rest == gap / 2 && (below & 1)) : rest > 0 && away)
        below++;
    return sign | below;
}

#endif
