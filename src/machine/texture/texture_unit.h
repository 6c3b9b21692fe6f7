/* SPDX-License-Identifier: MIT */
/* The texture micro-operation by unit; its fields are struct hw_uop_texture.
 *
 * The registers from `d` on, the window, are both the coordinates and the results.  There are four; those
 * that the thread does not have read as 0 and keep nothing. */
#ifndef HW_MACHINE_TEXTURE_TEXTURE_UNIT_H
#define HW_MACHINE_TEXTURE_TEXTURE_UNIT_H

#include "ops/uop.h"

hw_uop_fn hw_uop_texture;

#endif
