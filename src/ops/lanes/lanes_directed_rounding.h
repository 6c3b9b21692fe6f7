/* SPDX-License-Identifier: MIT */
/* Directed rounding of doubles by error-free transforms: the host rounds to nearest, the error says on which
 * side of the result the exact number is, and the result steps to its neighbour.
 *
 * The error of a sum is Knuth's, that of a product a fused multiply-add's, that of a fused one Boldo's and
 * Muller's ("Exact and approximated error of the FMA", 2011).  They are exact while no step of them leaves
 * the range: exponents near its ends are in doubt, and so is all that is no number.  Such lanes become NaNs,
 * which the reference does again anyway.
 *
 * Choices are masks, not conditions: of those LLVM makes branches for each lane, and no vectors. */
#ifndef HW_OPS_LANES_LANES_DIRECTED_ROUNDING_H
#define HW_OPS_LANES_LANES_DIRECTED_ROUNDING_H

#include "ops/lanes/lanes_fp64.h"

#define SIGN ((uint64_t)1 << 63)

/* All bits of a word, or none.  As a double all bits are a NaN. */
static inline uint64_t mask_where(bool holds)
{
    return -(uint64_t)holds;
}

/* Masks of where steps are allowed: the magnitude of a positive or negative result less by one unit, or more.
 */
struct direction {
    uint64_t less_positive, less_negative, more_positive, more_negative;
    uint64_t cancelled; /* the zero of a sum of numbers that cancel each other */
};

static inline struct direction direction_of(unsigned round)
{
    const uint64_t down = mask_where(round == HW_ROUND_RM), up = mask_where(round == HW_ROUND_RP),
                   cut = mask_where(round == HW_ROUND_RZ);

    return (struct direction){down | cut, up | cut, up, down, down & SIGN};
}

/* What is to be rounded: a result to nearest, and what is missing to the number, of which only the sign
 * counts. */
struct unrounded {
    double nearest, error;
    bool uncertain;
};

/* 2^-900 to 2^1000: far enough from the ends for what is computed with a number. */
static inline bool is_middling(double x)
{
    const double size = __builtin_fabs(x);

    return (size >= 0x1p-900) & (size <= 0x1p1000);
}

static inline bool is_small_enough(double x)
{
    return __builtin_fabs(x) <= 0x1p1000;
}

static inline double sum_error(double x, double y, double sum)
{
    const double y_part = sum - x;

    return (x - (sum - y_part)) + (y - y_part);
}

static inline struct unrounded unrounded_sum(double x, double y)
{
    const double sum = x + y;

    return (struct unrounded){sum, sum_error(x, y, sum), (int)!is_small_enough(x) | !is_small_enough(y)};
}

#ifdef __FMA__
static inline struct unrounded unrounded_product(double x, double y)
{
    const double product = x * y;

    return (struct unrounded){product, __builtin_fma(x, y, -product),
                              !is_middling(product) & !((x == 0) | (y == 0))};
}

static inline struct unrounded unrounded_fma(double x, double y, double z)
{
    const struct unrounded product = unrounded_product(x, y);
    const double nearest = __builtin_fma(x, y, z);
    const double low = z + product.error, low_error = sum_error(z, product.error, low);
    const double high = product.nearest + low, high_error = sum_error(product.nearest, low, high);

    return (struct unrounded){nearest, (high - nearest + high_error) + low_error,
                              product.uncertain | !is_small_enough(z)};
}
#endif

static inline uint64_t chosen(uint64_t mask, uint64_t where_set, uint64_t elsewhere)
{
    return (mask & where_set) | (~mask & elsewhere);
}

static inline uint64_t directed(struct unrounded x, const struct direction *direction)
{
    const uint64_t bits = double_bits(x.nearest), negative = mask_where((int64_t)bits < 0);
    const uint64_t less = chosen(negative, direction->less_negative, direction->less_positive);
    const uint64_t more = chosen(negative, direction->more_negative, direction->more_positive);
    const double missing = as_double(double_bits(x.error) ^ (bits & SIGN)); /* to the magnitude */

    return (bits + (mask_where(missing < 0) & less) - (mask_where(missing > 0) & more)) |
           mask_where(x.uncertain);
}

/* A sum whose terms have these signs, in the highest bits: zeros of different signs, and numbers that cancel
 * each other, make a zero whose sign the direction decides. */
static inline uint64_t directed_sum(struct unrounded x, uint64_t sign, uint64_t other_sign,
                                    const struct direction *direction)
{
    const uint64_t cancel =
        mask_where(x.nearest == 0) & ~mask_where(x.uncertain) & mask_where((int64_t)(sign ^ other_sign) < 0);

    return chosen(cancel, direction->cancelled, directed(x, direction));
}

#endif
