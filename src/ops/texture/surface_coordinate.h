/* SPDX-License-Identifier: MIT */
/* Surface coordinates become an address, by three instructions of GK104 and GK110.
 *
 * The descriptor of a surface has a word for each coordinate: its bound in bits 19:0, bit 21 for pitch-linear
 * memory, the log2 of a tile's extent in 25:22, of an element's bytes in 28:26, of the tiles in a block in
 * 31:29.  (The executable model of Mesa's NAK, whose tests compare it with chips.) */
#ifndef HW_OPS_TEXTURE_SURFACE_COORDINATE_H
#define HW_OPS_TEXTURE_SURFACE_COORDINATE_H

#include "ops/uop.h"

#define HW_SUCLAMP_MODES 15

/* SUCLAMP: d = coordinate a + c inside the bound of descriptor word b, in parts for the next instruction;
 * p_out: it was outside.  type: signed or not. */
hw_uop_fn hw_uop_surface_clamp;

/* SUBFM: d = the place in a tile of clamped x, y, z in a, b, c (with pitch-linear memory c is the offset);
 * p_out: one of them was outside. */
hw_uop_fn hw_uop_surface_field;

/* SUEAU: d = base address c / 256, a blocks further, with the part of b that is above 256 bytes. */
hw_uop_fn hw_uop_surface_sum;

#endif
