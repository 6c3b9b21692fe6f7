/* SPDX-License-Identifier: MIT */
/* Matrix products (mma.sync) of the fragments in a warp: d = a * b + c.
 *
 * a has 8 or 16 rows, b 8 columns; each lane has a few elements of each (fragment_layout.h).  All lanes take
 * part; else it is a fault.  The fields are struct hw_uop_matrix. */
#ifndef HW_MACHINE_MATRIX_MATRIX_PRODUCT_H
#define HW_MACHINE_MATRIX_MATRIX_PRODUCT_H

#include "ops/uop.h"

hw_uop_fn
    hw_uop_multiply_floats; /* halves, bfloat16, tf32, floats of 8 bits: sums as ops/matrix/dot.h says */
hw_uop_fn
    hw_uop_multiply_integers; /* of 4 or 8 bits into words, which wrap or, with `sat`, end at their limits */
hw_uop_fn hw_uop_multiply_bits;    /* bits, combined by `logic` and counted */
hw_uop_fn hw_uop_multiply_doubles; /* each product in turn, from the first column of a on, is added with one
                                      rounding */

/* Four products of 8 by 4 and 4 by 8 halves at once, one for each eight lanes; of d, the part that `step`
 * says (matrix_quad.c). */
hw_uop_fn hw_uop_multiply_quads;

#endif
