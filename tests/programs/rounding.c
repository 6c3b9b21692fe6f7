/* Operands and results are volatile, so that no operation moves past the change of the rounding mode. */
#include "rounding.h"

#include <fenv.h>
#include <math.h>

const int rounding_modes[ROUNDINGS] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};

#define ROUNDED(type, mode, expression)      \
    do {                                     \
        volatile type rounded_result;        \
        fesetround(mode);                    \
        rounded_result = expression;         \
        fesetround(FE_TONEAREST);            \
        return rounded_result;               \
    } while (0)

float add32(int mode, float a, float b)
{
    volatile float x = a, y = b;
    ROUNDED(float, mode, x + y);
}

float mul32(int mode, float a, float b)
{
    volatile float x = a, y = b;
    ROUNDED(float, mode, x * y);
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
    ROUNDED(double, mode, x * y);
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
    ROUNDED(double, mode, (double)x);
}

double integral(int mode, double a)
{
    volatile double x = a;
    ROUNDED(double, mode, rint(x));
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

float flush(float a)
{
    return fpclassify(a) == FP_SUBNORMAL ? copysignf(0, a) : a;
}

float saturate32(float a)
{
    return a >= 1 ? 1 : a > 0 ? a : 0; /* a NaN and -0 become +0 */
}
