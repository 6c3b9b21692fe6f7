/* SPDX-License-Identifier: MIT */
/* Logarithms: x = 2^k m with m from sqrt(1/2) to sqrt(2), and log(m) = 2 atanh((m - 1) / (m + 1)). */
#ifndef HALFWARP_CUDA_MATH_LOGARITHM_H
#define HALFWARP_CUDA_MATH_LOGARITHM_H

#include "exponential.h"

namespace halfwarp_math {

template <class T> struct split {
    T m;
    int k;
};

/* x = m 2^k of a positive finite number. */
template <class T> HW_MATH split<T> split_near_one(T x)
{
    int k = 0;
    if (x < format<T>::LEAST_NORMAL) {
        x *= power_of_two<T>(format<T>::FRACTION + 1);
        k = -(format<T>::FRACTION + 1);
    }
    const typename format<T>::whole bits = (typename format<T>::whole)bits_of(x);
    const typename format<T>::whole root_half = (typename format<T>::whole)bits_of((T)0.70710678118654752);
    const int steps = (int)((bits - root_half) >> format<T>::FRACTION);
    return {from_bits<T>(
                (typename format<T>::bits)(bits - ((typename format<T>::whole)steps << format<T>::FRACTION))),
            k + steps};
}

/* (m - 1) / (m + 1) as a pair. */
template <class T> HW_MATH pair<T> ratio_of_log(T m)
{
    const T f = m - 1, sum = m + 1, rest = m - (sum - 1), reciprocal = 1 / sum;
    const T s = product(f, reciprocal);
    return {s, fused(-s, rest, fused(-s, sum, f)) * reciprocal};
}

/* log(x) of a positive finite number; its error is some bits below that of T. */
template <class T> HW_MATH pair<T> log_pair(T x)
{
    const split<T> parts = split_near_one(x);
    const pair<T> s = ratio_of_log(parts.m);
    const T u = product(s.high, s.high);
    const T tail = fused(2, s.low, product(s.high, u) * fit_log(u));
    const T k = (T)parts.k;
    const pair<T> sum = quick_sum(k * number<T>::LN2_SHORT, 2 * s.high);
    return quick_sum(sum.high, sum.low + fused(k, number<T>::LN2_REST, tail));
}

/* The same with an error of about the square of T's: what pow multiplies. */
template <class T> HW_MATH pair<T> log_wide(T x)
{
    const split<T> parts = split_near_one(x);
    const pair<T> s = ratio_of_log(parts.m);
    const T third = (T)1 / 3, two_thirds = 2 * third;
    const T two_thirds_low = fused((T)-3, two_thirds, (T)2) / 3;
    const pair<T> u = times(s, s);
    const pair<T> slope = quick_sum(two_thirds, fused(u.high, fit_log_tail(u.high), two_thirds_low));
    const pair<T> cubic = times(times(s, u), slope);
    const pair<T> log_m = plus(pair<T>{2 * s.high, 2 * s.low}, cubic);
    const T k = (T)parts.k;
    const pair<T> twos = exact_product(k, number<T>::LN2_SHORT);
    const pair<T> rest = exact_product(k, number<T>::LN2_REST);
    return plus(quick_sum(twos.high, rest.high), pair<T>{log_m.high, log_m.low + rest.low});
}

/* What all logarithms give outside of the positive finite numbers. */
template <class T> HW_MATH bool log_is_special(T x)
{
    return !(x > 0 && x < format<T>::INFINITE);
}

template <class T> HW_MATH T special_log(T x)
{
    if (x == 0)
        return -format<T>::INFINITE;
    return x > 0 || is_nan(x) ? x : format<T>::NONE;
}

HW_MATH float log_of_part(float f, float k)
{
    const float square = product(f, f);
    const float tail = fused(square * f, fit_log1p(f), -0.5f * square);
    const pair<float> sum = quick_sum(k * number<float>::LN2_SHORT, f);
    return sum.high + (sum.low + fused(k, number<float>::LN2_REST, tail));
}

HW_MATH float log(float x)
{
    if (log_is_special(x))
        return special_log(x);
    const split<float> parts = split_near_one(x);
    return log_of_part(parts.m - 1, (float)parts.k);
}

HW_MATH double log(double x)
{
    return log_is_special(x) ? special_log(x) : log_pair(x).high;
}

template <class T> HW_MATH T log10(T x)
{
    if (log_is_special(x))
        return special_log(x);
    const pair<T> l = log_pair(x), p = exact_product(l.high, number<T>::LOG10_E);
    return p.high + (p.low + fused(l.high, number<T>::LOG10_E_LOW, l.low * number<T>::LOG10_E));
}

template <class T> HW_MATH T log2(T x)
{
    if (log_is_special(x))
        return special_log(x);
    const split<T> parts = split_near_one(x);
    const pair<T> l = log_pair(parts.m), p = exact_product(l.high, number<T>::LOG2_E);
    const T low = p.low + fused(l.high, number<T>::LOG2_E_LOW, l.low * number<T>::LOG2_E);
    const pair<T> sum = quick_sum((T)parts.k, p.high);
    return sum.high + (sum.low + low);
}

/* log(1 + x + low): 1 + x rounded, and what was lost as a correction. */
template <class T> HW_MATH T log1p_of_pair(T x, T low)
{
    const pair<T> sum = exact_sum((T)1, x);
    const pair<T> l = log_pair(sum.high);
    return l.high + (l.low + (sum.low + low) / sum.high);
}

template <class T> HW_MATH T log1p(T x)
{
    if (!(x > -1 && x < format<T>::INFINITE))
        return x == -1 ? -format<T>::INFINITE : x > 0 || is_nan(x) ? x : format<T>::NONE;
    if (magnitude(x) < format<T>::EPSILON / 4)
        return x;
    return log1p_of_pair(x, (T)0);
}

template <class T> HW_MATH T asinh(T x)
{
    const T a = magnitude(x);
    if (a < format<T>::EPSILON || !is_finite(x))
        return x;
    if (a > power_of_two<T>(format<T>::FRACTION / 2 + 2))
        return with_sign(log(a) + number<T>::LN2, x);
    return with_sign(log1p(a + a * a / (1 + root(fused(a, a, (T)1)))), x);
}

template <class T> HW_MATH T acosh(T x)
{
    if (!(x >= 1))
        return is_nan(x) ? x : format<T>::NONE;
    if (x > power_of_two<T>(format<T>::FRACTION / 2 + 2))
        return log(x) + number<T>::LN2;
    const T t = x - 1;
    return log1p(t + root(fused(t, t, 2 * t)));
}

template <class T> HW_MATH T atanh(T x)
{
    const T a = magnitude(x);
    if (!(a < 1))
        return a == 1 ? with_sign(format<T>::INFINITE, x) : is_nan(x) ? x : format<T>::NONE;
    if (a < format<T>::EPSILON)
        return x;
    const T t = 2 * a / (1 - a);
    return with_sign((T)0.5 * log1p(t), x);
}

} // namespace halfwarp_math

#endif
