/* SPDX-License-Identifier: MIT */
/* Floats of 16 and 8 bits as floats and back, in ways that compilers turn into vectors: IEEE's half,
 * bfloat16, and the two of the OCP 8-bit Floating Point Specification, E5M2 and E4M3. */
#ifndef HW_CUDA_MATH_SHORT_FLOAT_H
#define HW_CUDA_MATH_SHORT_FLOAT_H

#include <stdint.h>
#include <string.h>

static inline uint32_t hw_single_bits(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float hw_single_of_bits(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

enum { HW_SINGLE_FRACTION = 23, HW_SINGLE_BIAS = 127 };
#define HW_SINGLE_INFINITY 0x7f800000u

/* What a rounded size of `drop` fewer bits is: to nearest, ties to even.  A fraction that overflows carries
 * into the exponent. */
static inline uint32_t hw_single_round(uint32_t size, int drop)
{
    return (size + (1u << (drop - 1)) - 1 + (size >> drop & 1)) >> drop;
}

/* A float's size, which is finite, as one of `fraction` bits and an exponent with this bias; too large ones
 * become what lies beyond the largest.  Small ones count steps of the smallest, which adding a power of two
 * leaves in the last places. */
static inline uint32_t hw_single_shorten(uint32_t size, int fraction, int bias)
{
    const int drop = HW_SINGLE_FRACTION - fraction;
    const uint32_t smallest_normal = (uint32_t)(HW_SINGLE_BIAS + 1 - bias) << HW_SINGLE_FRACTION;
    const uint32_t power = (uint32_t)(HW_SINGLE_BIAS + 1 - bias + drop) << HW_SINGLE_FRACTION;

    if (size < smallest_normal)
        return hw_single_bits(hw_single_of_bits(size) + hw_single_of_bits(power)) - power;
    return hw_single_round(size, drop) - ((uint32_t)(HW_SINGLE_BIAS - bias) << fraction);
}

/* --- half --- */

/* The multiplication moves the exponent and makes small numbers normal. */
static inline float hw_half_to_single(uint16_t half)
{
    const uint32_t sign = (uint32_t)(half & 0x8000) << 16, size = (uint32_t)(half & 0x7fff) << 13;
    const uint32_t moved = hw_single_bits(hw_single_of_bits(size) * 0x1p112f);

    return hw_single_of_bits(sign | (size >= 0x7c00u << 13 ? HW_SINGLE_INFINITY | size : moved));
}

static inline uint16_t hw_half_of_single(float value)
{
    const uint32_t bits = hw_single_bits(value), sign = bits >> 16 & 0x8000, size = bits & 0x7fffffff;
    const uint32_t beyond = size > HW_SINGLE_INFINITY ? 0x7e00 : 0x7c00;

    return (uint16_t)(sign | (size >= 0x47800000 ? beyond : hw_single_shorten(size, 10, 15)));
}

/* --- bfloat16: the upper half of a float --- */

static inline float hw_bfloat_to_single(uint16_t bfloat)
{
    return hw_single_of_bits((uint32_t)bfloat << 16);
}

static inline uint16_t hw_bfloat_of_single(float value)
{
    const uint32_t bits = hw_single_bits(value), size = bits & 0x7fffffff;

    return (uint16_t)(size > HW_SINGLE_INFINITY ? bits >> 16 | 0x40 : hw_single_round(bits, 16));
}

/* --- 8 bits: what is beyond the largest becomes the largest; E5M2 is the upper half of a half --- */

static inline uint8_t hw_e5m2_of_single(float value)
{
    const uint32_t bits = hw_single_bits(value), sign = bits >> 24 & 0x80, size = bits & 0x7fffffff;
    const uint32_t short_size = size >= 0x47800000 ? 0x7b : hw_single_shorten(size, 2, 15);

    return (uint8_t)(sign | (size > HW_SINGLE_INFINITY ? 0x7f : short_size < 0x7b ? short_size : 0x7b));
}

/* It has no infinity; all bits of the size are a NaN. */
static inline float hw_e4m3_to_single(uint8_t bits)
{
    const uint32_t sign = (uint32_t)(bits & 0x80) << 24, size = (uint32_t)(bits & 0x7f) << 20;
    const uint32_t moved = hw_single_bits(hw_single_of_bits(size) * 0x1p120f);

    return hw_single_of_bits(sign | ((bits & 0x7f) == 0x7f ? 0x7fc00000u : moved));
}

static inline uint8_t hw_e4m3_of_single(float value)
{
    const uint32_t bits = hw_single_bits(value), sign = bits >> 24 & 0x80, size = bits & 0x7fffffff;
    const uint32_t short_size = size >= 0x43e80000 ? 0x7e : hw_single_shorten(size, 3, 7);

    return (uint8_t)(sign | (size > HW_SINGLE_INFINITY ? 0x7f : short_size < 0x7e ? short_size : 0x7e));
}

#endif
