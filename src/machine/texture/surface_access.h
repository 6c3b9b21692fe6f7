/* Surface accesses: loads, stores, atomics.
 *
 * Translation copies the coordinates into rows of a fixed order from row `a` on: x, y, z, layer.  b is the
 * row of handles.  Raw accesses move bytes of the surface as they are, as wide as `type` says; formatted ones
 * convert between texels and words, a component for each bit of `lanes`.  imm is added to x, in x's units,
 * signed. */
#ifndef HW_OPS_SURFACE_H
#define HW_OPS_SURFACE_H

#include "ops/uop.h"

enum hw_surface_source { HW_SURFACE_X = 0, HW_SURFACE_Y, HW_SURFACE_Z, HW_SURFACE_LAYER, HW_SURFACE_SOURCES };

/* uop->opt[0]: what becomes of coordinates outside, as the modifier says it. */
enum hw_surface_clamp { HW_SURFACE_IGNORE = 0, HW_SURFACE_CLAMP, HW_SURFACE_TRAP };

/* uop->opt[1] */
#define HW_SURFACE_RAW   1u
#define HW_SURFACE_BYTES 2u /* x counts bytes */

/* Load to the rows from d on; store the rows from c on. */
hw_uop_fn hw_uop_surface_load, hw_uop_surface_store;

/* logic: enum hw_atom; type; c: operand (and c + 1: its high words, or the new value of a compare-and-swap);
 * d: the old value, or HW_NO_REGISTER. */
hw_uop_fn hw_uop_surface_atomic;

/* d, d + 1: the device address of the place; p_out: it is outside.  A place that is not in device memory has
 * an address where nothing is. */
hw_uop_fn hw_uop_surface_place;

/* By the address of surface_address.h, whose low byte is in row a and whose other bits are in row a + 1;
 * lanes whose p_in holds are outside. */
hw_uop_fn hw_uop_surface_load_at, hw_uop_surface_store_at;

#endif
