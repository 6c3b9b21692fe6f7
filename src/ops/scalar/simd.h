/* SPDX-License-Identifier: MIT */
/* Video instructions on two halves or four bytes of a word at once, one lane.
 *
 * The rules are those of the SIMD video instructions of the PTX ISA (vadd2 ... vset4), where each part of the
 * result is computed exactly from parts of a and b in any order, saturated, and put into its place in c or
 * added to c.  The chip has more than PTX: shifts, a selection by a predicate, and a least or greatest in
 * place of the sum; these are taken to work in the same way, with shift counts modulo the width of a part
 * where they wrap.  What NVIDIA's compiler makes of the same PTX for sm_50, which lacks these instructions,
 * gives the same results as its code for sm_35. */
#ifndef HW_OPS_SCALAR_SIMD_H
#define HW_OPS_SCALAR_SIMD_H

#include "ops/scalar/video.h"

/* What becomes of the parts and c, by modifier acc. */
enum hw_simd_second {
    HW_SIMD_PUT = 0,
    HW_SIMD_SUM,
    HW_SIMD_LEAST,
    HW_SIMD_GREATEST,
    HW_SIMD_PUT_SMALLER,
    HW_SIMD_PUT_GREATER
};

struct hw_simd {
    struct hw_video video; /* its op is the scalar one, of PO the mean; type_a and type_b are of parts */
    bool select;           /* there is no such: VSEL2, VSEL4 */
    uint8_t lanes;         /* which parts of the result; the others are those of c, or add nothing */
    uint8_t second;        /* enum hw_simd_second */
    uint16_t choose_a, choose_b; /* a digit of four bits for each part: which of the parts of {b, a} */
};

uint32_t hw_simd(const struct hw_simd *simd, uint32_t a, uint32_t b, uint32_t c, bool first);

/* The digits of a choice as encoded, of source 1 or 2, for two or four parts; false when there is none such.
 * Of bytes, choice 15 of source 2 says that it is a literal, whose bytes are in order. */
bool hw_simd_choice(unsigned parts, unsigned source, unsigned code, uint16_t *digits);

#endif
