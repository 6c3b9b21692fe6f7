/* SPDX-License-Identifier: MIT */
/* The functions of MUFU that differ from those of sfu.h, one lane at a time.  From Volta on sine, cosine and
 * power take numbers; they are polynomials in double precision here, so that only the last rounding counts.
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

static inline double hw_mufu_number(uint32_t x)
{
    float number;

    memcpy(&number, &x, sizeof number);
    return (double)number;
}

static inline uint32_t hw_mufu_bits(double x)
{
    const float number = (float)x;
    uint32_t bits;

    memcpy(&bits, &number, sizeof bits);
    return hw_fp32_is_nan(bits) ? HW_FP32_NAN : bits;
}

/* A denormal is a zero. */
static inline double hw_mufu_operand(uint32_t x)
{
    return hw_mufu_number(x & HW_FP32_INFINITY ? x : x & HW_FP32_SIGN);
}

/* The sine of 2 pi x for |x| <= 1/4: the series of y - y^3 / 3! + ..., to y^15. */
static inline double hw_mufu_quarter_sine(double x)
{
    const double y = x * 6.283185307179586, z = y * y;

    const double tail =
        1.0 / 362880 + z * (-1.0 / 39916800 + z * (1.0 / 6227020800.0 + z * (-1.0 / 1307674368000.0)));

    return y * (1 + z * (-1.0 / 6 + z * (1.0 / 120 + z * (-1.0 / 5040 + z * tail))));
}

/* What is left of x turns beyond the nearest whole number of them; NaN of infinities. */
static inline double hw_mufu_turn(double x)
{
    return x - __builtin_rint(x);
}

/* The sine of x turns: compilers multiply by 1 / (2 pi) before. */
static inline uint32_t hw_mufu_sin_of(uint32_t x)
{
    const double turns = hw_mufu_operand(x), rest = hw_mufu_turn(turns);
    const double mirrored = rest > 0.25 ? 0.5 - rest : rest < -0.25 ? -0.5 - rest : rest;
    const double sine = hw_mufu_quarter_sine(mirrored);

    return hw_mufu_bits(turns == 0 ? turns : sine);
}

static inline uint32_t hw_mufu_cos_of(uint32_t x)
{
    return hw_mufu_bits(hw_mufu_quarter_sine(0.25 - __builtin_fabs(hw_mufu_turn(hw_mufu_operand(x)))));
}

/* 2^x for |x| <= 1022. */
static inline double hw_mufu_power(double x)
{
    const double whole = __builtin_rint(x), y = (x - whole) * 0.6931471805599453;
    const double tail = 1.0 / 120 + y * (1.0 / 720 + y * (1.0 / 5040 + y * (1.0 / 40320)));
    const double series = 1 + y * (1 + y * (1.0 / 2 + y * (1.0 / 6 + y * (1.0 / 24 + y * tail))));
    const uint64_t exponent = (uint64_t)((int64_t)(int32_t)whole + 1023) << 52;
    double scale;

    memcpy(&scale, &exponent, sizeof scale);
    return series * scale;
}

/* Results below the normal range are zeros: compilers scale operands that would have such a result. */
static inline uint32_t hw_mufu_ex2_of(uint32_t x)
{
    const double number = hw_mufu_operand(x);
    const double inside = number > 129 ? 129 : number > -200 ? number : -200; /* a NaN, too */
    const double power = hw_mufu_power(inside);
    const uint32_t result = power < 0x1p-126 ? 0 : hw_mufu_bits(power);

    return hw_fp32_is_nan(x) ? HW_FP32_NAN : result;
}

/* The series for small numbers, else 1 - 2 / (e^2x + 1).  Denormals count (PTX ISA, tanh.approx). */
static inline uint32_t hw_mufu_tanh_of(uint32_t x)
{
    const double number = hw_mufu_number(x), size = __builtin_fabs(number), z = number * number;
    const double tail = 62.0 / 2835 + z * (-1382.0 / 155925 + z * 0.003592128036572481);
    const double series = number * (1 + z * (-1.0 / 3 + z * (2.0 / 15 + z * (-17.0 / 315 + z * tail))));
    const double inside = size < 20 ? size : 20;
    const double large = 1 - 2 / (hw_mufu_power(inside * 2.8853900817779268) + 1);
    const double result = size < 0.25 ? series : number < 0 ? -large : large;

    return hw_fp32_is_nan(x) ? HW_FP32_NAN : hw_mufu_bits(result);
}

#endif
