/* SPDX-License-Identifier: MIT */
/* The level of detail (LOD) of a lookup, from the derivatives of its coordinates or as an operand. */
#ifndef HW_MACHINE_TEXTURE_TEXTURE_LEVEL_H
#define HW_MACHINE_TEXTURE_TEXTURE_LEVEL_H

#include <halfwarp/texture.h>

/* By the coordinates of each lane's quad, whether its lanes are active or not. */
void hw_texture_quad_levels(const struct hw_texture *texture, const struct hw_texture_lookup *lookup,
                            float level[32]);

/* By each lane's gradients: of coordinate k to the right gradient[2 * k], and downwards the next. */
void hw_texture_gradient_levels(const struct hw_texture *texture, const uint32_t *const gradient[4],
                                float level[32]);

/* Texels by number, of the picture that is nearest to the level that each lane's word is. */
hw_status hw_texture_fetch_level(const struct hw_texture *texture, const struct hw_texture_lookup *lookup,
                                 const uint32_t number[32], uint32_t exec, uint32_t out[4][32],
                                 struct hw_error *error);

#endif
