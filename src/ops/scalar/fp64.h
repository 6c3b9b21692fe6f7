/* SPDX-License-Identifier: MIT */
/* Double precision of the GT200: IEEE 754 with denormals, in all four rounding modes.
 *
 * Integer arithmetic throughout, so that a result depends on nothing but its operands.  Only the
 * choice of the NaN that is passed on is the chip's own.  `round` is enum hw_round. */
#ifndef HW_OPS_SCALAR_FP64_H
#define HW_OPS_SCALAR_FP64_H

#include <stdbool.h>
#include <stdint.h>

#include <halfwarp/insn.h>

#include "ops/scalar/cond.h"

#define HW_FP64_SIGN     0x8000000000000000u
#define HW_FP64_INFINITY 0x7ff0000000000000u
#define HW_FP64_QUIET    0x0008000000000000u /* bit of a NaN */

static inline bool hw_fp64_is_nan(uint64_t x)
{
    return (x & ~HW_FP64_SIGN) > HW_FP64_INFINITY;
}

/* Operand modifiers (HW_OPERAND_ABS, then HW_OPERAND_NEG); a NaN is left as it is. */
static inline uint64_t hw_fp64_modify(uint64_t x, unsigned operand_flags)
{
    const uint64_t keep = operand_flags & HW_OPERAND_ABS ? ~HW_FP64_SIGN : UINT64_MAX;
    const uint64_t flip = operand_flags & HW_OPERAND_NEG ? HW_FP64_SIGN : 0;

    return hw_fp64_is_nan(x) ? x : (x & keep) ^ flip;
}

uint64_t hw_fp64_fma(uint64_t a, uint64_t b, uint64_t c, unsigned round);
uint64_t hw_fp64_add(uint64_t a, uint64_t b, unsigned round);
uint64_t hw_fp64_mul(uint64_t a, uint64_t b, unsigned round);

/* A key in the order of the numbers, minus zero below plus zero. */
static inline int64_t hw_fp64_order(uint64_t x)
{
    return (int64_t)(x >> 63 ? x ^ ~HW_FP64_SIGN : x);
}

/* The smaller or greater number; of a number and a NaN the number.  No branches: lanes have it in a loop. */
static inline uint64_t hw_fp64_choose(uint64_t a, uint64_t b, bool greater)
{
    const bool nan_a = hw_fp64_is_nan(a), nan_b = hw_fp64_is_nan(b);
    const bool takes_a = (hw_fp64_order(a) > hw_fp64_order(b)) == greater;

    return nan_a ? b | (nan_b ? HW_FP64_QUIET : 0) : (nan_b | takes_a) ? a : b;
}

static inline uint64_t hw_fp64_min(uint64_t a, uint64_t b)
{
    return hw_fp64_choose(a, b, false);
}

static inline uint64_t hw_fp64_max(uint64_t a, uint64_t b)
{
    return hw_fp64_choose(a, b, true);
}

/* Comparison as a mask: less 1, equal 2, greater 4, unordered 8. */
uint32_t hw_fp64_relation(uint64_t a, uint64_t b);

/* DCHK, of the high words of a and b: may a / b by reciprocal, Newton steps and remainder go wrong?  The
 * limits of hw_fp32_divides_badly for the wider format; no public source has the chip's own, nor compiled
 * code that asks. */
static inline bool hw_fp64_divides_badly(uint32_t a, uint32_t b)
{
    const int32_t of_a = (int32_t)(a >> 20 & 2047), of_b = (int32_t)(b >> 20 & 2047),
                  of_quotient = of_a - of_b;

    return of_a < 108 || of_a > 2046 || of_b < 1 || of_b > 2044 || of_quotient < -1021 || of_quotient > 1022;
}

/* Compared with zero, as flags, like hw_fp32_flags. */
static inline uint32_t hw_fp64_flags(uint64_t x)
{
    const uint32_t sign = x >> 63 ? HW_FLAG_S : 0, of_number = x << 1 ? sign : HW_FLAG_Z;

    return hw_fp64_is_nan(x) ? HW_FLAG_Z | HW_FLAG_S : of_number;
}

/* A number significand * 2^scale with a sign, rounded into double or single precision; both produce
 * denormals.  `significand` is not 0. */
uint64_t hw_fp64_round(bool negative, uint64_t significand, int scale, unsigned round);
uint32_t hw_fp64_round_to_fp32(bool negative, uint64_t significand, int scale, unsigned round);

#endif
