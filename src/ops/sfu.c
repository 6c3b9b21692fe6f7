/* Special functions: see sfu.h.
 *
 * The leading fraction bits choose a slice, the rest r of the fraction is the argument of
 * a + b * r + c * r^2 in fixed point; the squarer drops low bits, which is why it is a sum of shifts.
 * Range-reduced operands are no floats: bit 31 sign, bit 30 special, below it a fixed-point number
 * with 23 fraction bits.
 * Source: envytools' hardware-tested model of the transcendental unit. */
#include "ops/sfu.h"

#include <stdbool.h>

#include "ops/fp32.h"
#include "ops/sfu_tables.h"

#define SPECIAL 0x40000000u            /* of a range-reduced operand: not a number */
#define SPECIAL_INFINITY 0x40800000u   /* ... infinity */
#define BIT23 0x800000u

/* About v * v / 2^19 for v < 2^17, with the truncations of the hardware. */
static int64_t square(uint32_t v)
{
    uint32_t total = 0;

    for (unsigned i = 0; i <= 16; i++)
        if (v >> i & 1)
            total += v >> (18 - i);
    return total >> 1;
}

/* A float from a biased exponent and a significand whose leading one is bit 23. */
static uint32_t make(uint32_t sign, int exponent, uint32_t significand)
{
    if (significand == BIT23 << 1)
        exponent++;
    if (exponent <= 0)
        return sign;
    if (exponent >= 255)
        return sign | HW_FP32_INFINITY;
    return sign | (uint32_t)exponent << 23 | (significand & (BIT23 - 1));
}

static int exponent_of(uint32_t x)
{
    return (int)(x >> 23 & 0xff);
}

/* Move the top bit of a positive number up to `top`, counting down the exponent. */
static int64_t normalise(int64_t t, int top, int *exponent)
{
    while (!(t >> top)) {
        t <<= 1;
        --*exponent;
    }
    return t;
}

uint32_t hw_sfu_rcp_of(uint32_t x)
{
    const uint32_t sign = x & HW_FP32_SIGN, index = x >> 16 & 127, rest = x & 0xffff;
    int64_t f;

    x = hw_fp32_flush(x);
    if (hw_fp32_is_nan(x))
        return HW_FP32_NAN;
    if ((x ^ sign) == HW_FP32_INFINITY)
        return sign;
    if (x == sign)
        return sign | HW_FP32_INFINITY;
    f = (int64_t)hw_sfu_rcp.a[index] * (1 << 13) + (int64_t)hw_sfu_rcp.b[index] * rest +
        hw_sfu_rcp.c[index] * square(rest << 1) + 0x47e7;
    return make(sign, 253 - exponent_of(x), (uint32_t)(f >> 15));
}

uint32_t hw_sfu_rsq_of(uint32_t x)
{
    uint32_t m, index, rest;
    int exponent;
    int64_t f;

    x = hw_fp32_flush(x);
    if (hw_fp32_is_nan(x))
        return HW_FP32_NAN;
    if ((x & ~HW_FP32_SIGN) == 0)
        return x | HW_FP32_INFINITY;
    if (x & HW_FP32_SIGN)
        return HW_FP32_NAN;
    if (x == HW_FP32_INFINITY)
        return 0;
    exponent = exponent_of(x) - 127;
    m = (x & (BIT23 - 1)) + (exponent & 1 ? BIT23 : 0);
    exponent = (exponent - (exponent & 1)) / 2;
    if (m == 0)
        return make(0, 127 - exponent, BIT23);
    index = m >> 17;
    rest = m & 0x1ffff;
    f = (int64_t)hw_sfu_rsqrt.a[index] * (1 << 14) + (int64_t)hw_sfu_rsqrt.b[index] * rest +
        4 * hw_sfu_rsqrt.c[index] * square(rest) + 0x7fff;
    return make(0, 126 - exponent, (uint32_t)(f >> 16));
}

