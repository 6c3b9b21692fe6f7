/* SPDX-License-Identifier: MIT */
/* Sums of singles that the host computes as every chip does: none of operands and sum is denormal, infinite
 * or NaN, so no rule of flushing or of NaNs applies. */
#ifndef HW_OPS_SCALAR_HOST_SUM_H
#define HW_OPS_SCALAR_HOST_SUM_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "ops/scalar/fp32.h"

static inline bool is_normal_single(uint32_t x)
{
    return (x & HW_FP32_INFINITY) != 0 && (x & HW_FP32_INFINITY) != HW_FP32_INFINITY;
}

/* Whether the host can; the sum to nearest.  The host may flush denormals: a sum of zero counts only if both
 * operands are zero. */
static inline bool hw_host_adds_singles(uint32_t a, uint32_t b, uint32_t *sum)
{
    float x, y;

    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    x += y;
    memcpy(sum, &x, sizeof *sum);
    const bool a_is_zero = hw_fp32_is_zero(a), b_is_zero = hw_fp32_is_zero(b);
    return (a_is_zero || is_normal_single(a)) && (b_is_zero || is_normal_single(b)) &&
           ((a_is_zero && b_is_zero) || is_normal_single(*sum));
}

#endif
