/* SPDX-License-Identifier: MIT */
/* The error function, its complement and inverse, and the normal distribution.
 *
 * erfc(x) = exp(-x^2) erfcx(x), and (1 + 2x) erfcx(x) is a polynomial of (x - 4) / (x + 4). */
#ifndef HALFWARP_CUDA_MATH_ERROR_FUNCTION_H
#define HALFWARP_CUDA_MATH_ERROR_FUNCTION_H

#include "fits_special.h"
#include "logarithm.h"

namespace halfwarp_math {

/* factor * e^(high + low), also where the power alone would be denormal. */
template <class T> HW_MATH T exp_times(T high, T low, T factor)
{
    if (high < 2 * number<T>::EXP_UNDER)
        return 0 * factor;
    if (!(high <= 2 * number<T>::EXP_OVER))
        return is_nan(high) ? high : format<T>::INFINITE * factor;
    const exponent<T> r = without_twos(high, low);
    const pair<T> part = small_expm1_pair(r.high, r.low);
    const T value = fused(factor, part.high, factor * part.low) + factor;
    const int third = r.k / 3;
    return value * power_of_two<T>(third) * power_of_two<T>(third) * power_of_two<T>(r.k - 2 * third);
}

/* erfcx of an x >= 0. */
template <class T> HW_MATH T erfcx_positive(T x)
{
    if (x > power_of_two<T>(format<T>::FRACTION + 4))
        return (T)0.56418958354775628695 / x;
    return fit_erfcx((x - 4) / (x + 4)) / fused((T)2, x, (T)1);
}

template <class T> HW_MATH T erfcx(T x)
{
    if (is_nan(x))
        return x;
    if (magnitude(x) < (T)0.5)
        return (1 - fused(x, fit_erf(x * x), x)) * exp(x * x);
    if (x >= 0)
        return erfcx_positive(x);
    if (x < -27)
        return format<T>::INFINITE;
    const pair<T> square = exact_product(x, x);
    return exp_times(square.high, square.low, (T)2) - erfcx_positive(-x);
}

template <class T> HW_MATH T erf_small(T x)
{
    return fused(x, fit_erf(x * x), x);
}

/* erfc(high + low) for high >= 1/2. */
template <class T> HW_MATH T erfc_positive(T high, T low)
{
    if (high > (sizeof(T) == 4 ? 11 : 28))
        return 0;
    const pair<T> square = exact_product(high, high);
    return exp_times(-square.high, -fused(2 * high, low, square.low), erfcx_positive(high));
}

template <class T> HW_MATH T erf(T x)
{
    const T a = magnitude(x);
    if (a < 1)
        return with_sign(erf_small(x), x);
    return is_nan(x) ? x : with_sign(1 - erfc_positive(a, (T)0), x);
}

/* erfc(high + low) */
template <class T> HW_MATH T erfc_of_pair(T high, T low)
{
    if (magnitude(high) < (T)0.5)
        return 1 - (erf_small(high) + low * (T)1.1283791670955126);
    if (is_nan(high))
        return high;
    return high > 0 ? erfc_positive(high, low) : 2 - erfc_positive(-high, -low);
}

template <class T> HW_MATH T erfc(T x)
{
    return erfc_of_pair(x, (T)0);
}

template <class T> HW_MATH T normcdf(T x)
{
    const T half_root = (T)0.70710678118654752440;
    const T rest = sizeof(T) == 4 ? (T)1.2101617485882864e-08 : (T)-4.833646656726457e-17;
    if (!(magnitude(x) < 40))
        return is_nan(x) ? x : x > 0 ? (T)1 : (T)0;
    const pair<T> z = exact_product(-x, half_root);
    const T low = fused(-x, rest, z.low);
    if (z.high < (T)0.5)
        return (T)0.5 * erfc_of_pair(z.high, low);
    const pair<T> square = exact_product(z.high, z.high);
    return exp_times(-square.high, -fused(2 * z.high, low, square.low), (T)0.5 * erfcx_positive(z.high));
}

/* erfinv(x) / x by w = -log(1 - x^2). */
HW_MATH float erfinv_slope(float w)
{
    if (w < 5)
        return w < 1.5f ? fit_erfinv_near(w) : fit_erfinv_middle(w - 3.25f);
    const float r = root(w);
    return r < 4 ? fit_erfinv_far(r - 3.1f) : fit_erfinv_farther(r - 7);
}

HW_MATH double erfinv_slope(double w)
{
    if (w < 5)
        return w < 1.5 ? fit_erfinv_near(w) : fit_erfinv_middle(w - 3.25);
    const double r = root(w);
    return r < 4       ? fit_erfinv_far(r - 3.1)
           : r < 10.25 ? fit_erfinv_farther(r - 7)
                       : fit_erfinv_farthest(r - 18.5);
}

template <class T> HW_MATH T erfinv(T x)
{
    const T a = magnitude(x);
    if (!(a < 1))
        return a == 1 ? with_sign(format<T>::INFINITE, x) : is_nan(x) ? x : format<T>::NONE;
    const T w = a < (T)0.5 ? -log1p_of_pair(-(x * x), (T)0) : -(log(1 - a) + log1p(a));
    return x * erfinv_slope(w);
}

template <class T> HW_MATH T erfcinv(T y)
{
    if (!(y > 0 && y < 2))
        return y == 0 ? format<T>::INFINITE : y == 2 ? -format<T>::INFINITE : is_nan(y) ? y : format<T>::NONE;
    const T x = 1 - y;
    const T w = magnitude(x) < (T)0.5 ? -log1p_of_pair(-(x * x), (T)0) : -(log(y) + log(2 - y));
    return x * erfinv_slope(w);
}

template <class T> HW_MATH T normcdfinv(T p)
{
    if (!(p > 0 && p < 1))
        return p == 0 ? -format<T>::INFINITE : p == 1 ? format<T>::INFINITE : is_nan(p) ? p : format<T>::NONE;
    return (T)-1.41421356237309504880 * erfcinv(2 * p);
}

} // namespace halfwarp_math

#endif