uint32_t hw_sfu_lg2_of(uint32_t x)
{
    const uint32_t index = x >> 17 & 63, rest = x & 0x1ffff;
    uint32_t sign = 0;
    int exponent = 133;
    int64_t t;

    x = hw_fp32_flush(x);
    if (hw_fp32_is_nan(x))
        return HW_FP32_NAN;
    if ((x & ~HW_FP32_SIGN) == 0)
        return HW_FP32_SIGN | HW_FP32_INFINITY;
    if (x & HW_FP32_SIGN)
        return HW_FP32_NAN;
    if (x == HW_FP32_INFINITY)
        return x;
    if (x == HW_FP32_ONE)
        return 0;
    t = ((int64_t)hw_sfu_lg2.a[index] * (1 << 12) + (int64_t)hw_sfu_lg2.b[index] * rest +
         2 * hw_sfu_lg2.c[index] * square(rest) + 0x3345) >> 2;
    t += (int64_t)(exponent_of(x) - 127) * ((int64_t)1 << 36);
    if (t < 0) {
        sign = HW_FP32_SIGN;
        t = ~t;
    }
    t = normalise(t, 42, &exponent);
    return make(sign, exponent, (uint32_t)(t >> 19));
}

/* The operand of a range reduction that has no finite value. */
static bool reduce_special(uint32_t x, uint32_t *result)
{
    if (exponent_of(x) != 255)
        return false;
    *result = (x & HW_FP32_SIGN) | (hw_fp32_is_nan(x) ? SPECIAL : SPECIAL_INFINITY);
    return true;
}

static uint32_t significand_of(uint32_t x)
{
    return exponent_of(x) ? (x & (BIT23 - 1)) | BIT23 : 0;
}

/* value * 2^count, cut to 32 bits on both sides. */
static uint32_t scale(uint32_t value, int count)
{
    if (count >= 32 || count <= -32)
        return 0;
    return count >= 0 ? value << count : value >> -count;
}

uint32_t hw_sfu_reduce_sin(uint32_t x)
{
    uint32_t result;

    if (reduce_special(x, &result))
        return result;
    /* 0xa2f983 / 2^24 is 2 / pi */
    result = (uint32_t)((uint64_t)significand_of(x) * 0xa2f983u >> 16);
    return (scale(result, exponent_of(x) - 127 - 8) & 0x1ffffffu) | (x & HW_FP32_SIGN);
}

uint32_t hw_sfu_reduce_ex2(uint32_t x)
{
    const int exponent = exponent_of(x) - 127;
    uint32_t result;

    if (reduce_special(x, &result))
        return result;
    if (exponent >= 7)
        return (x & HW_FP32_SIGN) | SPECIAL_INFINITY;
    return scale(significand_of(x), exponent) | (x & HW_FP32_SIGN);
}

/* Sine of a number of quarter turns, with the sign of the angle in `sign`. */
static uint32_t sine(uint32_t quarters, uint32_t fraction, uint32_t sign)
{
    uint32_t index, rest;
    int exponent = 127;
    int64_t t;

    if (quarters & 1)
        fraction = ~fraction & (BIT23 - 1);
    if (quarters & 2)
        sign ^= HW_FP32_SIGN;
    index = fraction >> 17;
    rest = fraction & 0x1ffff;
    t = (int64_t)hw_sfu_sin.a[index] * (1 << 11) + (int64_t)hw_sfu_sin.b[index] * rest +
        hw_sfu_sin.c[index] * square(rest);
    if (t <= 0)
        return sign;
    t = normalise(t, 37, &exponent);
    return make(sign, exponent, (uint32_t)(t >> 14));
}

uint32_t hw_sfu_sin_of(uint32_t p)
{
    return p & SPECIAL ? HW_FP32_NAN : sine(p >> 23, p & (BIT23 - 1), p & HW_FP32_SIGN);
}

uint32_t hw_sfu_cos_of(uint32_t p)
{
    return p & SPECIAL ? HW_FP32_NAN : sine((p >> 23) + 1, p & (BIT23 - 1), 0);
}

uint32_t hw_sfu_ex2_of(uint32_t p)
{
    uint32_t fraction = p & (BIT23 - 1), index, rest;
    int whole = (int)(p >> 23 & 127);
    int64_t f;

    if (p & SPECIAL) {
        if (!(p & BIT23))
            return HW_FP32_NAN;
        return p & HW_FP32_SIGN ? 0 : HW_FP32_INFINITY;
    }
    if (p & HW_FP32_SIGN) {
        whole = fraction ? -whole - 1 : -whole;
        fraction = fraction ? ~fraction & (BIT23 - 1) : 0;
    }
    index = fraction >> 17;
    rest = fraction & 0x1ffff;
    f = (int64_t)hw_sfu_ex2.a[index] * (1 << 13) + (int64_t)hw_sfu_ex2.b[index] * rest +
        hw_sfu_ex2.c[index] * square(rest) + 0x77e2;
    return make(0, whole + 127, (uint32_t)(f >> 15));
}
