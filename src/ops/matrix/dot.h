/* SPDX-License-Identifier: MIT */
/* The dot product that a tensor core computes: c + a[0] * b[0] + a[1] * b[1] + ..., of small floats.
 *
 * NVIDIA states no more than that products are exact and sums have "at least single precision".  This is the
 * model of public measurements (see dot.c): products are exact; a block of them and c are aligned to the
 * greatest exponent among them and cut behind so many bits of fraction; these are added without loss; the sum
 * is rounded once, toward zero into single precision and to nearest into a half.  A longer sum is several
 * blocks, each with the result of the one before as its c.
 *
 * Not known, and decided here: a zero has no say in the alignment, and the sign of a sum that is zero is
 * plus.  Every NaN is the one with all bits but the sign set.  */
#ifndef HW_OPS_MATRIX_DOT_H
#define HW_OPS_MATRIX_DOT_H

#include <stdbool.h>
#include <stdint.h>

/* Generations of the unit.  What a unit of 0 is asked for is not there. */
enum hw_dot_unit {
    HW_DOT_NONE = 0,
    HW_DOT_VOLTA,
    HW_DOT_TURING,
    HW_DOT_AMPERE,
    HW_DOT_ADA,
    HW_DOT_HOPPER,
    HW_DOT_UNITS
};

struct hw_dot_rules {
    uint8_t block;    /* products that are added at once; 0: the unit does not have the format */
    uint8_t fraction; /* bits behind the point of what is added, where the greatest exponent puts it */
    uint8_t kept;     /* bits of the fraction of a single-precision result; a half has all of its own */
};

/* An element, ready for multiplication: significand * 2^(exponent - HW_DOT_FRACTION). */
struct hw_dot_number {
    int32_t significand;
    int16_t exponent;
    uint8_t special; /* enum hw_dot_special */
};
#define HW_DOT_FRACTION 10
enum hw_dot_special { HW_VALUE_FINITE = 0, HW_VALUE_PLUS_INFINITY, HW_VALUE_MINUS_INFINITY, HW_VALUE_NAN };

/* The rules for elements of a type (enum hw_type: F16, BF16, TF32, E4M3, E5M2); NULL: it has no such. */
const struct hw_dot_rules *hw_dot_rules_of(unsigned unit, unsigned type);

/* The number that bits of such a type mean; `negate`: its opposite. */
struct hw_dot_number hw_dot_unpack(unsigned type, uint32_t bits, bool negate);

/* The sum, as bits of a half (HW_TYPE_F16) or of a single-precision number (HW_TYPE_F32); so is c, of its
 * own type.  `finite`: no infinity, but the greatest number; zero for NaN. */
uint32_t hw_dot(const struct hw_dot_rules *rules, const struct hw_dot_number *a,
                const struct hw_dot_number *b, unsigned count, uint32_t c, unsigned c_type, unsigned type,
                bool finite);

#endif
