/* SPDX-License-Identifier: MIT */
/* Halves become singles, singles become halves, and doubles halves or bfloat16, in vectorised loops over 32
 * lanes. */
#ifndef HW_OPS_LANES_LANES_HALF_H
#define HW_OPS_LANES_LANES_HALF_H

#include "ops/lanes/lanes_fp32.h"
#include "ops/lanes/lanes_fp64.h"

#define HALF_NAN      0x7fffu
#define HALF_INFINITY 0x7c00u
#define HALF_LEAST    0x0400u /* the smallest that is no denormal */

/* Denormal halves become normal in the multiplication. */
static inline uint32_t widened(uint32_t half, bool flush)
{
    const uint32_t size = half & 0x7fff, number = as_bits(as_float(size << 13) * 0x1p112f);
    const uint32_t bits = size >= HALF_INFINITY ? size << 13 | HW_FP32_INFINITY : number;

    return (flush && size < HALF_LEAST ? 0 : bits) | (half & 0x8000) << 16;
}

/* A single cut to a half, which is finite if the single is, as a single; denormals are in units of 2^-24. */
static inline uint32_t cut_to_half(uint32_t single, bool flush)
{
    const uint32_t size = single & 0x7fffffff, largest = as_bits(65504.0f), least = as_bits(0x1p-14f);
    const float number = as_float(size), near = (number + 0.5f) - 0.5f; /* beyond denormals not used */
    const uint32_t denormal = flush ? 0 : as_bits(near > number ? near - 0x1p-24f : near);
    const uint32_t normal = size < largest ? size & ~0x1fffu : largest;
    const uint32_t finite = size < least ? denormal : normal;

    return (size >= HW_FP32_INFINITY ? size : finite) | (single & HW_FP32_SIGN);
}

/* A single to nearest; flushed as in ieee.h: what is below the normal range when rounded as if that had no
 * lower end. */
static inline uint32_t half_of_single(uint32_t x, bool flush)
{
    const uint32_t bits = x & ~HW_FP32_SIGN, odd = bits >> 13 & 1, least = as_bits(0x1p-14f);
    const uint32_t normal = ((bits + 0xfff + odd) >> 13) - ((127 - 15) << 10);
    const uint32_t units = as_bits(as_float(bits) + 0.5f) - as_bits(0.5f); /* of 2^-24 */
    /* flushed unless it rounds up to the least, as 2^-14 - 2^-26 does */
    const uint32_t denormal = flush && bits < least - (1u << 12) ? 0 : units;
    const uint32_t finite = bits < least ? denormal : normal;
    const uint32_t number = bits >= as_bits(65520.0f) ? HALF_INFINITY : finite;
    const uint32_t with_sign = number | (x >> 16 & 0x8000);

    return bits > HW_FP32_INFINITY ? HALF_NAN : with_sign;
}

/* A double, likewise. */
static inline uint32_t half_of(uint64_t x, bool flush)
{
    const uint64_t bits = x & ~HW_FP64_SIGN, odd = bits >> 42 & 1;
    const uint64_t normal = ((bits + 0x1ffffffffff + odd) >> 42) - ((1023 - 15) << 10);
    const uint64_t units = double_bits(as_double(bits) + 0x1p28) - double_bits(0x1p28); /* of 2^-24 */
    const uint64_t least = flush ? (uint64_t)(1023 - 14) << 52 : 0;
    /* flushed unless it rounds up to the least, as 2^-14 - 2^-26 does */
    const uint64_t denormal = bits < least - (flush ? (uint64_t)1 << 41 : 0) ? 0 : units;
    const uint64_t finite = bits < (uint64_t)(1023 - 14) << 52 ? denormal : normal;
    const uint64_t number = bits >= double_bits(65520) ? HALF_INFINITY : finite;
    const uint64_t with_sign = number | (x >> 48 & 0x8000);

    return (uint32_t)(bits > HW_FP64_INFINITY ? HALF_NAN : with_sign);
}

/* The same to the upper half of a single: bfloat16. */
static inline uint32_t bfloat_of(uint64_t x, bool flush)
{
    const uint64_t bits = x & ~HW_FP64_SIGN, odd = bits >> 45 & 1;
    const uint64_t normal = ((bits + 0xfffffffffff + odd) >> 45) - ((1023 - 127) << 7);
    const uint64_t units = double_bits(as_double(bits) + 0x1p-81) - double_bits(0x1p-81); /* of 2^-133 */
    const uint64_t least = (uint64_t)(1023 - 126) << 52;
    const uint64_t denormal = flush && bits < least - ((uint64_t)1 << 44) ? 0 : units;
    const uint64_t finite = bits < least ? denormal : normal;
    const uint64_t number = bits >= double_bits(0x1.ffp127) ? HW_FP32_INFINITY >> 16 : finite;
    const uint64_t with_sign = number | (x >> 48 & 0x8000);

    return (uint32_t)(bits > HW_FP64_INFINITY ? HALF_NAN : with_sign);
}

#endif
