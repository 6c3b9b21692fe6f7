/* SPDX-License-Identifier: MIT */
/* A matrix product is all its sums at once: the dot products of dot.h, bit for bit (lanes_dot.c). */
#ifndef HW_OPS_MATRIX_DOT_MATRIX_H
#define HW_OPS_MATRIX_DOT_MATRIX_H

#include "ops/matrix/dot.h"

#define HW_DOT_ROWS    16
#define HW_DOT_COLUMNS 8
#define HW_DOT_DEPTH   64

/* Elements are bits of their types. */
struct hw_dot_matrices {
    const struct hw_dot_rules *rules;
    unsigned a_type, b_type, c_type, type; /* enum hw_type; `type` is the result's */
    unsigned rows, depth;                  /* of a; its rows may have fewer elements than b has */
    unsigned b_depth;
    bool a_negated, b_negated;
    bool sparse; /* element k of a row of a meets row place[row][k] of b; else row k */
    uint8_t b_row[HW_DOT_ROWS][HW_DOT_DEPTH];
    uint32_t a[HW_DOT_ROWS][HW_DOT_DEPTH];
    uint32_t b[HW_DOT_DEPTH][HW_DOT_COLUMNS];
    uint32_t c[HW_DOT_ROWS][HW_DOT_COLUMNS]; /* and the result */
};

/* Put the sums in place of c, except those that are left to the reference: special values, and results that
 * are no normal numbers.  left[row] has a bit for each of these columns. */
typedef void hw_dot_lanes_fn(struct hw_dot_matrices *matrices, uint8_t left[HW_DOT_ROWS]);
/* The builds of it, as those of lane_functions.h. */
extern hw_dot_lanes_fn hw_lanes_dot_base, hw_lanes_dot_v3, hw_lanes_dot_v4;

/* All sums, by one of the builds and the reference. */
void hw_dot_matrix(hw_dot_lanes_fn *lanes, struct hw_dot_matrices *matrices, bool finite);

#endif
