/* SPDX-License-Identifier: MIT */
/* Binary16 through binary64, in which sums and products of two halves are exact. */
#include "half.h"

#include <fenv.h>
#include <math.h>

#include "reference.h"
#include "rounding.h"

double half_value(uint32_t half)
{
    const int exponent = half >> 10 & 31, mantissa = half & 1023;
    double value = exponent ? ldexp(mantissa + 1024, exponent - 25) : ldexp(mantissa, -24);
    if (exponent == 31)
        value = mantissa ? NAN : INFINITY;
    return half & 0x8000 ? -value : value;
}

static uint32_t overflow(int mode, bool negative)
{
    const bool to_infinity = mode == FE_TONEAREST || mode == (negative ? FE_DOWNWARD : FE_UPWARD);
    return to_infinity ? 0x7c00 : 0x7bff;
}

uint32_t half_from(int mode, double value)
{
    const bool negative = signbit(value);
    const uint32_t sign = negative ? 0x8000 : 0;
    if (isnan(value))
        return 0x7fff;
    if (isinf(value))
        return sign | 0x7c00;
    if (value == 0)
        return sign;
    int exponent = ilogb(value) < -14 ? -14 : ilogb(value);
    double mantissa = fabs(integral(mode, ldexp(value, 10 - exponent)));
    if (mantissa == 2048) {
        mantissa = 1024;
        exponent++;
    }
    if (exponent > 15)
        return sign | overflow(mode, negative);
    return sign | (uint32_t)((exponent + 14) * 1024 + mantissa); /* the hidden bit makes it exponent + 15 */
}

uint32_t half_from_flushed(double value)
{
    if (value == 0 || fabs(value) >= 0x1p-13 || isnan(value))
        return half_from(FE_TONEAREST, value);
    const uint32_t high = half_from(FE_TONEAREST, value * 0x1p12);
    return half_value(high & 0x7fff) < 0x1p-2 ? high & 0x8000 : high - (12 << 10);
}

uint32_t half_fma(uint32_t a, uint32_t b, uint32_t c)
{
    return half_from(FE_TONEAREST, fma_odd(half_value(a), half_value(b), half_value(c)));
}

uint32_t half_flush(uint32_t half)
{
    return half & 0x7c00 ? half : half & 0x8000;
}

uint32_t half_saturate(uint32_t half)
{
    const double value = half_value(half);
    return value >= 1 ? 0x3c00 : value > 0 ? half & 0xffff : 0;
}
