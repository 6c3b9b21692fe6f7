/* SPDX-License-Identifier: MIT */
/* Roots and lengths.  Lengths are computed from values scaled by a power of two, so that squares neither
 * overflow nor vanish. */
#ifndef HALFWARP_CUDA_MATH_ROOTS_H
#define HALFWARP_CUDA_MATH_ROOTS_H

#include "base.h"

namespace halfwarp_math {

template <class T> HW_MATH T rsqrt(T x)
{
    if (!(x > 0 && x < format<T>::INFINITE))
        return x == 0 ? with_sign(format<T>::INFINITE, x) : x > 0 ? (T)0 : is_nan(x) ? x : format<T>::NONE;
    const T up = x < format<T>::LEAST_NORMAL ? power_of_two<T>((format<T>::FRACTION + 1) & ~1) : (T)1;
    const T up_root = x < format<T>::LEAST_NORMAL ? power_of_two<T>((format<T>::FRACTION + 1) / 2) : (T)1;
    const T s = root(x * up), y = 1 / s;
    const T wrong = fused(y, s, (T)-1) + y * y * fused(-s, s, x * up) * (T)0.5;
    return fused(-y, wrong, y) * up_root;
}

#ifdef __NVPTX__
static inline __attribute__((device)) float rsqrt(float x)
{
    return __nvvm_rsqrt_approx_f(x);
}
#endif

/* The cube root: x = m 8^k with m from 1 to 8, a guess from the bits of m, Halley's steps, and a last one by
 * the exact remainder. */
template <class T> struct eighths {
    T m, root;
    int thirds;
};

template <class T> HW_MATH eighths<T> cube_root_of_part(T a)
{
    constexpr int MORE = 3 * (format<T>::FRACTION / 3 + 1);
    const bool tiny = a < format<T>::LEAST_NORMAL;
    a = tiny ? a * power_of_two<T>(MORE) : a;
    const int e = (int)(bits_of(a) >> format<T>::FRACTION) - format<T>::BIAS;
    const int thirds = (e + 3 * format<T>::BIAS) / 3 - format<T>::BIAS;
    const T m = a * power_of_two<T>(-3 * thirds / 2) * power_of_two<T>(-3 * thirds - -3 * thirds / 2);
    T y = from_bits<T>(bits_of(m) / 3 + (typename format<T>::bits)(format<T>::BIAS * 2 / 3.0 *
                                                                   (double)(masks<T>::FRACTION + 1)));
    for (int k = 0; k < (sizeof(T) == 4 ? 2 : 3); k++) {
        const T cube = y * y * y;
        y = product(y, (cube + 2 * m) / (2 * cube + m));
    }
    return {m, y, thirds - (tiny ? MORE / 3 : 0)};
}

template <class T> HW_MATH pair<T> cube(T y)
{
    const pair<T> square = exact_product(y, y), result = exact_product(square.high, y);
    return {result.high, fused(square.low, y, result.low)};
}

template <class T> HW_MATH T cbrt(T x)
{
    if (!is_finite(x) || x == 0)
        return x;
    const eighths<T> part = cube_root_of_part(magnitude(x));
    const T y = part.root;
    const pair<T> c = cube(y);
    const T wrong = (c.high - part.m) + c.low;
    return with_sign(fused(wrong / (-3 * (y * y)), (T)1, y) * power_of_two<T>(part.thirds), x);
}

template <class T> HW_MATH T rcbrt(T x)
{
    if (x == 0 || !is_finite(x))
        return 1 / x;
    const eighths<T> part = cube_root_of_part(magnitude(x));
    const T y = 1 / part.root;
    const pair<T> c = cube(y), p = exact_product(part.m, c.high);
    const T wrong = (p.high - 1) + fused(part.m, c.low, p.low);
    return with_sign(fused(y * wrong, (T)-1 / 3, y) * power_of_two<T>(-part.thirds), x);
}

/* The power of two that brings the greatest of some magnitudes near 1, or 0 for a number that is none. */
template <class T> HW_MATH T unit_for(T greatest)
{
    int e = (int)(bits_of(greatest) >> format<T>::FRACTION) - format<T>::BIAS;
    if (e > format<T>::BIAS - 2)
        e = format<T>::BIAS - 2;
    if (e < 2 - format<T>::BIAS)
        e = 2 - format<T>::BIAS;
    return power_of_two<T>(-e);
}

template <class T> HW_MATH T greater(T a, T b)
{
    return a > b ? a : b;
}

/* Sums of squares as pairs, so that the root is the only rounding. */
template <class T> HW_MATH pair<T> with_square(pair<T> sum, T x)
{
    const pair<T> p = exact_product(x, x), s = exact_sum(sum.high, p.high);
    return quick_sum(s.high, s.low + (sum.low + p.low));
}

template <class T> HW_MATH T root_of_pair(pair<T> sum)
{
    const T r = root(sum.high);
    return r > 0 ? r + (fused(-r, r, sum.high) + sum.low) / (2 * r) : r;
}

/* The sum of the squares of up to four numbers over unit^2. */
template <class T> HW_MATH pair<T> squares(T a, T b, T c, T d, T unit)
{
    pair<T> sum = exact_product(a * unit, a * unit);
    sum = with_square(sum, b * unit);
    sum = with_square(sum, c * unit);
    return with_square(sum, d * unit);
}

template <class T> HW_MATH T norm4d(T a, T b, T c, T d)
{
    a = magnitude(a), b = magnitude(b), c = magnitude(c), d = magnitude(d);
    if (is_infinite(a) || is_infinite(b) || is_infinite(c) || is_infinite(d))
        return format<T>::INFINITE;
    const T greatest = greater(greater(a, b), greater(c, d));
    if (!(a + b + c + d > 0))
        return a + b + c + d;
    const T unit = unit_for(greatest);
    return root_of_pair(squares(a, b, c, d, unit)) / unit;
}

template <class T> HW_MATH T rnorm4d(T a, T b, T c, T d)
{
    a = magnitude(a), b = magnitude(b), c = magnitude(c), d = magnitude(d);
    if (is_infinite(a) || is_infinite(b) || is_infinite(c) || is_infinite(d))
        return 0;
    const T greatest = greater(greater(a, b), greater(c, d));
    if (!(a + b + c + d > 0))
        return 1 / (a + b + c + d);
    const T unit = unit_for(greatest);
    return rsqrt(squares(a, b, c, d, unit).high) * unit;
}

template <class T> HW_MATH T hypot(T a, T b)
{
    return norm4d(a, b, (T)0, (T)0);
}

template <class T> HW_MATH T rhypot(T a, T b)
{
    return rnorm4d(a, b, (T)0, (T)0);
}

template <class T> HW_MATH T norm3d(T a, T b, T c)
{
    return norm4d(a, b, c, (T)0);
}

template <class T> HW_MATH T rnorm3d(T a, T b, T c)
{
    return rnorm4d(a, b, c, (T)0);
}

template <class T> HW_MATH T norm(int count, const T *values)
{
    T greatest = 0;
    for (int k = 0; k < count; k++) {
        const T a = magnitude(values[k]);
        greatest = a > greatest || is_nan(a) ? a : greatest;
    }
    if (!(greatest > 0 && greatest < format<T>::INFINITE))
        return greatest;
    const T unit = unit_for(greatest);
    pair<T> sum = {0, 0};
    for (int k = 0; k < count; k++)
        sum = with_square(sum, values[k] * unit);
    return root_of_pair(sum) / unit;
}

template <class T> HW_MATH T rnorm(int count, const T *values)
{
    return 1 / norm(count, values);
}

} // namespace halfwarp_math

#endif
