/* SPDX-License-Identifier: MIT */
/* Functions that take numbers apart, round them to whole ones, or compare them; all are exact. */
#ifndef HALFWARP_CUDA_MATH_PARTS_H
#define HALFWARP_CUDA_MATH_PARTS_H

#include "base.h"

namespace halfwarp_math {

HW_MATH float floor(float x)
{
    return __builtin_floorf(x);
}
HW_MATH double floor(double x)
{
    return __builtin_floor(x);
}
HW_MATH float ceil(float x)
{
    return __builtin_ceilf(x);
}
HW_MATH double ceil(double x)
{
    return __builtin_ceil(x);
}
HW_MATH float trunc(float x)
{
    return __builtin_truncf(x);
}
HW_MATH double trunc(double x)
{
    return __builtin_trunc(x);
}

template <class T> HW_MATH T rint(T x)
{
    return nearest(x);
}

template <class T> HW_MATH T round(T x)
{
    const T whole = trunc(x);
    return magnitude(x - whole) >= (T)0.5 ? whole + with_sign((T)1, x) : with_sign(whole, x);
}

/* x = m 2^k of a finite x that is not 0, with |m| from 1 to 2. */
template <class T> HW_MATH T normalized(T x, int *k)
{
    int more = 0;
    if (magnitude(x) < format<T>::LEAST_NORMAL) {
        x *= power_of_two<T>(format<T>::FRACTION + 1);
        more = format<T>::FRACTION + 1;
    }
    const typename format<T>::bits bits = bits_of(x);
    *k = (int)((bits & masks<T>::EXPONENT) >> format<T>::FRACTION) - format<T>::BIAS - more;
    return from_bits<T>((bits & ~masks<T>::EXPONENT) | (typename format<T>::bits)format<T>::BIAS
                                                           << format<T>::FRACTION);
}

template <class T> HW_MATH T ldexp(T x, int n)
{
    constexpr int MOST = 3 * (format<T>::BIAS + format<T>::FRACTION);
    int k;
    if (x == 0 || !is_finite(x))
        return x;
    const T m = normalized(x, &k);
    n = k + (n > MOST ? MOST : n < -MOST ? -MOST : n);
    if (n > format<T>::BIAS + 1)
        n = format<T>::BIAS + 1;
    if (n < -(format<T>::BIAS + format<T>::FRACTION + 2))
        n = -(format<T>::BIAS + format<T>::FRACTION + 2);
    return scaled(m, n);
}

template <class T> HW_MATH T scalbn(T x, int n)
{
    return ldexp(x, n);
}

template <class T> HW_MATH T scalbln(T x, long n)
{
    return ldexp(x, n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n);
}

template <class T> HW_MATH T frexp(T x, int *exponent)
{
    if (x == 0 || !is_finite(x)) {
        *exponent = 0;
        return x;
    }
    const T m = normalized(x, exponent);
    *exponent += 1;
    return m * (T)0.5;
}

template <class T> HW_MATH int ilogb(T x)
{
    int k;
    if (x == 0)
        return -0x7fffffff - 1;
    if (!is_finite(x))
        return is_nan(x) ? -0x7fffffff - 1 : 0x7fffffff;
    normalized(x, &k);
    return k;
}

template <class T> HW_MATH T logb(T x)
{
    if (x == 0)
        return -format<T>::INFINITE;
    return is_finite(x) ? (T)ilogb(x) : x * x;
}

template <class T> HW_MATH T modf(T x, T *whole)
{
    *whole = trunc(x);
    return with_sign(is_infinite(x) ? (T)0 : x - *whole, x);
}

template <class T> HW_MATH T nextafter(T x, T y)
{
    if (is_nan(x) || is_nan(y))
        return x + y;
    if (x == y)
        return y;
    if (x == 0)
        return with_sign(format<T>::LEAST, y);
    return from_bits<T>((x < y) == (x > 0) ? bits_of(x) + 1 : bits_of(x) - 1);
}

template <class T> HW_MATH T fdim(T x, T y)
{
    return is_nan(x) || is_nan(y) ? x + y : x > y ? x - y : (T)0;
}

HW_MATH float fmin(float x, float y)
{
    return __builtin_fminf(x, y);
}
HW_MATH double fmin(double x, double y)
{
    return __builtin_fmin(x, y);
}
HW_MATH float fmax(float x, float y)
{
    return __builtin_fmaxf(x, y);
}
HW_MATH double fmax(double x, double y)
{
    return __builtin_fmax(x, y);
}

/* The magnitude as a whole number times 2^k. */
template <class T> HW_MATH u64 whole_bits(T x, int *k)
{
    const u64 bits = bits_of(x) & ~masks<T>::SIGN, exponent = bits >> format<T>::FRACTION;
    *k = (int)(exponent ? exponent : 1) - format<T>::BIAS - format<T>::FRACTION;
    return exponent ? (bits & masks<T>::FRACTION) | (masks<T>::FRACTION + 1) : bits;
}

/* |x| = quotient |y| + rest, as far as |y| goes into |x|: the rest in units of 2^*unit, and the quotient's
 * last bits. x and y are finite, y is not 0. */
template <class T> HW_MATH u64 long_division(T x, T y, u64 *divisor, int *unit, u32 *quotient)
{
    constexpr int ROOM = 63 - format<T>::FRACTION;
    int from, to;
    u64 rest = whole_bits(x, &from);
    const u64 d = whole_bits(y, &to);
    u32 q = 0;
    if (from >= to) {
        q = (u32)(rest / d);
        rest %= d;
        for (int left = from - to; left > 0; left -= ROOM) {
            const int step = left < ROOM ? left : ROOM;
            q = (u32)((u64)q << step) + (u32)((rest << step) / d);
            rest = (rest << step) % d;
        }
        *unit = to;
        *divisor = d;
    } else {
        const int apart = to - from; /* the divisor in units of the dividend, if that is not far smaller */
        *unit = from;
        *divisor = apart < ROOM ? d << apart : ~0ull;
        if (apart < ROOM) {
            q = (u32)(rest / *divisor);
            rest %= *divisor;
        }
    }
    *quotient = q;
    return rest;
}

template <class T> HW_MATH bool has_no_remainder(T x, T y)
{
    return y == 0 || !is_finite(x) || is_nan(y);
}

template <class T> HW_MATH T fmod(T x, T y)
{
    u64 divisor;
    u32 quotient;
    int unit;
    if (has_no_remainder(x, y))
        return is_nan(x) || is_nan(y) ? x + y : format<T>::NONE;
    if (is_infinite(y))
        return x;
    const u64 rest = long_division(x, y, &divisor, &unit, &quotient);
    return with_sign(ldexp((T)rest, unit), x);
}

template <class T> HW_MATH T remquo(T x, T y, int *quotient_bits)
{
    u64 divisor;
    u32 quotient;
    int unit;
    *quotient_bits = 0;
    if (has_no_remainder(x, y))
        return is_nan(x) || is_nan(y) ? x + y : format<T>::NONE;
    if (is_infinite(y))
        return x;
    u64 rest = long_division(x, y, &divisor, &unit, &quotient);
    const bool up = rest > divisor - rest || (rest == divisor - rest && (quotient & 1));
    if (up) {
        rest = divisor - rest;
        quotient++;
    }
    const T value = ldexp((T)rest, unit);
    quotient &= 0x7fffffff;
    *quotient_bits = is_negative(x) != is_negative(y) ? -(int)quotient : (int)quotient;
    return rest == 0 ? with_sign((T)0, x) : is_negative(x) != up ? -value : value;
}

template <class T> HW_MATH T remainder(T x, T y)
{
    int quotient;
    return remquo(x, y, &quotient);
}

} // namespace halfwarp_math

#endif
