/* SPDX-License-Identifier: MIT */
/* Rounding to odd, on 32 lanes, rounds a sum in double precision so that it can be rounded once more.
 * Beside it doubles are rounded to singles in any direction.
 *
 * Where the exact sum is no double, of its two neighbours the odd one is taken.  It stands for all that lies
 * between them, so rounding it to 51 bits or fewer, in whatever way, rounds the exact sum. */
#ifndef HW_OPS_LANES_LANES_ROUND_TO_ODD_H
#define HW_OPS_LANES_LANES_ROUND_TO_ODD_H

#include "ops/lanes/lanes_fp32.h"

/* p + z. */
static inline double odd_sum(double p, double z)
{
    const double sum = p + z, z_part = sum - p, error = (p - (sum - z_part)) + (z - z_part);
    uint64_t bits, error_bits;

    memcpy(&bits, &sum, sizeof bits);
    memcpy(&error_bits, &error, sizeof error_bits);
    /* an even sum steps to its neighbour on the side of the error; infinities make a NaN of the error */
    const uint64_t inexact = (error_bits << 1) - 1 < UINT64_C(0x7ff0000000000000) << 1;
    const uint64_t step = (bits ^ error_bits) >> 63 ? UINT64_MAX : 1;
    const uint64_t odd = bits + (inexact & ~bits ? step : 0);
    double result;

    memcpy(&result, &odd, sizeof result);
    return result;
}

/* The same in single precision, for sums whose error is no denormal; rounding to 22 bits or fewer is exact.
 */
static inline float odd_sum_of_singles(float p, float z)
{
    const float sum = p + z, z_part = sum - p, error = (p - (sum - z_part)) + (z - z_part);
    const uint32_t bits = as_bits(sum), error_bits = as_bits(error);
    const uint32_t inexact = (error_bits << 1) - 1 < HW_FP32_INFINITY << 1;
    const uint32_t step = (bits ^ error_bits) >> 31 ? UINT32_MAX : 1;

    return as_float(bits + (inexact & ~bits ? step : 0));
}

/* How the magnitude of a number rounded to nearest is corrected for another rounding. */
struct correction {
    uint32_t less_positive, less_negative, more_positive, more_negative; /* 1 where it may be */
};

static inline struct correction correction_of(unsigned round)
{
    const uint32_t down = round == HW_ROUND_RM, up = round == HW_ROUND_RP, cut = round == HW_ROUND_RZ;

    return (struct correction){down | cut, up | cut, up, down};
}

static inline uint32_t rounded(double exact, struct correction correct)
{
    const float nearest = (float)exact;
    const double size = __builtin_fabs((double)nearest), exact_size = __builtin_fabs(exact);
    const uint32_t bits = as_bits(nearest), negative = bits >> 31;
    const uint32_t less = negative ? correct.less_negative : correct.less_positive;
    const uint32_t more = negative ? correct.more_negative : correct.more_positive;

    return bits - (size > exact_size ? less : 0) + (size < exact_size ? more : 0);
}

#endif
