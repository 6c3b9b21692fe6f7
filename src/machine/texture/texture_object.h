/* SPDX-License-Identifier: MIT */
/* Bindless texture lookups (by handle), as from Kepler on.
 *
 * The registers of the operands depend on instruction and mode; translation copies the sources into registers
 * of a fixed order, so that the micro-operation does not depend on that. */
#ifndef HW_MACHINE_TEXTURE_TEXTURE_OBJECT_H
#define HW_MACHINE_TEXTURE_TEXTURE_OBJECT_H

#include "ops/uop.h"

/* The source registers, in order from register `a` on. */
enum hw_tex_source {
    HW_TEX_SOURCE_X = 0,
    HW_TEX_SOURCE_Y,
    HW_TEX_SOURCE_Z,
    HW_TEX_SOURCE_LAYER,
    HW_TEX_SOURCE_LEVEL,
    HW_TEX_SOURCE_OFFSET,
    HW_TEX_SOURCE_GRADIENT, /* x to the right, x downwards, the same of y */
    HW_TEX_SOURCE_COUNT = HW_TEX_SOURCE_GRADIENT + 4
};

/* Where a lookup of a texture with levels of detail has its level: tex.level. */
enum hw_texel_level {
    HW_TEXEL_LEVEL_FIRST = 0, /* nowhere: it is 0 */
    HW_TEXEL_LEVEL_EXPLICIT,  /* register HW_TEX_SOURCE_LEVEL; a bias is one, too, since it is added to 0 */
    HW_TEXEL_LEVEL_GRADIENTS, /* in gradients, the derivatives of the coordinates */
    HW_TEXEL_LEVEL_QUAD       /* in the coordinates of the lane's quad */
};

/* Where a lookup has its texel offsets: tex.offsets. */
enum hw_texel_offsets {
    HW_TEXEL_OFFSETS_NONE = 0,
    HW_TEXEL_OFFSETS_SEPARATE, /* register HW_TEX_SOURCE_OFFSET */
    HW_TEXEL_OFFSETS_IN_LAYER  /* the upper half of register HW_TEX_SOURCE_LAYER */
};

/* Look up: b is the register of handles; the components that are wanted go, packed, to the registers d, d +
 * 1, c, c + 1.  Other fields: struct hw_uop_texture. */
hw_uop_fn hw_uop_texture_object;

/* Size of the texture or surface: as above, with the level in register HW_TEX_SOURCE_LEVEL. */
hw_uop_fn hw_uop_texture_query;

#endif
