/* SPDX-License-Identifier: MIT */
/* The functions of MUFU that differ from those of sfu.h, one lane at a time.
 *
 * The chips' own bits are not public; these results are within the error bounds of PTX ISA (lg2.approx,
 * sqrt.approx, rcp.approx.ftz.f64, rsqrt.approx.ftz.f64), which also lists the special cases: denormals, in
 * and out, are zeros, and every NaN is the same.  The host's division and square root are correctly rounded
 * everywhere. */
#ifndef HW_OPS_SCALAR_MUFU_H
#define HW_OPS_SCALAR_MUFU_H

#include <stdint.h>
#include <string.h>

#include "ops/scalar/sfu.h"

/* The logarithm of m in [sqrt(1/2), sqrt(2)) is 2 / ln 2 times (t + t^3 / 3 + t^5 / 5 + ...) with t = (m - 1)
 * / (m + 1); what follows t^13 is below 2^-42 of it.  In double precision, so that only the last rounding
 * counts. */
static inline uint32_t hw_mufu_lg2_of(uint32_t x)
{
    const uint32_t from_root = (x & 0x7fffffu) + 0x3f800000u - 0x3f3504f3u; /* sqrt(1/2) is 3f3504f3 */
    const int32_t exponent = (int32_t)(x >> 23 & 0xff) - 127 + (int32_t)(from_root >> 23);
    const uint32_t significand = (from_root & 0x7fffffu) + 0x3f3504f3u;
    float m, result;
    uint32_t bits;

    memcpy(&m, &significand, sizeof m);
    const double t = ((double)m - 1) / ((double)m + 1), u = t * t;
    const double series =
        1 + u * (1.0 / 3 + u * (1.0 / 5 + u * (1.0 / 7 + u * (1.0 / 9 + u * (1.0 / 11 + u * (1.0 / 13))))));

    result = (float)((double)exponent + 2.8853900817779268 * t * series);
    memcpy(&bits, &result, sizeof bits);
    return hw_sfu_lg2_special(x, bits);
}

static inline uint32_t hw_mufu_sqrt_of(uint32_t x)
{
    const uint32_t operand = x & HW_FP32_INFINITY ? x : x & HW_FP32_SIGN;
    uint32_t bits;
    float root;

    memcpy(&root, &operand, sizeof root);
    root = __builtin_sqrtf(root);
    memcpy(&bits, &root, sizeof bits);
    return hw_fp32_is_nan(bits) ? HW_FP32_NAN : bits;
}

/* A double whose low word is zero, from its high word; denormals are zeros. */
static inline double hw_mufu_from_high(uint32_t high)
{
    const uint64_t bits = (uint64_t)(high & 0x7ff00000u ? high : high & HW_FP32_SIGN) << 32;
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The high word of a double, rounded to it. */
static inline uint32_t hw_mufu_to_high(double x)
{
    uint64_t bits;
    uint32_t high;

    memcpy(&bits, &x, sizeof bits);
    high = (uint32_t)((bits + 0x80000000u) >> 32);
    high = high & 0x7ff00000u ? high : high & HW_FP32_SIGN;
    return x != x ? HW_FP32_NAN : high;
}

static inline uint32_t hw_mufu_rcp64h_of(uint32_t high)
{
    return hw_mufu_to_high(1 / hw_mufu_from_high(high));
}

static inline uint32_t hw_mufu_rsq64h_of(uint32_t high)
{
    return hw_mufu_to_high(1 / __builtin_sqrt(hw_mufu_from_high(high)));
}

#endif
