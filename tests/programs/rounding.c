/* SPDX-License-Identifier: MIT */
/* Operands and results are volatile, so that no operation moves past the change of the rounding mode. */
#include "rounding.h"

#include <fenv.h>
#include <math.h>

#include "reference.h"

const int rounding_modes[ROUNDINGS] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};

#define ROUNDED(type, mode, expression) \
    do {                                \
        volatile type rounded_result;   \
        fesetround(mode);               \
        rounded_result = expression;    \
        fesetround(FE_TONEAREST);       \
        return rounded_result;          \
    } while (0)

float add32(int mode, float a, float b)
{
    volatile float x = a, y = b;
    ROUNDED(float, mode, x + y);
}

float mul32(int mode, float a, float b)
{
    volatile float x = a, y = b;
    ROUNDED(float, mode, x *y);
}

float fma32(int mode, float a, float b, float c)
{
    volatile float x = a, y = b, z = c;
    ROUNDED(float, mode, fmaf(x, y, z));
}

float div32(int mode, float a, float b)
{
    volatile float x = a, y = b;
    ROUNDED(float, mode, x / y);
}

float sqrt32(int mode, float a)
{
    volatile float x = a;
    ROUNDED(float, mode, sqrtf(x));
}

double add64(int mode, double a, double b)
{
    volatile double x = a, y = b;
    ROUNDED(double, mode, x + y);
}

double mul64(int mode, double a, double b)
{
    volatile double x = a, y = b;
    ROUNDED(double, mode, x *y);
}

double fma64(int mode, double a, double b, double c)
{
    volatile double x = a, y = b, z = c;
    ROUNDED(double, mode, fma(x, y, z));
}

double div64(int mode, double a, double b)
{
    volatile double x = a, y = b;
    ROUNDED(double, mode, x / y);
}

double sqrt64(int mode, double a)
{
    volatile double x = a;
    ROUNDED(double, mode, sqrt(x));
}

float narrow32(int mode, double a)
{
    volatile double x = a;
    ROUNDED(float, mode, (float)x);
}

float from_signed32(int mode, int64_t a)
{
    volatile int64_t x = a;
    ROUNDED(float, mode, (float)x);
}

float from_unsigned32(int mode, uint64_t a)
{
    volatile uint64_t x = a;
    ROUNDED(float, mode, (float)x);
}

double from_signed64(int mode, int64_t a)
{
    volatile int64_t x = a;
    ROUNDED(double, mode, (double)x);
}

double from_unsigned64(int mode, uint64_t a)
{
    volatile uint64_t x = a;
    if (a == 0)
        return 0; /* clang's code for baseline x86-64 subtracts, which gives -0 when rounding down */
    ROUNDED(double, mode, (double)x);
}

double integral(int mode, double a)
{
    switch (mode) {
    case FE_TOWARDZERO: return trunc(a);
    case FE_DOWNWARD: return floor(a);
    case FE_UPWARD: return ceil(a);
    default: return rint(a);
    }
}

uint64_t to_integer(int mode, double a, unsigned bits, int is_signed)
{
    const double value = integral(mode, a), end = ldexp(1, (int)bits - (is_signed ? 1 : 0));
    const uint64_t mask = bits == 64 ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1;
    if (isnan(a))
        return 0;
    if (value >= end)
        return is_signed ? mask >> 1 : mask;
    if (value < (is_signed ? -end : 0))
        return is_signed ? (mask >> 1) + 1 : 0;
    return (is_signed ? (uint64_t)(int64_t)value : (uint64_t)value) & mask;
}

double fma_odd(double a, double b, double c)
{
    const double down = fma64(FE_DOWNWARD, a, b, c), up = fma64(FE_UPWARD, a, b, c);
    if (down == up || isnan(down))
        return fma(a, b, c);
    return bits64(down) & 1 ? down : up;
}

/* A small result is rounded 64 powers of two higher, where it is normal. */
float narrow32_flushed(int mode, double exact)
{
    if (!(fabs(exact) < 0x1p-100))
        return narrow32(mode, exact);
    const float high = narrow32(mode, exact * 0x1p64);
    return fabsf(high) < 0x1p-62f ? copysignf(0, high) : high * 0x1p-64f;
}

float mul32_flushed(int mode, float a, float b)
{
    return narrow32_flushed(mode, (double)flush(a) * (double)flush(b));
}

float fma32_flushed(int mode, float a, float b, float c)
{
    const double x = flush(a), y = flush(b), z = flush(c), exact = fma_odd(x, y, z);
    return exact == 0 ? fma32(mode, flush(a), flush(b), flush(c)) : narrow32_flushed(mode, exact);
}

/* Dividing in binary64 first does not round twice: it has more than twice the digits. */
float div32_flushed(float a, float b)
{
    return narrow32_flushed(FE_TONEAREST, (double)flush(a) / (double)flush(b));
}

float flush(float a)
{
    return fpclassify(a) == FP_SUBNORMAL ? copysignf(0, a) : a;
}

float saturate32(float a)
{
    return a >= 1 ? 1 : a > 0 ? a : 0; /* a NaN and -0 become +0 */
}
