/* SPDX-License-Identifier: MIT */
/* A condition code is the four flags of a result (Z, S, C, O), and the tests that read them. */
#ifndef HW_OPS_SCALAR_COND_H
#define HW_OPS_SCALAR_COND_H

#include <stdint.h>

/* The bits of a condition code register. */
#define HW_FLAG_Z 1u /* zero, or with S: not a number */
#define HW_FLAG_S 2u /* sign: the highest bit; for comparisons: true */
#define HW_FLAG_C 4u /* carry out of the highest bit of an integer addition */
#define HW_FLAG_O 8u /* signed overflow of an integer addition, before saturation */

/* For each test the set of condition codes that pass it: bit v is set if the value v (0..15) does.  Tests 0
 * to 31 are numbered as Tesla encodes them, 32 to 47 as Maxwell encodes its 16 to 31; the first 16 are the
 * same in both. */
#define HW_COND_TESTS   48
#define HW_COND_MAXWELL 32u
extern const uint16_t hw_cond_truth[64];

/* The lanes whose condition code passes `test`.  `cond_register` holds 32 values 0..15. */
uint32_t hw_cond_lanes(const uint32_t *cond_register, unsigned test);

#endif
