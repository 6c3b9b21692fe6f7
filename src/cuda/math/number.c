/* SPDX-License-Identifier: MIT */
/* See number.h. */
#include "cuda/math/number.h"

#include <math.h>
#include <string.h>

size_t hw_number_bytes(int type)
{
    switch (type) {
    case HW_NUMBER_R8I: return 1;
    case HW_NUMBER_R16F:
    case HW_NUMBER_R16BF: return 2;
    case HW_NUMBER_R32F:
    case HW_NUMBER_R32I:
    case HW_NUMBER_C16F:
    case HW_NUMBER_C16BF: return 4;
    case HW_NUMBER_R64F:
    case HW_NUMBER_C32F: return 8;
    case HW_NUMBER_C64F: return 16;
    default: return 0;
    }
}

bool hw_number_is_complex(int type)
{
    return hw_number_real_type(type) != type;
}

int hw_number_real_type(int type)
{
    switch (type) {
    case HW_NUMBER_C32F: return HW_NUMBER_R32F;
    case HW_NUMBER_C64F: return HW_NUMBER_R64F;
    case HW_NUMBER_C16F: return HW_NUMBER_R16F;
    case HW_NUMBER_C16BF: return HW_NUMBER_R16BF;
    default: return type;
    }
}

/* --- short floats --- */

/* A number of `fraction` bits and an exponent of 15 - fraction bits. */
static double short_to_double(uint16_t bits, int fraction)
{
    const int exponent_bits = 15 - fraction, bias = (1 << (exponent_bits - 1)) - 1;
    const int exponent = (bits >> fraction) & ((1 << exponent_bits) - 1), low = bits & ((1 << fraction) - 1);
    double size;

    if (exponent == (1 << exponent_bits) - 1)
        size = low ? NAN : INFINITY;
    else if (exponent == 0)
        size = ldexp(low, 1 - bias - fraction);
    else
        size = ldexp(low + (1 << fraction), exponent - bias - fraction);
    return bits & 0x8000 ? -size : size;
}

static uint16_t short_of_double(double value, int fraction)
{
    const int exponent_bits = 15 - fraction, bias = (1 << (exponent_bits - 1)) - 1;
    const uint16_t sign = signbit(value) ? 0x8000 : 0,
                   infinity = (uint16_t)(((1 << exponent_bits) - 1) << fraction);
    int exponent;

    if (value == 0)
        return sign;
    if (isnan(value))
        return (uint16_t)(sign | infinity | 1 << (fraction - 1));
    if (isinf(value) || fabs(value) >= ldexp(1, bias + 1))
        return sign | infinity;
    frexp(value, &exponent);
    const int unit = (exponent - 1 < 1 - bias ? 1 - bias : exponent - 1) - fraction; /* of the last place */
    const int steps = (int)nearbyint(ldexp(fabs(value), -unit));
    /* A fraction that rounds up to the next power of two carries into the exponent by itself. */
    return (uint16_t)(sign | (steps + (((unit + fraction + bias) - 1) << fraction)));
}

enum { HALF_FRACTION = 10, BFLOAT_FRACTION = 7 };

/* --- one number --- */

static double load_real(int type, const unsigned char *from)
{
    float single;
    double real;
    uint16_t bits;
    int32_t whole;

    switch (type) {
    case HW_NUMBER_R32F: memcpy(&single, from, sizeof single); return single;
    case HW_NUMBER_R64F: memcpy(&real, from, sizeof real); return real;
    case HW_NUMBER_R8I: return (int8_t)*from;
    case HW_NUMBER_R32I: memcpy(&whole, from, sizeof whole); return whole;
    default: memcpy(&bits, from, sizeof bits);
    }
    return short_to_double(bits, type == HW_NUMBER_R16F ? HALF_FRACTION : BFLOAT_FRACTION);
}

static double limited(double value, double least, double most)
{
    return value < least ? least : value <= most ? nearbyint(value) : isnan(value) ? 0 : most;
}

static void store_real(int type, unsigned char *to, double value)
{
    const float single = (float)value;
    uint16_t bits;
    int32_t whole;

    switch (type) {
    case HW_NUMBER_R32F: memcpy(to, &single, sizeof single); return;
    case HW_NUMBER_R64F: memcpy(to, &value, sizeof value); return;
    case HW_NUMBER_R8I: *to = (unsigned char)(int8_t)limited(value, INT8_MIN, INT8_MAX); return;
    case HW_NUMBER_R32I:
        whole = (int32_t)limited(value, INT32_MIN, INT32_MAX);
        memcpy(to, &whole, sizeof whole);
        return;
    default:
        bits = short_of_double(value, type == HW_NUMBER_R16F ? HALF_FRACTION : BFLOAT_FRACTION);
        memcpy(to, &bits, sizeof bits);
    }
}

hw_number hw_number_load(int type, const void *numbers, size_t index)
{
    const size_t bytes = hw_number_bytes(type);
    const unsigned char *from = (const unsigned char *)numbers + index * bytes;
    const int real_type = hw_number_real_type(type);

    if (real_type == type)
        return load_real(type, from);
    return hw_number_of(load_real(real_type, from), load_real(real_type, from + bytes / 2));
}

void hw_number_store(int type, void *numbers, size_t index, hw_number value)
{
    const size_t bytes = hw_number_bytes(type);
    unsigned char *to = (unsigned char *)numbers + index * bytes;
    const int real_type = hw_number_real_type(type);

    store_real(real_type, to, creal(value));
    if (real_type != type)
        store_real(real_type, to + bytes / 2, cimag(value));
}
