/* SPDX-License-Identifier: MIT */
/* asin, acos and atan: polynomials near 0, and what is farther brought there. */
#ifndef HALFWARP_CUDA_MATH_INVERSE_TRIGONOMETRIC_H
#define HALFWARP_CUDA_MATH_INVERSE_TRIGONOMETRIC_H

#include "fits_elementary.h"

namespace halfwarp_math {

/* asin(x) - x for |x| <= 1/2 */
template <class T> HW_MATH T asin_excess(T x, T square)
{
    return x * square * fit_asin(square);
}

/* asin(sqrt(z)) for z = (1 - |x|) / 2, as a pair. */
template <class T> HW_MATH pair<T> asin_of_root(T z)
{
    const T s = root(z);
    const T low = s > 0 ? fused(-s, s, z) / (2 * s) : 0;
    return quick_sum(s, asin_excess(s, z) + low);
}

template <class T> HW_MATH T asin(T x)
{
    const T a = magnitude(x);
    if (a <= (T)0.5)
        return x + asin_excess(x, x * x);
    if (!(a <= 1))
        return is_nan(x) ? x : format<T>::NONE;
    const pair<T> half = asin_of_root((T)0.5 - (T)0.5 * a);
    const pair<T> sum = quick_sum(number<T>::HALF_PI, -2 * half.high);
    return with_sign(sum.high + (sum.low + fused((T)-2, half.low, number<T>::HALF_PI_LOW)), x);
}

template <class T> HW_MATH T acos(T x)
{
    const T a = magnitude(x);
    if (a <= (T)0.5) {
        const pair<T> sum = quick_sum(number<T>::HALF_PI, -x);
        return sum.high + (sum.low + (number<T>::HALF_PI_LOW - asin_excess(x, x * x)));
    }
    if (!(a <= 1))
        return is_nan(x) ? x : format<T>::NONE;
    const pair<T> half = asin_of_root((T)0.5 - (T)0.5 * a);
    if (x > 0)
        return 2 * half.high + 2 * half.low;
    const pair<T> sum = quick_sum(number<T>::PI, -2 * half.high);
    return sum.high + (sum.low + fused((T)-2, half.low, number<T>::PI_LOW));
}

/* The angle of (x, y) with 0 <= y <= x, x > 0, without the first term y / x. */
template <class T> HW_MATH T atan_excess(T ratio)
{
    const T u = ratio * ratio;
    return ratio * u * fit_atan(u);
}

template <class T> HW_MATH T atan(T x)
{
    const T a = magnitude(x);
    if (a <= 1)
        return with_sign(x + atan_excess(x), x);
    if (is_nan(x))
        return x;
    const T ratio = 1 / a;
    const pair<T> sum = quick_sum(number<T>::HALF_PI, -ratio);
    return with_sign(sum.high + (sum.low + (number<T>::HALF_PI_LOW - atan_excess(ratio))), x);
}

template <class T> HW_MATH T atan2(T y, T x)
{
    if (is_nan(x) || is_nan(y))
        return x + y;
    const T a = magnitude(x), b = magnitude(y);
    const T large = a > b ? a : b, small = a > b ? b : a;
    T ratio = small / large;
    if (large == 0)
        ratio = 0;
    else if (is_infinite(small))
        ratio = 1;
    const T excess = atan_excess(ratio);
    pair<T> angle = {ratio, excess};
    if (b > a) {
        const pair<T> sum = quick_sum(number<T>::HALF_PI, -ratio);
        angle = {sum.high, sum.low + (number<T>::HALF_PI_LOW - excess)};
    }
    if (is_negative(x)) {
        const pair<T> sum = quick_sum(number<T>::PI, -angle.high);
        angle = {sum.high, sum.low + (number<T>::PI_LOW - angle.low)};
    }
    return with_sign(angle.high + angle.low, y);
}

} // namespace halfwarp_math

#endif
