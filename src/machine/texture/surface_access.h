/* SPDX-License-Identifier: MIT */
/* Surface accesses: loads, stores, atomics.
 *
 * Translation copies the coordinates into registers of a fixed order from register `a` on: x, y, z, layer.  b
 * is the register of handles.  Raw accesses move bytes of the surface as they are, as wide as `type` says;
 * formatted ones convert between texels and words.  Other fields: struct hw_uop_surface. */
#ifndef HW_MACHINE_TEXTURE_SURFACE_ACCESS_H
#define HW_MACHINE_TEXTURE_SURFACE_ACCESS_H

#include "ops/uop.h"

enum hw_surface_source { HW_SURFACE_X = 0, HW_SURFACE_Y, HW_SURFACE_Z, HW_SURFACE_LAYER, HW_SURFACE_SOURCES };

/* What becomes of coordinates outside, as the modifier says it. */
enum hw_surface_clamp { HW_SURFACE_CLAMP_IGNORE = 0, HW_SURFACE_CLAMP_NEAREST, HW_SURFACE_CLAMP_TRAP };

/* Load to the registers from d on; store the registers from c on. */
hw_uop_fn hw_uop_surface_load, hw_uop_surface_store;

/* c: operand (and c + 1: its high words, or the new value of a compare-and-swap);
 * d: the old value, or HW_NO_REGISTER. */
hw_uop_fn hw_uop_surface_atomic;

/* d, d + 1: the device address of the texel; p_out: it is out of bounds.  A texel that is not in device
 * memory has an address where nothing is. */
hw_uop_fn hw_uop_surface_address;

/* By the address of surface_address.h, whose low byte is in register a and whose other bits are in register a
 * + 1; lanes whose p_in holds are outside. */
hw_uop_fn hw_uop_surface_load_at, hw_uop_surface_store_at;

#endif
