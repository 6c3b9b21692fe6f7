/* SPDX-License-Identifier: MIT */
/* Exponential functions: e^x = 2^k e^r with |r| <= ln(2)/2, and a polynomial for e^r. */
#ifndef HALFWARP_CUDA_MATH_EXPONENTIAL_H
#define HALFWARP_CUDA_MATH_EXPONENTIAL_H

#include "fits_elementary.h"

namespace halfwarp_math {

/* x - k ln(2) as a pair, and k. */
template <class T> struct exponent {
    T high, low;
    int k;
};

template <class T> HW_MATH exponent<T> without_twos(T high, T low)
{
    const T k = nearest(high * number<T>::LOG2_E);
    const T first = fused(-k, number<T>::LN2, high);
    const T second = fused(-k, number<T>::LN2_LOW, low);
    const pair<T> r = exact_sum(first, second);
    return {r.high, r.low, (int)k};
}

/* e^(high + low) - 1 for a small argument, and the same before its last rounding. */
template <class T> HW_MATH T small_expm1(T high, T low)
{
    return high + fused(product(high, high), fit_exp(high), low);
}

template <class T> HW_MATH pair<T> small_expm1_pair(T high, T low)
{
    return quick_sum(high, fused(product(high, high), fit_exp(high), low));
}

/* e^(high + low), with high in the range where it neither overflows nor vanishes, or beyond by a factor of
 * two. */
template <class T> HW_MATH T exp_of_pair(T high, T low)
{
    if (!(high <= number<T>::EXP_OVER + 1))
        return is_nan(high) ? high : format<T>::INFINITE;
    if (high < number<T>::EXP_UNDER)
        return 0;
    const exponent<T> r = without_twos(high, low);
    return scaled(1 + small_expm1(r.high, r.low), r.k);
}

template <class T> HW_MATH T exp(T x)
{
    return exp_of_pair(x, (T)0);
}

template <class T> HW_MATH T exp2(T x)
{
    if (!(x < format<T>::BIAS + 1))
        return is_nan(x) ? x : format<T>::INFINITE;
    if (x < -(format<T>::BIAS + format<T>::FRACTION + 2))
        return 0;
    const T k = nearest(x);
    const pair<T> r = exact_product(x - k, number<T>::LN2);
    return scaled(1 + small_expm1(r.high, fused(x - k, number<T>::LN2_LOW, r.low)), (int)k);
}

template <class T> HW_MATH T exp10(T x)
{
    if (!(x < (format<T>::BIAS + 1) * number<T>::LOG10_2 + (T)0.01))
        return is_nan(x) ? x : format<T>::INFINITE;
    if (x < -(format<T>::BIAS + format<T>::FRACTION + 3) * number<T>::LOG10_2)
        return 0;
    const T k = nearest(x * number<T>::LOG2_10);
    const pair<T> f = exact_sum(fused(-k, number<T>::LOG10_2, x), product(-k, number<T>::LOG10_2_LOW));
    const pair<T> r = exact_product(f.high, number<T>::LN10);
    const T low = r.low + fused(f.high, number<T>::LN10_LOW, f.low * number<T>::LN10);
    return scaled(1 + small_expm1(r.high, low), (int)k);
}

template <class T> HW_MATH T expm1(T x)
{
    if (x > number<T>::EXP_OVER || is_nan(x))
        return is_nan(x) ? x : format<T>::INFINITE;
    if (x < -(format<T>::FRACTION + 3) * number<T>::LN2)
        return -1;
    if (magnitude(x) < format<T>::EPSILON / 4)
        return x;
    const exponent<T> r = without_twos(x, (T)0);
    if (r.k == 0)
        return small_expm1(r.high, r.low);
    const pair<T> part = small_expm1_pair(r.high, r.low);
    if (r.k > format<T>::FRACTION + 2) /* then 1 is nothing */
        return scaled(1 + part.high, r.k);
    const T power = power_of_two<T>(r.k);
    const pair<T> base = exact_sum(power, (T)-1), sum = exact_sum(base.high, part.high * power);
    return sum.high + (sum.low + fused(part.low, power, base.low));
}

/* e^x / 2 of an x >= 0, for the hyperbolic functions. */
template <class T> HW_MATH pair<T> half_exp(T x)
{
    if (!(x <= number<T>::EXP_OVER + 1))
        return {is_nan(x) ? x : format<T>::INFINITE, 0};
    const exponent<T> r = without_twos(x, (T)0);
    const pair<T> part = small_expm1_pair(r.high, r.low), sum = quick_sum((T)1, part.high);
    return {scaled(sum.high, r.k - 1), scaled(sum.low + part.low, r.k - 1)};
}

template <class T> HW_MATH T sinh(T x)
{
    const T a = magnitude(x);
    if (a < 1)
        return with_sign(fused(x * (x * x), fit_sinh(x * x), x), x);
    const pair<T> half = half_exp(a);
    return with_sign(half.high + (half.low - (T)0.25 / half.high), x);
}

template <class T> HW_MATH T cosh(T x)
{
    const pair<T> half = half_exp(magnitude(x));
    return half.high + (half.low + (T)0.25 / half.high);
}

template <class T> HW_MATH T tanh(T x)
{
    const T a = magnitude(x);
    if (a < (T)0.55)
        return with_sign(fused(x * (x * x), fit_tanh(x * x), x), x);
    if (a > format<T>::FRACTION * (T)0.5)
        return is_nan(x) ? x : with_sign((T)1, x);
    const pair<T> half = half_exp(2 * a), sum = quick_sum(half.high, (T)0.5);
    const T part = 1 / sum.high, wrong = fused(part, sum.high, (T)-1) + part * (sum.low + half.low);
    return with_sign(1 - fused(-part, wrong, part), x);
}

} // namespace halfwarp_math

#endif
