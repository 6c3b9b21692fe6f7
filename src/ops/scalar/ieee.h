/* SPDX-License-Identifier: MIT */
/* IEEE 754 arithmetic in integers, for every binary format: the reference for all arithmetic except Tesla's
 * own.
 *
 * Numbers are bit patterns of a format, in the low bits of a word.  Callers handle the
 * differences between chips: the choice of the resulting NaN, and operands that are NaN, which must not come
 * in here. */
#ifndef HW_OPS_SCALAR_IEEE_H
#define HW_OPS_SCALAR_IEEE_H

#include <stdbool.h>
#include <stdint.h>

struct hw_ieee_format {
    int fraction_bits, bias, exponent_max; /* exponent_max: the biased exponent of infinity */
};
extern const struct hw_ieee_format hw_ieee_fp16, hw_ieee_bf16, hw_ieee_fp32, hw_ieee_fp64;

/* An arithmetic instruction's say in its result. */
struct hw_ieee_mode {
    uint8_t round; /* enum hw_round */
    bool flush;    /* denormals become the zero of their sign: operands, and results that are below the
                    * normal range once rounded as if it had no lower end (tested on Tesla by envytools) */
    int8_t scale;  /* a product is multiplied by 2^scale before it is rounded */
};

#define HW_IEEE_INVALID UINT64_MAX /* the result is no number: 0 * infinity, or infinity - infinity */

static inline uint64_t hw_ieee_infinity(const struct hw_ieee_format *format)
{
    return (uint64_t)format->exponent_max << format->fraction_bits;
}

static inline uint64_t hw_ieee_sign(const struct hw_ieee_format *format)
{
    return (uint64_t)(format->exponent_max + 1) << format->fraction_bits;
}

uint64_t hw_ieee_fma(const struct hw_ieee_format *format, struct hw_ieee_mode mode, uint64_t a, uint64_t b,
                     uint64_t c);
uint64_t hw_ieee_add(const struct hw_ieee_format *format, struct hw_ieee_mode mode, uint64_t a, uint64_t b);
uint64_t hw_ieee_mul(const struct hw_ieee_format *format, struct hw_ieee_mode mode, uint64_t a, uint64_t b);

/* The number significand * 2^scale with a sign, in a format; `significand` is not 0. */
uint64_t hw_ieee_number(const struct hw_ieee_format *format, struct hw_ieee_mode mode, bool negative,
                        uint64_t significand, int scale);

#endif
