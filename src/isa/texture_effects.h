/* SPDX-License-Identifier: MIT */
/* These functions give the register counts of texture operands, for effects and for others that ask how long
 * an operand is. */
#ifndef HW_ISA_TEXTURE_EFFECTS_H
#define HW_ISA_TEXTURE_EFFECTS_H

#include <halfwarp/effects.h>

/* Give the register operands of a texture lookup their true widths; the first `written` are results. */
void hw_texture_widths(struct hw_semantics *view, unsigned written);

/* Of so many sources of a scalar lookup (TEXS, TLDS, TLD4S, .SCR), how many lie from its first source operand
 * on: one of two, and two of three or four; but of a TLDS with layers the layer alone. */
unsigned hw_texture_share(const struct hw_semantics *view, unsigned sources);

#endif
