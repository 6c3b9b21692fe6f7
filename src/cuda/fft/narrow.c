/* SPDX-License-Identifier: MIT */
/* See narrow.h. */
#include "cuda/fft/narrow.h"

#include <math.h>
#include <string.h>

static uint32_t bits_of(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static float from_half(uint16_t half)
{
    const uint32_t sign = (uint32_t)(half & 0x8000) << 16, exponent = half >> 10 & 31, fraction = half & 1023;

    if (exponent == 31)
        return float_of(sign | 0x7f800000 | fraction << 13);
    if (exponent == 0)
        return copysignf(ldexpf((float)fraction, -24), float_of(sign));
    return float_of(sign | (exponent + 112) << 23 | fraction << 13);
}

/* `bits` without its lowest `drop` bits, rounded to the nearest, ties to even. */
static uint32_t round_off(uint32_t bits, unsigned drop)
{
    const uint32_t odd = bits >> drop & 1;

    return (bits + ((1u << (drop - 1)) - 1) + odd) >> drop;
}

static uint16_t to_half(float value)
{
    const uint32_t bits = bits_of(value), sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;

    if (magnitude > 0x7f800000)
        return (uint16_t)(sign | 0x7e00 | (magnitude >> 13 & 0x3ff));
    if (magnitude >= 0x47800000) /* 65536 and more */
        return (uint16_t)(sign | 0x7c00);
    if (magnitude < 0x38800000) /* denormal: a number of 2^-24 */
        return (uint16_t)(sign | (uint32_t)lrintf(ldexpf(fabsf(value), 24)));
    return (uint16_t)(sign | (round_off(magnitude, 13) - (112u << 10)));
}

static uint16_t to_bfloat(float value)
{
    const uint32_t bits = bits_of(value);

    return (uint16_t)((bits & 0x7fffffff) > 0x7f800000 ? bits >> 16 | 0x40 : round_off(bits, 16));
}

void hw_fft_widen(enum hw_fft_precision precision, float *to, const uint16_t *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = precision == HW_FFT_HALF ? from_half(from[i]) : float_of((uint32_t)from[i] << 16);
}

void hw_fft_narrow(enum hw_fft_precision precision, uint16_t *to, const float *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = precision == HW_FFT_HALF ? to_half(from[i]) : to_bfloat(from[i]);
}
