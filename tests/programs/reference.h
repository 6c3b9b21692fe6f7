/* SPDX-License-Identifier: MIT */
/* Shared by references in C: bits as numbers and back, output word by word, roundings of the host. */
#ifndef HW_TESTS_PROGRAMS_REFERENCE_H
#define HW_TESTS_PROGRAMS_REFERENCE_H

#include <fenv.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline float f32(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, 4);
    return value;
}

static inline uint32_t bits32(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, 4);
    return bits;
}

static inline double f64(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, 8);
    return value;
}

static inline uint64_t bits64(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, 8);
    return bits;
}

static inline bool is_nan32(uint32_t bits)
{
    return (bits & 0x7fffffff) > 0x7f800000;
}

/* Words k and k + 1 of an input as one number. */
static inline uint64_t wide(const uint32_t *in, unsigned k)
{
    return in[k] | (uint64_t)in[k + 1] << 32;
}

/* Append to an output. */
static inline void put(uint32_t **out, uint32_t value)
{
    *(*out)++ = value;
}

static inline void put64(uint32_t **out, uint64_t value)
{
    put(out, (uint32_t)value);
    put(out, (uint32_t)(value >> 32));
}

static inline void putf(uint32_t **out, float value)
{
    put(out, bits32(value));
}

static inline void putd(uint32_t **out, double value)
{
    put64(out, bits64(value));
}

/* Shifts of signed numbers without leaving what C defines. */
static inline uint32_t sar32(uint32_t value, unsigned count)
{
    return value >> count | (value >> 31 && count ? ~(0xffffffffu >> count) : 0);
}

static inline uint64_t sar64(uint64_t value, unsigned count)
{
    return value >> count | (value >> 63 && count ? ~(~(uint64_t)0 >> count) : 0);
}

#endif
