/* SPDX-License-Identifier: MIT */
/* Matrix products of a warpgroup (wgmma): d = a * b, + c where p_in holds.
 *
 * Four warps compute 64 rows, each its own 16 without the others, and all of b's columns, eight after eight:
 * a product of fragments each (fragment_product.h).  b is in shared memory, where the 64 bits in register b
 * of each lane describe it.  So is a in register a if it is in shared memory; else register a is the first of
 * its fragment.  The registers of d and c are those of the eights one behind the other; c may be
 * HW_NO_REGISTER: zeros.  The fields are struct hw_uop_matrix.
 *
 * All that it reads is read, and all that it writes is written, where the micro-operation is executed. */
#ifndef HW_MACHINE_MATRIX_WARPGROUP_PRODUCT_H
#define HW_MACHINE_MATRIX_WARPGROUP_PRODUCT_H

#include "ops/uop.h"

hw_uop_fn hw_uop_warpgroup_floats;
hw_uop_fn hw_uop_warpgroup_integers;
hw_uop_fn hw_uop_warpgroup_bits;

#endif
