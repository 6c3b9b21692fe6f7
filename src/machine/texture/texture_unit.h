/* SPDX-License-Identifier: MIT */
/* Bound texture lookups, by texture unit: the micro-operation; its fields are struct hw_uop_texture.
 *
 * The registers from `d` on, a vector of four, are both the coordinates and the results.  Registers of it
 * that the thread does not have read as 0, and writes to them have no effect. */
#ifndef HW_MACHINE_TEXTURE_TEXTURE_UNIT_H
#define HW_MACHINE_TEXTURE_TEXTURE_UNIT_H

#include "ops/uop.h"

hw_uop_fn hw_uop_texture;

#endif
