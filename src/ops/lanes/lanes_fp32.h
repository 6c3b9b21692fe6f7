/* SPDX-License-Identifier: MIT */
/* Lane functions for single precision share these helpers: masks for abs and neg, flush to zero, NaN. */
#ifndef HW_OPS_LANES_LANES_FP32_H
#define HW_OPS_LANES_LANES_FP32_H

#include "ops/scalar/fp32.h"
#include "ops/lanes/lanes.h"

static inline float as_float(uint32_t bits)
{
    float x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint32_t as_bits(float x)
{
    uint32_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* A number is flushed to the zero of its sign unless it has one of the bits of `alive`: those of the
 * exponent, or all where denormals live. */
static inline uint32_t fp32_alive(const struct hw_uop *uop)
{
    return uop->ftz ? HW_FP32_INFINITY : 0x7fffffffu;
}

static inline uint32_t fp32_flushed(uint32_t bits, uint32_t alive)
{
    return bits & alive ? bits : bits & HW_FP32_SIGN;
}

/* Absolute value and negation as masks, then denormals flushed.  The arithmetic of a NaN's sign does
 * not matter: every result that is a NaN is made the one pattern. */
static inline uint32_t fp32_operand(uint32_t bits, uint32_t and_mask, uint32_t xor_mask)
{
    return fp32_flushed((bits & and_mask) ^ xor_mask, HW_FP32_INFINITY);
}

/* A result of the host's arithmetic as the chip would have it. */
static inline uint32_t fp32_number(uint32_t bits)
{
    const float x = as_float(bits);

    return x != x ? HW_FP32_NAN : bits;
}

static inline uint32_t fp32_result(uint32_t bits)
{
    return fp32_number(fp32_flushed(bits, HW_FP32_INFINITY));
}

static inline void fp32_saturate(uint32_t *value, unsigned sat)
{
    const uint32_t keep_nan = sat == HW_SAT_KEEPS_NAN ? ~0u : 0;

    FOR_LANES(l) {
        const uint32_t x = value[l];
        const uint32_t limited = (int32_t)x > (int32_t)HW_FP32_ONE ? HW_FP32_ONE : x;

        value[l] = (x & 0x7fffffffu) > HW_FP32_INFINITY ? x & keep_nan : (int32_t)x < 0 ? 0 : limited;
    }
}

static inline void store_fp32_flags(const struct hw_regs *regs, const struct hw_uop *uop,
                                    const uint32_t *value)
{
    lanes flags;

    FOR_LANES(l) {
        const uint32_t magnitude = value[l] & 0x7fffffffu;

        flags.lane[l] = magnitude > HW_FP32_INFINITY ? HW_FLAG_Z | HW_FLAG_S
                        : magnitude == 0             ? HW_FLAG_Z
                                                     : (value[l] >> 31) * HW_FLAG_S;
    }
    store_flags(regs, uop, flags.lane);
}

/* Flags of a float result, then the result. */
static inline void store_fp32(const struct hw_regs *regs, const struct hw_uop *uop, uint32_t *value)
{
    if (__builtin_expect(!uop->sat && !wants_flags(uop), 1)) {
        store(regs, uop, value);
        return;
    }
    if (uop->sat)
        fp32_saturate(value, uop->sat);
    if (wants_flags(uop))
        store_fp32_flags(regs, uop, value);
    store(regs, uop, value);
}

/* Is a word of the register below `limit`?  By hand, for compilers reduce a register to one bit slowly. */
static inline bool any_below(const uint32_t *reg, uint32_t limit)
{
#ifdef __AVX2__
    const __m256i *part = (const __m256i *)(const void *)reg;
    __m256i least = part[0];

    for (unsigned i = 1; i < LANES / 8; i++)
        least = _mm256_min_epu32(least, part[i]);
    const __m256i limits = _mm256_set1_epi32((int)limit);

#ifdef __AVX512VL__
    return _mm256_cmplt_epu32_mask(least, limits) != 0;
#else
    return _mm256_movemask_epi8(_mm256_cmpeq_epi32(least, _mm256_max_epu32(least, limits))) != -1;
#endif
#else
    uint32_t any = 0;

    FOR_LANES(l)
        any |= reg[l] < limit;
    return any;
#endif
}

/* The lanes whose `distance` is below `limit`. */
static inline uint32_t lanes_below(const uint32_t *distance, uint32_t limit)
{
    uint32_t mask = 0;

#if VECTOR_BYTES == 64
    for (unsigned l = 0; l < LANES; l += 16)
        mask |=
            (uint32_t)_mm512_cmplt_epu32_mask(_mm512_load_si512(distance + l), _mm512_set1_epi32((int)limit))
            << l;
#else
    FOR_LANES(l)
        mask |= distance[l] < limit ? lane_bit[l] : 0;
#endif
    return mask;
}

/* Functions for the lanes in doubt stay out of the way of the common case.  They get a copy of what they
 * change, made where they are called: then nothing else need lie in memory. */
#define RARE static __attribute__((noinline, cold))

#endif
