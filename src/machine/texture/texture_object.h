/* Texture lookups by handle, as from Kepler on.
 *
 * Which register holds what depends on instruction and mode; translation copies the sources into registers of
 * a fixed order, so that the micro-operation knows nothing of that. */
#ifndef HW_OPS_TEXTURE_OBJECT_H
#define HW_OPS_TEXTURE_OBJECT_H

#include "ops/uop.h"

/* The source registers, in order from register `a` on. */
enum hw_tex_source {
    HW_TEX_X = 0,
    HW_TEX_Y,
    HW_TEX_Z,
    HW_TEX_LAYER,
    HW_TEX_LEVEL,
    HW_TEX_OFFSET,
    HW_TEX_SOURCES
};

/* Look up: b is the register of handles; components whose bit is set in `lanes` go, packed, to the registers
 * d, d + 1, c, c + 1. mode: enum hw_tex; opt[0]: enum hw_tex_dim; opt[1]: 1 where there are offsets, 2 where
 * they stand above the layer; opt[2]: component to gather; opt[3]: 1 results are packed halves, two a
 * register. */
hw_uop_fn hw_uop_texture_object;

/* Size of the texture or surface: as above; register HW_TEX_LEVEL holds the level that is asked for. */
hw_uop_fn hw_uop_texture_query;

#endif
