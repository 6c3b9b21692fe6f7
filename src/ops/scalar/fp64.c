/* SPDX-License-Identifier: MIT */
/* Double precision: see fp64.h.  Sources: IEEE 754, and envytools' hardware-tested model for NaN. */
#include "ops/scalar/fp64.h"

#include "ops/scalar/ieee.h"

#define INVALID 0xfff8000000000000u

static struct hw_ieee_mode mode_of(unsigned round)
{
    return (struct hw_ieee_mode){.round = (uint8_t)round};
}

static uint64_t number_or_nan(uint64_t result)
{
    return result == HW_IEEE_INVALID ? INVALID : result;
}

uint64_t hw_fp64_fma(uint64_t a, uint64_t b, uint64_t c, unsigned round)
{
    if (hw_fp64_is_nan(b))
        return b | HW_FP64_QUIET;
    if (hw_fp64_is_nan(c))
        return c | HW_FP64_QUIET;
    if (hw_fp64_is_nan(a))
        return a | HW_FP64_QUIET;
    return number_or_nan(hw_ieee_fma(&hw_ieee_fp64, mode_of(round), a, b, c));
}

uint64_t hw_fp64_add(uint64_t a, uint64_t b, unsigned round)
{
    if (hw_fp64_is_nan(b))
        return b | HW_FP64_QUIET;
    if (hw_fp64_is_nan(a))
        return a | HW_FP64_QUIET;
    return number_or_nan(hw_ieee_add(&hw_ieee_fp64, mode_of(round), a, b));
}

uint64_t hw_fp64_mul(uint64_t a, uint64_t b, unsigned round)
{
    return hw_fp64_fma(a, b, (a ^ b) & HW_FP64_SIGN, round);
}

uint32_t hw_fp64_relation(uint64_t a, uint64_t b)
{
    if (hw_fp64_is_nan(a) || hw_fp64_is_nan(b))
        return 8;
    if (a == b || ((a | b) << 1 == 0))
        return 2;
    return hw_fp64_order(a) < hw_fp64_order(b) ? 1 : 4;
}

uint64_t hw_fp64_round(bool negative, uint64_t significand, int scale, unsigned round)
{
    return hw_ieee_number(&hw_ieee_fp64, mode_of(round), negative, significand, scale);
}

uint32_t hw_fp64_round_to_fp32(bool negative, uint64_t significand, int scale, unsigned round)
{
    return (uint32_t)hw_ieee_number(&hw_ieee_fp32, mode_of(round), negative, significand, scale);
}
