/* SPDX-License-Identifier: MIT */
/* Bessel functions.
 *
 * Below 8, each interval between extrema has a polynomial in the distance from its zero, which is a pair, so
 * that results near zeros are right in relation to themselves.  From 8 on, Hankel's form with phase and
 * amplitude; the error is then absolute.  Other orders by recurrence, as Abramowitz and Stegun have it
 * in 9.1.27 and 9.12. */
#ifndef HALFWARP_CUDA_MATH_BESSEL_H
#define HALFWARP_CUDA_MATH_BESSEL_H

#include "error_function.h"
#include "fits_bessel.h"
#include "trigonometric.h"

namespace halfwarp_math {

/* x - (zero + rest), where T may have fewer digits than double. */
template <class T> HW_MATH T distance(T x, double zero, double rest)
{
    const T high = (T)zero, low = (T)((zero - (double)high) + rest);
    return (x - high) - low;
}

/* Hankel's form of J (`right` is 0) and Y (1) of order 0 or 1, for x >= 8. */
template <class T> HW_MATH T bessel_far(T x, T p, T q, int order, bool second)
{
    T s, c;
    if (is_infinite(x))
        return 0;
    sincos(x, &s, &c);
    const T amplitude =
        root(1 / x) * (T)0.56418958354775628695; /* over the root of 2, which is in sum and difference */
    const T sum = s + c, difference = s - c;
    /* cos and sin of x - pi/4, and of x - 3 pi/4, times the root of 2 */
    const T cosine = order ? difference : sum, sine = order ? -sum : difference;
    return amplitude * (second ? fused(p, sine, q * cosine) : fused(p, cosine, -(q * sine)));
}

template <class T> HW_MATH T bessel0_far(T x, bool second)
{
    const T u = 8 / x, v = u * u;
    return bessel_far(x, fit_bessel0_cos(v), u * fit_bessel0_sin(v), 0, second);
}

template <class T> HW_MATH T bessel1_far(T x, bool second)
{
    const T u = 8 / x, v = u * u;
    return bessel_far(x, fit_bessel1_cos(v), u * fit_bessel1_sin(v), 1, second);
}

template <class T> HW_MATH T j0(T x)
{
    const T a = magnitude(x);
    if (!(a < 8))
        return is_nan(x) ? x : bessel0_far(a, false);
    if (a < (T)1.6)
        return fused(a * a, fit_j0_low(a * a), (T)1);
    T u;
    if (a < (T)3.83) {
        u = distance(a, 0x1.33d152e971b40p+1, -0x1.0f539d7da258ep-53);
        return u * fit_j0_first(u);
    }
    if (a < (T)7.015) {
        u = distance(a, 0x1.6148f5b2c2e45p+2, 0x1.75054cd60a517p-54);
        return u * fit_j0_second(u);
    }
    u = distance(a, 0x1.14eb56cccdecap+3, -0x1.51970714c7c25p-52);
    return u * fit_j0_third(u);
}

template <class T> HW_MATH T j1(T x)
{
    const T a = magnitude(x);
    T value, u;
    if (is_nan(x))
        return x;
    if (a < (T)2.4)
        return x * fit_j1_low(a * a);
    if (a >= 8) {
        value = bessel1_far(a, false);
    } else if (a < (T)5.335) {
        u = distance(a, 0x1.ea75575af6f09p+1, -0x1.60155a9d1b256p-53);
        value = u * fit_j1_first(u);
    } else {
        u = distance(a, 0x1.c0ff5f3b47250p+2, -0x1.b226d9d243827p-54);
        value = u * fit_j1_second(u);
    }
    return is_negative(x) ? -value : value;
}

/* log(x / zero), with u = x - zero */
template <class T> HW_MATH T log_of_ratio(T x, T u, T zero, T log_zero)
{
    return magnitude(u) < (T)0.5 * zero ? log1p(u / zero) : log(x) - log_zero;
}

template <class T> HW_MATH T special_bessel(T x)
{
    return x == 0 ? -format<T>::INFINITE : is_nan(x) ? x : format<T>::NONE;
}

template <class T> HW_MATH T y0(T x)
{
    T u;
    if (!(x > 0))
        return special_bessel(x);
    if (x >= 8)
        return bessel0_far(x, true);
    if (x < (T)2.195) {
        const T zero = (T)0.893576966279167521585;
        u = distance(x, 0x1.c982eb8d417eap-1, 0x1.ea9d270347f83p-56);
        const T part = (T)0.63661977236758134308 * log_of_ratio(x, u, zero, (T)-0.1125228078807941250327);
        return fused(part, j0(x), u * (x + zero) * fit_y0_low(x * x));
    }
    if (x < (T)5.435) {
        u = distance(x, 0x1.fa9534d98569cp+1, -0x1.f06ae7804384ep-54);
        return u * fit_y0_second(u);
    }
    u = distance(x, 0x1.c581dc4e72103p+2, -0x1.9774a495f56cfp-54);
    return u * fit_y0_third(u);
}

template <class T> HW_MATH T y1(T x)
{
    T u;
    if (!(x > 0))
        return special_bessel(x);
    if (x >= 8)
        return bessel1_far(x, true);
    if (x < (T)3.685) {
        const T zero = (T)2.1971413260310170351;
        u = distance(x, 0x1.193bed4dff243p+1, -0x1.bd1e50d219bfdp-55);
        const T part = (T)0.63661977236758134308 * log_of_ratio(x, u, zero, (T)0.7871571181569950672913588);
        return fused(part, j1(x), u * (x + zero) * fit_y1_low(x * x) / x);
    }
    if (x < (T)6.945) {
        u = distance(x, 0x1.5b7fe4e87b02ep+2, 0x1.dfe7bac228e8cp-52);
        return u * fit_y1_second(u);
    }
    u = distance(x, 0x1.13127ae6169b4p+3, 0x1.479cc068d9046p-52);
    return u * fit_y1_third(u);
}

/* J_n for n >= 2 and 0 < a < n: downwards from an order where it is nothing, then scaled by the sum
 * J_0 + 2 J_2 + 2 J_4 + ... = 1. */
template <class T> HW_MATH T jn_downwards(int n, T a)
{
    const int start = 2 * ((n + (int)root((float)(sizeof(T) == 4 ? 60 : 180) * (float)n)) / 2 + 4);
    const T big = power_of_two<T>(format<T>::BIAS / 3), small = power_of_two<T>(-(format<T>::BIAS / 3));
    T above = 0, here = 1, sum = 0, result = 0;
    for (int m = start; m > 0; m--) {
        const T below = 2 * (T)m / a * here - above;
        above = here;
        here = below;
        if (magnitude(here) > big) {
            here *= small;
            above *= small;
            sum *= small;
            result *= small;
        }
        if (m - 1 == n)
            result = here;
        if ((m - 1) % 2 == 0)
            sum += m == 1 ? here : 2 * here;
    }
    return result / sum;
}

template <class T> HW_MATH T jn(int n, T x)
{
    const T a = magnitude(x);
    if (n < 0)
        return format<T>::NONE;
    if (n < 2)
        return n ? j1(x) : j0(x);
    if (is_nan(x) || a == 0 || is_infinite(a))
        return is_nan(x) ? x : 0;
    T value;
    if (a > (T)n) {
        T before = j0(a);
        value = j1(a);
        for (int m = 1; m < n; m++) {
            const T next = 2 * (T)m / a * value - before;
            before = value;
            value = next;
        }
    } else if (a < format<T>::EPSILON) {
        value = 0;
    } else {
        value = jn_downwards(n, a);
    }
    return is_negative(x) && (n & 1) ? -value : value;
}

template <class T> HW_MATH T yn(int n, T x)
{
    if (n < 0)
        return format<T>::NONE;
    if (!(x > 0))
        return special_bessel(x);
    if (n == 0)
        return y0(x);
    T before = y0(x), value = y1(x);
    for (int m = 1; m < n && value > -format<T>::INFINITE; m++) {
        const T next = 2 * (T)m / x * value - before;
        before = value;
        value = next;
    }
    return value;
}

/* e^a p / sqrt(a) for large a */
template <class T> HW_MATH T growing(T a, T p)
{
    if (is_infinite(a))
        return a;
    return exp_times(a, (T)0, p / root(a));
}

template <class T> HW_MATH T cyl_bessel_i0(T x)
{
    const T a = magnitude(x);
    return is_nan(x) ? x : a < 8 ? fit_i0_low(a * a) : growing(a, fit_i0_high(8 / a));
}

template <class T> HW_MATH T cyl_bessel_i1(T x)
{
    const T a = magnitude(x);
    return is_nan(x) ? x : with_sign(a < 8 ? a * fit_i1_low(a * a) : growing(a, fit_i1_high(8 / a)), x);
}

} // namespace halfwarp_math

#endif
