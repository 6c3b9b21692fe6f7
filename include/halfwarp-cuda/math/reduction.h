/* SPDX-License-Identifier: MIT */
/* An angle less a multiple of pi/2.
 *
 * Up to some size by subtracting multiples of parts of pi/2 (Cody and Waite, 1980); beyond that the fraction
 * of x * 2/pi is computed from as many bits of 2/pi as matter (Payne and Hanek, 1983). */
#ifndef HALFWARP_CUDA_MATH_REDUCTION_H
#define HALFWARP_CUDA_MATH_REDUCTION_H

#include "fits_elementary.h"

namespace halfwarp_math {

/* quadrant * pi/2 + high + low */
template <class T> struct angle {
    T high, low;
    int quadrant;
};

/* 2/pi as bits behind the point, behind two words of zeros. */
/* clang-format off */
static constexpr u32 two_over_pi[42] = {
    0x00000000u, 0x00000000u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u,
    0xfe5163abu, 0xdebbc561u, 0xb7246e3au, 0x424dd2e0u, 0x06492eeau, 0x09d1921cu, 0xfe1deb1cu, 0xb129a73eu,
    0xe88235f5u, 0x2ebb4484u, 0xe99c7026u, 0xb45f7e41u, 0x3991d639u, 0x835339f4u, 0x9c845f8bu, 0xbdf9283bu,
    0x1ff897ffu, 0xde05980fu, 0xef2f118bu, 0x5a0a6d1fu, 0x6d367ecfu, 0x27cb09b7u, 0x4f463f66u, 0x9e5fea2du,
    0x7527bac7u, 0xebe5f17bu, 0x3d0739f7u, 0x8a5292eau, 0x6bfb5fb1u, 0x1f8d5d08u, 0x56033046u, 0xfc7b6babu,
    0xf0cfbc20u, 0x9af4361du
};
/* clang-format on */

template <class T> HW_MATH angle<T> reduced_small(T x)
{
    const T k = nearest(x * number<T>::TWO_OVER_PI);
    const T first = fused(-k, number<T>::HALF_PI, x);
    const pair<T> second = exact_product(k, number<T>::HALF_PI_LOW);
    const pair<T> rest = exact_sum(first, -second.high);
    const pair<T> r = quick_sum(rest.high, fused(-k, number<T>::HALF_PI_LAST, rest.low - second.low));
    return {r.high, r.low, (int)k};
}

/* The words of a product are the most significant first. */
template <class T> struct window {
    static constexpr int WORDS = sizeof(T) == 4 ? 4 : 6;
    u32 word[WORDS];
};

/* m times what 2/pi has from its bit `place` on, modulo the size of the window. */
template <class T> HW_MATH window<T> fraction_of_turns(u64 m, int place)
{
    constexpr int N = window<T>::WORDS;
    const int first = place >> 5, shift = place & 31;
    window<T> w, r;
    for (int k = 0; k < N; k++)
        w.word[k] = (u32)(((u64)two_over_pi[first + k] << 32 | two_over_pi[first + k + 1]) << shift >> 32);
    u64 sum = 0;
    for (int k = N - 1; k >= 0; k--, sum >>= 32) {
        sum += (u64)(u32)m * w.word[k];
        r.word[k] = (u32)sum;
    }
    sum = 0;
    for (int k = N - 2; k >= 0; k--, sum >>= 32) {
        sum += (u64)(u32)(m >> 32) * w.word[k + 1] + r.word[k];
        r.word[k] = (u32)sum;
    }
    return r;
}

/* Fraction bits as a pair; they are not all 0. */
template <class T> HW_MATH pair<T> pair_of_fraction(const window<T> &w)
{
    constexpr int N = window<T>::WORDS, DIGITS = format<T>::FRACTION + 1;
    u64 high = (u64)w.word[0] << 32 | w.word[1], next = (u64)w.word[2] << 32 | w.word[3];
    int zeros = 0;
    if (high == 0) {
        high = next;
        next = N > 4 ? (u64)w.word[N - 2] << 32 | w.word[N - 1] : 0;
        zeros = 64;
    }
    const int more = __builtin_clzll(high | 1);
    if (more) {
        high = high << more | next >> (64 - more);
        next <<= more;
    }
    const T unit = power_of_two<T>(-zeros - more), digit = power_of_two<T>(-DIGITS);
    const T a = (T)(high >> (64 - DIGITS)), b = (T)(high << DIGITS | next >> (64 - DIGITS));
    return {a * digit * unit, b * digit * power_of_two<T>(-64) * unit};
}

template <class T> HW_MATH angle<T> reduced_large(T x)
{
    constexpr int N = window<T>::WORDS;
    const typename format<T>::bits bits = bits_of(x) & ~masks<T>::SIGN;
    const int exponent = (int)(bits >> format<T>::FRACTION) - format<T>::BIAS - format<T>::FRACTION;
    const u64 m = (bits & masks<T>::FRACTION) | (masks<T>::FRACTION + 1);
    window<T> r = fraction_of_turns<T>(m, 62 + exponent);
    int quadrant = (int)(r.word[0] >> 30);
    for (int k = 0; k < N; k++)
        r.word[k] = r.word[k] << 2 | (k + 1 < N ? r.word[k + 1 < N ? k + 1 : k] >> 30 : 0);
    const bool above = r.word[0] >> 31;
    if (above) { /* nearer to the next multiple */
        quadrant++;
        u64 carry = 1;
        for (int k = N - 1; k >= 0; k--, carry >>= 32) {
            carry += (u32)~r.word[k];
            r.word[k] = (u32)carry;
        }
    }
    const pair<T> f = times(pair_of_fraction(r), pair<T>{number<T>::HALF_PI, number<T>::HALF_PI_LOW});
    const bool negative = above != is_negative(x);
    return {negative ? -f.high : f.high, negative ? -f.low : f.low, is_negative(x) ? -quadrant : quadrant};
}

template <class T> HW_MATH angle<T> reduced(T x)
{
    if (magnitude(x) <= power_of_two<T>(sizeof(T) == 4 ? 16 : 20))
        return reduced_small(x);
    if (!is_finite(x))
        return {format<T>::NONE, 0, 0};
    return reduced_large(x);
}

} // namespace halfwarp_math

#endif
