/* The texture micro-operation.
 *
 * The registers from `d` on are both the coordinates and the results: `imm` is the texture unit, `b` the
 * number of source registers, `c` how many of the four registers the thread has (the others read as 0
 * and keep nothing), `lanes` the mask of wanted components, `mode` the kind (enum hw_tex), and the low
 * twelve bits of `a` the texel offsets x, y, z, four bits each. */
#ifndef HW_OPS_TEXTURE_H
#define HW_OPS_TEXTURE_H

#include "ops/uop.h"

hw_uop_fn hw_uop_texture;

#endif
