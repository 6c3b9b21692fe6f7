/* SPDX-License-Identifier: MIT */
/* The special functions of the G80: table interpolation and range reduction, one lane at a time.
 *
 * Later chips' are not public to the bit.  The errors of these are within the bounds that NVIDIA states for
 * them (tests/unit/ops/test_ops_mufu.c measures), except for the logarithm, so mufu.h takes over the rest.
 *
 * The leading bits of a fraction choose a slice, the rest r (17 bits) is the argument of a + b * r + c * r^2
 * in fixed point; the squarer drops low bits, which is why it is a sum of shifts.
 * A function has two parts here: ..._fraction, and ..._in, which gets the slice's numbers, the rest and its
 * square.  32 lanes look their numbers up, and square, in between.
 * Range-reduced operands are no floats: bit 31 sign, bit 30 special, below it a fixed-point number
 * with 23 fraction bits.
 * Like integer.h these are inline and have no branches on data, so that loops over lanes become
 * vector code.  Fixed-point sums are words where a window of 2^32 holds them, else doubles: these are
 * integers below 2^53, so all is exact. Source: envytools' hardware-tested model of the transcendental unit.
 */
#ifndef HW_OPS_SCALAR_SFU_H
#define HW_OPS_SCALAR_SFU_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "ops/scalar/fp32.h"
#include "ops/scalar/sfu_tables.h"

#define HW_SFU_SPECIAL          0x40000000u /* of a range-reduced operand: not a number */
#define HW_SFU_SPECIAL_INFINITY 0x40800000u /* ... infinity */
#define HW_SFU_ONE              0x800000u   /* one in fixed point; the leading one of a significand */

static inline uint32_t hw_sfu_slice(uint32_t fraction)
{
    return fraction >> 17;
}

static inline uint32_t hw_sfu_rest(uint32_t fraction)
{
    return fraction & 0x1ffff;
}

/* The numbers of a slice, the rest and its square. */
struct hw_sfu_quadratic {
    int32_t a, b, c;
    uint32_t rest;
    int32_t square;
};

static inline struct hw_sfu_quadratic hw_sfu_quadratic_of(int32_t a, int32_t bc, uint32_t rest,
                                                          uint32_t square)
{
    return (struct hw_sfu_quadratic){a, HW_SFU_B(bc), HW_SFU_C(bc), rest, (int32_t)square};
}

/* About v * v / 2^19 for v < 2^17.  The hardware adds v >> (18 - i) for each bit i of v, and halves the sum;
 * what the shifts drop are the products of bits i and k with i + k < 18.  With v = high * 2^9 + low none of
 * high * high is dropped, all of low * low, and of 2 * high * low what stands here is left. */
static inline uint32_t hw_sfu_square(uint32_t v)
{
    const uint32_t high = v >> 9, low = v & 0x1ff;
    uint32_t total = high * high >> 1;

#pragma GCC unroll 7 /* so that it does not hide in a loop over lanes */
    for (unsigned i = 1; i <= 7; i++)
        total += high >> i & 1 ? low >> (9 - i) : 0;
    return total;
}

/* How words hold a sum. */
struct hw_sfu_scale {
    uint32_t shift_a; /* of `a`; two less than that of the result */
    uint32_t scale_c, bias;
    bool is_even;     /* so are the rest, scale_c and bias */
    bool is_negative; /* what b and c add lies in [2^16 - 2^32, 2^16), else in [0, 2^32 - 2^16) */
};

/* a * 2^shift + (b * rest + scale * c * square + bias) / 2, less its low bits: a significand in [2^23, 2^24].
 * With the exponent before it less by one it makes a float. */
static inline uint32_t hw_sfu_sum(struct hw_sfu_quadratic q, struct hw_sfu_scale scale)
{
    const unsigned shift = scale.shift_a + 2;
    const uint32_t b = (uint32_t)q.b, c_term = (uint32_t)(q.c * q.square),
                   below = scale.is_negative ? 1u << 16 : 0;
    const uint32_t halves = (q.rest & 1 ? b : 0) + c_term * scale.scale_c + scale.bias;
    const uint32_t half =
        scale.is_even ? c_term * (scale.scale_c / 2) + scale.bias / 2 : (uint32_t)((int32_t)halves >> 1);
    const uint32_t low = b * (q.rest >> 1) + half + (((uint32_t)q.a & 3) << scale.shift_a) - below;
    /* a negative sum, 2^32 too large here: what was taken from it comes back, too */
    const uint32_t back = scale.is_negative ? (1u << (16 - shift)) - (1u << (32 - shift)) : 0;

    return (uint32_t)(q.a >> 2) + (low >> shift) + back;
}

/* a * a_scale + scale_c * c * square + b * rest, as a whole. */
static inline double hw_sfu_long_sum(struct hw_sfu_quadratic q, double scale_a, int32_t scale_c)
{
    return (double)q.a * scale_a + (double)q.b * (double)(int32_t)q.rest + (double)(q.c * scale_c * q.square);
}

