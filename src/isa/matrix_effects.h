/* SPDX-License-Identifier: MIT */
/* These functions give the shapes of matrix instructions and the registers of their fragments, for effects
 * and timing classes. */
#ifndef HW_ISA_MATRIX_EFFECTS_H
#define HW_ISA_MATRIX_EFFECTS_H

#include <halfwarp/effects.h>

#define HW_SHAPE_TALL 16u /* in HW_MOD_SHAPE: 16 rows */

/* Give the matrices of HMMA and its kin their true widths; nothing for other operations. */
void hw_matrix_widths(struct hw_semantics *view);

#endif
