/* SPDX-License-Identifier: MIT */
/* sin, cos and tan: the argument less a multiple of pi/2 as a pair, then polynomials on |r| <= pi/4. */
#ifndef HALFWARP_CUDA_MATH_TRIGONOMETRIC_H
#define HALFWARP_CUDA_MATH_TRIGONOMETRIC_H

#include "reduction.h"

namespace halfwarp_math {

template <class T> HW_MATH T sin_near_zero(T r, T low)
{
    const T u = r * r;
    return r + fused(r * u, fit_sin(u), low);
}

template <class T> HW_MATH T cos_near_zero(T r, T low)
{
    const T u = product(r, r), half = (T)0.5 * u, first = 1 - half;
    return first + (((1 - first) - half) + fused(u * u, fit_cos(u), -(r * low)));
}

/* The sine of the angle that is `quadrant` right angles more than r. */
template <class T> HW_MATH T sin_of_quadrant(angle<T> a, int quadrant)
{
    const T value = quadrant & 1 ? cos_near_zero(a.high, a.low) : sin_near_zero(a.high, a.low);
    return quadrant & 2 ? -value : value;
}

template <class T> HW_MATH T sin(T x)
{
    const angle<T> a = reduced(x);
    return a.quadrant == 0 && x == 0 ? x : sin_of_quadrant(a, a.quadrant);
}

template <class T> HW_MATH T cos(T x)
{
    const angle<T> a = reduced(x);
    return sin_of_quadrant(a, a.quadrant + 1);
}

template <class T> HW_MATH void sincos(T x, T *sine, T *cosine)
{
    const angle<T> a = reduced(x);
    const T s = sin_near_zero(a.high, a.low), c = cos_near_zero(a.high, a.low);
    const T upright = a.quadrant & 1 ? c : s, level = a.quadrant & 1 ? s : c;
    *sine = x == 0 ? x : a.quadrant & 2 ? -upright : upright;
    *cosine = (a.quadrant + 1) & 2 ? -level : level;
}

template <class T> HW_MATH T tan(T x)
{
    const angle<T> a = reduced(x);
    const T u = product(a.high, a.high);
    const T tail = fused(a.high * u, fit_tan(u), a.low * (1 + u));
    const pair<T> t = quick_sum(a.high, tail);
    if (x == 0)
        return x;
    if (!(a.quadrant & 1))
        return t.high;
    const T reciprocal = -1 / t.high;
    return fused(reciprocal, fused(reciprocal, t.high, (T)1) + reciprocal * t.low, reciprocal);
}

/* pi x less a multiple of pi/2: x less a multiple of 1/2, exactly. */
template <class T> HW_MATH T sin_of_half_turns(T x, int more)
{
    const T doubled = nearest(2 * x);
    const T r = fused((T)-0.5, doubled, x), u = product(r, r);
    const int quadrant = (int)(long long)fused((T)-4, nearest(doubled * (T)0.25), doubled) + more;
    T value;
    if (quadrant & 1) {
        value = fused(u, fit_cospi(u), (T)1);
    } else {
        value = fused(r, number<T>::PI, r * fused(u, fit_sinpi(u), number<T>::PI_LOW));
    }
    return quadrant & 2 ? -value : value;
}

template <class T> HW_MATH T sinpi(T x)
{
    if (!is_finite(x))
        return format<T>::NONE;
    const T value = magnitude(x) >= power_of_two<T>(format<T>::FRACTION) ? (T)0 : sin_of_half_turns(x, 0);
    return value == 0 ? with_sign((T)0, x) : value;
}

template <class T> HW_MATH T cospi(T x)
{
    if (!is_finite(x))
        return format<T>::NONE;
    return magnitude(x) >= power_of_two<T>(format<T>::FRACTION + 2) ? (T)1 : sin_of_half_turns(x, 1) + (T)0;
}

} // namespace halfwarp_math

#endif