/* The bits of a positive float; zero where the exponent has become zero or negative. */
static inline uint32_t hw_sfu_underflow(uint32_t bits)
{
    return (int32_t)bits < 1 << 23 ? 0 : bits;
}

/* A double cut to the 24 bits of a float. */
static inline uint32_t hw_sfu_truncate(double x)
{
    uint64_t wide;
    uint32_t bits;
    float cut;

    memcpy(&wide, &x, sizeof wide);
    wide &= ~(uint64_t)0x1fffffff;
    memcpy(&x, &wide, sizeof x);
    cut = (float)x;
    memcpy(&bits, &cut, sizeof bits);
    return bits;
}

static inline uint32_t hw_sfu_rcp_fraction(uint32_t x)
{
    return x << 1 & 0xffffff;
}

static inline uint32_t hw_sfu_rcp_in(uint32_t x, struct hw_sfu_quadratic q)
{
    const struct hw_sfu_scale scale = {
        .shift_a = 13, .scale_c = 2, .bias = 0x8fce, .is_even = true, .is_negative = true};
    const uint32_t exponent = x & HW_FP32_INFINITY;
    const uint32_t number = hw_sfu_underflow(hw_sfu_sum(q, scale) + (252u << 23) - exponent);
    const uint32_t result = exponent == 0 ? HW_FP32_INFINITY : number;

    return hw_fp32_is_nan(x) ? HW_FP32_NAN : (x & HW_FP32_SIGN) | result;
}

/* The exponent is halved, rounding down; where it is odd, the significand lies in [2, 4). */
static inline uint32_t hw_sfu_rsq_fraction(uint32_t x)
{
    return (x & (HW_SFU_ONE - 1)) | (~x & HW_SFU_ONE);
}

static inline uint32_t hw_sfu_rsq_in(uint32_t x, struct hw_sfu_quadratic q)
{
    const struct hw_sfu_scale scale = {.shift_a = 13, .scale_c = 4, .bias = 0x7fff, .is_negative = true};
    const uint32_t half = ((x >> 1) + HW_SFU_ONE / 2) & HW_FP32_INFINITY; /* exponent, rounded up */
    /* powers of four have no fraction, and exact results */
    const uint32_t significand = hw_sfu_rsq_fraction(x) == 0 ? 2 * HW_SFU_ONE : hw_sfu_sum(q, scale);
    uint32_t result = significand + (189u << 23) - half;

    result = x == HW_FP32_INFINITY ? 0 : result;
    result = x > HW_FP32_INFINITY ? HW_FP32_NAN : result; /* or negative */
    return x & HW_FP32_INFINITY ? result : (x & HW_FP32_SIGN) | HW_FP32_INFINITY;
}

/* The logarithm of any number from what the sum gives for positive ones. */
static inline uint32_t hw_sfu_lg2_special(uint32_t x, uint32_t finite)
{
    uint32_t result = x == HW_FP32_INFINITY ? HW_FP32_INFINITY : finite;

    result = hw_fp32_is_nan(x) || x & HW_FP32_SIGN ? HW_FP32_NAN : result;
    return x & HW_FP32_INFINITY ? result : HW_FP32_SIGN | HW_FP32_INFINITY;
}

static inline uint32_t hw_sfu_lg2_fraction(uint32_t x)
{
    return x & (HW_SFU_ONE - 1);
}

static inline uint32_t hw_sfu_lg2_in(uint32_t x, struct hw_sfu_quadratic q)
{
    const int32_t exponent = x >> 23 & 0xff;
    const double sum = hw_sfu_long_sum(q, 0x1p12, 2) + 0x3345;
    /* what a shift by 2 drops: `a` has no part in it */
    const uint32_t dropped = ((uint32_t)q.b * q.rest + (uint32_t)(2 * q.c * q.square) + 0x3345) & 3;
    const double table = x == HW_FP32_ONE ? 0 : (sum - (double)(int32_t)dropped) * 0.25;
    const double t = table + (double)(exponent - 127) * 0x1p36;
    const uint32_t finite =
        t < 0 ? HW_FP32_SIGN | hw_sfu_truncate((-t - 1) * 0x1p-36) : hw_sfu_truncate(t * 0x1p-36);

    return hw_sfu_lg2_special(x, finite);
}

/* value * 2^count, cut to 32 bits on both sides. */
static inline uint32_t hw_sfu_scale(uint32_t value, int32_t count)
{
    const uint32_t left = count < 32 ? value << (count & 31) : 0;
    const uint32_t right = count > -32 ? value >> (-count & 31) : 0;

    return count >= 0 ? left : right;
}

/* The result of a range reduction, where the operand is a number; special codes where it is none. */
static inline uint32_t hw_sfu_reduced(uint32_t x, uint32_t value)
{
    const uint32_t special = hw_fp32_is_nan(x) ? HW_SFU_SPECIAL : HW_SFU_SPECIAL_INFINITY;

    return (x & HW_FP32_SIGN) | ((x & HW_FP32_INFINITY) == HW_FP32_INFINITY ? special : value);
}

static inline uint32_t hw_sfu_significand(uint32_t x)
{
    return x & HW_FP32_INFINITY ? (x & (HW_SFU_ONE - 1)) | HW_SFU_ONE : 0;
}

