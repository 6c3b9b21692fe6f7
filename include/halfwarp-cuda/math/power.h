/* SPDX-License-Identifier: MIT */
/* x^y = e^(y log x), with the logarithm as a pair so that y may be large. */
#ifndef HALFWARP_CUDA_MATH_POWER_H
#define HALFWARP_CUDA_MATH_POWER_H

#include "logarithm.h"

namespace halfwarp_math {

/* 0: y is no whole number, 1: an odd one, 2: an even one. */
template <class T> HW_MATH int parity(T y)
{
    const T a = magnitude(y);
    if (a >= power_of_two<T>(format<T>::FRACTION + 1))
        return 2;
    if (__builtin_trunc((double)a) != (double)a)
        return 0;
    return (long long)a & 1 ? 1 : 2;
}

/* x^y of a positive finite x. */
template <class T> HW_MATH T positive_power(T x, T y)
{
    const pair<T> l = log_wide(x);
    if (magnitude(y) > power_of_two<T>(format<T>::FRACTION + format<T>::EXPONENT + 2))
        return (l.high > 0) == (y > 0) ? format<T>::INFINITE : 0;
    const pair<T> p = exact_product(y, l.high);
    return exp_of_pair(p.high, is_finite(p.high) ? fused(y, l.low, p.low) : (T)0);
}

template <class T> HW_MATH T pow(T x, T y)
{
    if (x == 1 || y == 0)
        return 1;
    if (is_nan(x) || is_nan(y))
        return x + y;
    const T a = magnitude(x);
    if (is_infinite(y))
        return a == 1 ? (T)1 : (a > 1) == (y > 0) ? format<T>::INFINITE : (T)0;
    const int kind = parity(y);
    const bool negative = is_negative(x) && kind == 1;
    T result;
    if (a == 0 || is_infinite(a))
        result = (a == 0) == (y > 0) ? (T)0 : format<T>::INFINITE;
    else if (is_negative(x) && kind == 0)
        return format<T>::NONE;
    else
        result = a == 1 ? (T)1 : positive_power(a, y);
    return negative ? -result : result;
}

/* x^y for a whole y, as pow does. */
template <class T> HW_MATH T powi(T x, int y)
{
    return pow(x, (T)y);
}

} // namespace halfwarp_math

#endif
