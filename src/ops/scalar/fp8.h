/* SPDX-License-Identifier: MIT */
/* The two formats of 8 bits, E5M2 and E4M3, one lane at a time (PTX ISA, cvt; OCP 8-bit Floating Point
 * Specification).  E4M3 has no infinity, and one NaN. */
#ifndef HW_OPS_SCALAR_FP8_H
#define HW_OPS_SCALAR_FP8_H

#include <stdbool.h>
#include <stdint.h>

#include "ops/scalar/fp32.h"

#define HW_FP8_NAN      0x7fu
#define HW_FP8_INFINITY 0x7cu /* E5M2 */

/* To nearest; what is beyond the largest number becomes that (.satfinite). */
static inline uint32_t hw_fp8_narrow(uint32_t single, bool e5m2)
{
    const int fraction = e5m2 ? 2 : 3, bias = e5m2 ? 15 : 7;
    const uint32_t sign = single >> 24 & 0x80, size = single & 0x7fffffff, largest = e5m2 ? 0x7b : 0x7e;
    const uint32_t significand = (size & 0x7fffff) | 0x800000;
    const int exponent = (int)(size >> 23) - 127 + bias;
    const int cut = 23 - fraction + (exponent < 1 ? 1 - exponent : 0); /* bits that are dropped */

    if (hw_fp32_is_nan(single))
        return HW_FP8_NAN;
    if (cut > 24) /* below half of the least number */
        return sign;
    const uint32_t rest = significand & ((1u << cut) - 1), half = 1u << (cut - 1);
    uint32_t keep = significand >> cut;

    keep += rest > half || (rest == half && keep & 1);
    if (exponent >= 1)
        keep += (uint32_t)(exponent - 1) << fraction; /* the leading one adds 1 to the exponent */
    return sign | (keep < largest ? keep : largest);
}

/* Exact, to a half. */
static inline uint32_t hw_fp8_widen(uint32_t byte, bool e5m2)
{
    const uint32_t sign = (byte & 0x80) << 8, size = byte & 0x7f;

    if (size > (e5m2 ? HW_FP8_INFINITY : HW_FP8_NAN - 1))
        return 0x7fff;
    if (e5m2)
        return sign | size << 8;
    if (size == 0)
        return sign;
    const uint32_t first = size >> 2 & 1 ? 2 : size >> 1 & 1; /* of a denormal: its highest bit */
    const uint32_t denormal = (size << (10 - first) & 0x3ff) | (first + 15 - 9) << 10;

    return sign | (size >> 3 ? (size << 7) + ((15 - 7) << 10) : denormal);
}

#endif
