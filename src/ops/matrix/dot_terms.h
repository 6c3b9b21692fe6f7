/* SPDX-License-Identifier: MIT */
/* The terms of a dot product, for the reference (dot.c) and for many dot products at once
 * (lanes_dot.c): formats of elements, and significands aligned to the exponent of the sum. */
#ifndef HW_OPS_MATRIX_DOT_TERMS_H
#define HW_OPS_MATRIX_DOT_TERMS_H

#include <halfwarp/modifiers.h>

#include "ops/inline.h"
#include "ops/matrix/dot.h"

#define HW_DOT_ZERO_EXPONENT  (-2000) /* less than that of any product */
#define HW_DOT_LEAST_EXPONENT (-126)  /* to which a sum is aligned */
#define HW_DOT_C_FRACTION     23
#define HW_DOT_LONGEST_BLOCK  32

/* A format of elements, which are in the low bits of a word, or of c. */
struct hw_dot_format {
    uint8_t below; /* bits below it that do not count */
    uint8_t fraction, exponent;
    bool infinity; /* the greatest exponent is that of infinity and NaN; else all bits set are NaN */
};

/* That of a type, a constant if the type is one. */
HW_INLINE struct hw_dot_format hw_dot_format_of(unsigned type)
{
    switch (type) {
    case HW_TYPE_F16: return (struct hw_dot_format){0, 10, 5, true};
    case HW_TYPE_BF16: return (struct hw_dot_format){0, 7, 8, true};
    case HW_TYPE_TF32: return (struct hw_dot_format){13, 10, 8, true};
    case HW_TYPE_E4M3: return (struct hw_dot_format){0, 3, 4, false};
    case HW_TYPE_E5M2: return (struct hw_dot_format){0, 2, 5, true};
    default: /* of c alone */ return (struct hw_dot_format){0, 23, 8, true};
    }
}

/* A significand shifted right, or left by at most LEFT, and cut toward zero.  No branches: it is the inner
 * loop. All terms have less than 28 bits. */
#define HW_DOT_LEFT 5
static inline int32_t hw_dot_shifted(int32_t significand, int32_t right)
{
    const int32_t sign = significand >> 31;
    const uint32_t magnitude = (uint32_t)((significand ^ sign) - sign) << HW_DOT_LEFT;
    const int32_t cut = (int32_t)(magnitude >> (right + HW_DOT_LEFT > 31 ? 31 : right + HW_DOT_LEFT));

    return (cut ^ sign) - sign;
}

#endif
