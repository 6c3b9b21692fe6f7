/* SPDX-License-Identifier: MIT */
/* The gamma function and its logarithm: products down to [1, 2) for small arguments, Stirling's formula for
 * others, reflection for negative ones. */
#ifndef HALFWARP_CUDA_MATH_GAMMA_H
#define HALFWARP_CUDA_MATH_GAMMA_H

#include "error_function.h"
#include "parts.h"
#include "trigonometric.h"

namespace halfwarp_math {

template <class T> HW_MATH T gamma_small(T a)
{
    if (a < 1)
        return fit_gamma(a - (T)0.5) / a;
    pair<T> p = {1, 0};
    for (; a >= 2; a -= 1)
        p = times(p, pair<T>{a - 1, 0});
    const T g = fit_gamma(a - (T)1.5);
    return fused(p.high, g, p.low * g);
}

/* gamma(a) / (sqrt(2 pi) e^power) of an a >= 8: the factor that is left, and the power as a pair. */
template <class T> HW_MATH T gamma_by_stirling(T a, pair<T> *power)
{
    const pair<T> l = log_wide(a), p = exact_product(a - (T)0.5, l.high);
    const pair<T> sum = exact_sum(p.high, -a);
    *power = quick_sum(sum.high, sum.low + fused(a - (T)0.5, l.low, p.low));
    return (T)2.50662827463100050242 * fit_stirling(1 / a);
}

template <class T> HW_MATH T tgamma(T x)
{
    const T a = magnitude(x);
    if (is_nan(x) || x == format<T>::INFINITE)
        return x;
    if (a < format<T>::EPSILON / 4)
        return 1 / x;
    if (x < 0 && trunc(x) == x)
        return format<T>::NONE;
    if (a < 8)
        return x > 0 ? gamma_small(a) : -number<T>::PI / (a * sinpi(a) * gamma_small(a));
    if (a > 200)
        return x > 0 ? format<T>::INFINITE : with_sign((T)0, -sinpi(a));
    pair<T> power;
    const T factor = gamma_by_stirling(a, &power);
    if (x > 0)
        return exp_times(power.high, power.low, factor);
    return exp_times(-power.high, -power.low, -number<T>::PI / (a * sinpi(a) * factor));
}

template <class T> HW_MATH T lgamma_positive(T a)
{
    if (a < (T)0.5)
        return a < format<T>::EPSILON / 8 ? -log(a) : fused(a, fit_lgamma1(a), -log(a));
    if (a < (T)1.5)
        return (a - 1) * fit_lgamma1(a - 1) + (T)0; /* 0, not -0 */
    if (a < 8) {
        T p = 1;
        for (; a >= 3; a -= 1)
            p *= a - 1;
        const T value = (a - 2) * fit_lgamma2(a - 2);
        return p == 1 ? value : value + log(p);
    }
    if (a > power_of_two<T>(format<T>::FRACTION + 6))
        return a * (log(a) - 1);
    const pair<T> l = log_pair(a), p = exact_product(a - (T)0.5, l.high), sum = exact_sum(p.high, -a);
    const T rest = fused(fit_stirling_log(1 / a), 1 / a, (T)0.91893853320467274178);
    return sum.high + (sum.low + (fused(a - (T)0.5, l.low, p.low) + rest));
}

template <class T> HW_MATH T lgamma(T x)
{
    const T a = magnitude(x);
    if (!is_finite(x))
        return x * x;
    if (x > 0)
        return lgamma_positive(a);
    if (trunc(x) == x)
        return format<T>::INFINITE;
    if (a < format<T>::EPSILON / 8)
        return -log(a);
    return log(number<T>::PI / (a * magnitude(sinpi(a)))) - lgamma_positive(a);
}

} // namespace halfwarp_math

#endif
