/* SPDX-License-Identifier: MIT */
/* A product of matrices is all its dot products at once, computed in the lanes that have the results.
 *
 * These functions take fragments as the registers of a warp hold them (fragment_layout.h).  The sums of
 * floats are those of dot.h, bit for bit. */
#ifndef HW_OPS_MATRIX_DOT_MATRIX_H
#define HW_OPS_MATRIX_DOT_MATRIX_H

#include "ops/matrix/dot.h"
#include "ops/uop.h"

#define HW_DOT_RESULTS   4 /* elements of the result that a lane has, at most */
#define HW_DOT_REGISTERS 4 /* registers with a row of a or a column of b, at most */

struct hw_dot_fragments {
    const hw_lanes *a, *b, *c;            /* their first registers */
    uint8_t a_type, b_type, d_type;       /* enum hw_type; c has the result's */
    bool a_negated, b_negated, c_negated; /* floats, but c; doubles */
    bool tall;                            /* a has 16 rows; so it has for floats */
    uint8_t registers;                    /* with a row of a or a column of b */
    /* Floats: so many registers have a block of dot.h, and its sum has so many bits of fraction. */
    uint8_t block, fraction, kept;
    bool sat;      /* integers */
    uint8_t logic; /* bits: HW_LOGIC_AND or HW_LOGIC_XOR */
};

/* Sums of floats: a block is the elements in `block` registers, and at most as many of them as the rules'
 * block has are other than zero.  The results go to d[0] and on, as words or as halves.  Those of some lanes
 * are left to the reference: of special values, and results that are neither normal numbers nor zero.  left[2
 * * half + odd] has them as a lane mask, of the rows from 8 * half on and the even or odd columns. */
typedef void hw_dot_floats_fn(const struct hw_dot_fragments *fragments, hw_lanes d[HW_DOT_RESULTS],
                              uint32_t left[HW_DOT_RESULTS]);

/* Sums of integers of 4 or 8 bits, which wrap or, with `sat`, end at their limits; counts of single bits. */
typedef void hw_dot_words_fn(const struct hw_dot_fragments *fragments, hw_lanes d[HW_DOT_RESULTS]);

/* One block of products of halves in each lane, added to c: d[l] = c[l] + a[0][l] * b[0][l] + ..., halves and
 * singles as bits in words.  `left` as above. */
#define HW_DOT_PRODUCTS 4
struct hw_dot_products {
    _Alignas(64) hw_lanes a[HW_DOT_PRODUCTS];
    hw_lanes b[HW_DOT_PRODUCTS], c;
    uint8_t c_type, d_type; /* F16 or F32 */
    bool a_negated, b_negated;
    uint8_t fraction, kept;
};
typedef void hw_dot_products_fn(const struct hw_dot_products *products, hw_lanes d, uint32_t *left);

/* Products of doubles of 8 rows, rounded to nearest.  False, and `d` is not to be used: a result is a NaN, or
 * the host cannot. */
typedef bool hw_dot_doubles_fn(const struct hw_dot_fragments *fragments, hw_lanes d[HW_DOT_RESULTS]);

struct hw_dot_functions {
    hw_dot_floats_fn *floats;
    hw_dot_doubles_fn *doubles;
    hw_dot_products_fn *products;
    hw_dot_words_fn *integers, *bits;
};

/* The builds of them, as those of lane_functions.h. */
#define HW_DOT_BUILD(build)                                  \
    extern hw_dot_floats_fn hw_lanes_dot_floats_##build;     \
    extern hw_dot_doubles_fn hw_lanes_dot_doubles_##build;   \
    extern hw_dot_products_fn hw_lanes_dot_products_##build; \
    extern hw_dot_words_fn hw_lanes_dot_integers_##build, hw_lanes_dot_bits_##build;
HW_DOT_BUILD(base)
HW_DOT_BUILD(v3)
HW_DOT_BUILD(v4)

#endif
