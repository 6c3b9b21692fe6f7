/* SPDX-License-Identifier: MIT */
/* Elements of 16 bits as floats: IEEE half and bfloat16; and how numbers become integers. */
#ifndef HW_CUDA_DNN_ELEMENT_H
#define HW_CUDA_DNN_ELEMENT_H

#include <math.h>
#include <stdint.h>
#include <string.h>

static inline uint32_t hw_dnn_bits_of(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float hw_dnn_float_of(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline float hw_dnn_bfloat_widen(uint16_t bfloat)
{
    return hw_dnn_float_of((uint32_t)bfloat << 16);
}

/* To the nearest, ties to even. */
static inline uint16_t hw_dnn_bfloat_narrow(float value)
{
    const uint32_t bits = hw_dnn_bits_of(value);

    if (isnan(value))
        return (uint16_t)(bits >> 16 | 0x40);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/* The exponent is moved by a multiplication, which also makes denormals normal. */
static inline float hw_dnn_half_widen(uint16_t half)
{
    const uint32_t sign = (uint32_t)(half & 0x8000) << 16, rest = half & 0x7fff;

    if (rest >= 0x7c00)
        return hw_dnn_float_of(sign | 0x7f800000 | (rest & 0x3ff) << 13);
    return hw_dnn_float_of(sign | hw_dnn_bits_of(hw_dnn_float_of(rest << 13) * 0x1p112f));
}

/* To the nearest, ties to even.  Adding a power of two leaves the bits of a half in the float's last places.
 */
static inline uint16_t hw_dnn_half_narrow(float value)
{
    const uint32_t bits = hw_dnn_bits_of(value), sign = bits >> 16 & 0x8000, size = bits & 0x7fffffff;

    if (size > 0x7f800000)
        return (uint16_t)(sign | 0x7e00);
    if (size >= 0x477ff000)
        return (uint16_t)(sign | 0x7c00); /* 65520 and more */
    if (size < 0x38800000)                /* below the smallest normal half: counts of 2 to the -24 */
        return (uint16_t)(sign | (hw_dnn_bits_of(hw_dnn_float_of(size) + 0.5f) - 0x3f000000));
    return (uint16_t)(sign | (size - 0x38000000 + 0xfff + (size >> 13 & 1)) >> 13);
}

/* To the nearest within bounds. */
static inline double hw_dnn_clamp(double value, double least, double most)
{
    return value <= least ? least : value >= most ? most : nearbyint(value);
}

#endif