/* Quarter turns modulo 4: 0xa2f983 / 2^24 is 2 / pi. */
static inline uint32_t hw_sfu_reduce_sin(uint32_t x)
{
    const int32_t exponent = (int32_t)(x >> 23 & 0xff) - 127;
    const uint32_t product = (uint32_t)((uint64_t)hw_sfu_significand(x) * 0xa2f983u >> 16);

    return hw_sfu_reduced(x, hw_sfu_scale(product, exponent - 8) & 0x1ffffffu);
}

static inline uint32_t hw_sfu_reduce_ex2(uint32_t x)
{
    const int32_t exponent = (int32_t)(x >> 23 & 0xff) - 127;
    const uint32_t value = hw_sfu_scale(hw_sfu_significand(x), exponent), large = exponent >= 7 ? ~0u : 0;

    return hw_sfu_reduced(x, (value & ~large) | (HW_SFU_SPECIAL_INFINITY & large));
}

/* A number of quarter turns as an angle of the first; the cosine's begin with the second. */
static inline uint32_t hw_sfu_mirrored(uint32_t p, uint32_t quarters)
{
    return (quarters & 1 ? ~p : p) & (HW_SFU_ONE - 1);
}

/* The sine of it, with a sign of its own. */
static inline uint32_t hw_sfu_sine(uint32_t p, uint32_t quarters, uint32_t sign, struct hw_sfu_quadratic q)
{
    const double sum = hw_sfu_long_sum(q, 0x1p11, 1);
    const uint32_t result = (sign ^ (quarters & 2) << 30) | hw_sfu_truncate(sum * 0x1p-37);

    return p & HW_SFU_SPECIAL ? HW_FP32_NAN : result;
}

static inline uint32_t hw_sfu_sin_fraction(uint32_t p)
{
    return hw_sfu_mirrored(p, p >> 23);
}

static inline uint32_t hw_sfu_sin_in(uint32_t p, struct hw_sfu_quadratic q)
{
    return hw_sfu_sine(p, p >> 23, p & HW_FP32_SIGN, q);
}

static inline uint32_t hw_sfu_cos_fraction(uint32_t p)
{
    return hw_sfu_mirrored(p, (p >> 23) + 1);
}

static inline uint32_t hw_sfu_cos_in(uint32_t p, struct hw_sfu_quadratic q)
{
    return hw_sfu_sine(p, (p >> 23) + 1, 0, q);
}

/* All ones for a negative operand. */
static inline uint32_t hw_sfu_ex2_sign(uint32_t p)
{
    return (uint32_t)((int32_t)p >> 31);
}

/* The fixed-point number: a negative one is its floor and what is above that. */
static inline uint32_t hw_sfu_ex2_number(uint32_t p)
{
    const uint32_t sign = hw_sfu_ex2_sign(p);

    return ((p & 0x3fffffff) ^ sign) - sign;
}

static inline uint32_t hw_sfu_ex2_fraction(uint32_t p)
{
    const uint32_t exact = hw_sfu_ex2_number(p) & (HW_SFU_ONE - 1);

    return exact != 0 ? exact + hw_sfu_ex2_sign(p) : 0; /* complemented, not negated */
}

static inline uint32_t hw_sfu_ex2_in(uint32_t p, struct hw_sfu_quadratic q)
{
    const struct hw_sfu_scale scale = {.shift_a = 12, .scale_c = 1, .bias = 0x77e2};
    const uint32_t whole = hw_sfu_ex2_number(p) & ~(HW_SFU_ONE - 1);
    const uint32_t result = hw_sfu_underflow(hw_sfu_sum(q, scale) + (126u << 23) + whole);
    const uint32_t limit = HW_FP32_INFINITY & ~hw_sfu_ex2_sign(p);
    const uint32_t special = p & HW_SFU_ONE ? limit : HW_FP32_NAN;

    return p & HW_SFU_SPECIAL ? special : result;
}

/* Functions with a table, for the lanes and here for one. */
#define HW_SFU_TABLE_FUNCTIONS(X) \
    X(rcp, hw_sfu_table_rcp)      \
    X(rsq, hw_sfu_table_rsq)      \
    X(lg2, hw_sfu_table_lg2)      \
    X(sin, hw_sfu_table_sin)      \
    X(cos, hw_sfu_table_sin)      \
    X(ex2, hw_sfu_table_ex2)

#define HW_SFU_OF(name, table)                                                                   \
    static inline uint32_t hw_sfu_##name##_of(uint32_t x)                                        \
    {                                                                                            \
        const uint32_t fraction = hw_sfu_##name##_fraction(x), slice = hw_sfu_slice(fraction);   \
        const uint32_t rest = hw_sfu_rest(fraction);                                             \
        return hw_sfu_##name##_in(                                                               \
            x, hw_sfu_quadratic_of(table.a[slice], table.bc[slice], rest, hw_sfu_square(rest))); \
    }
HW_SFU_TABLE_FUNCTIONS(HW_SFU_OF)
#undef HW_SFU_OF

#endif
