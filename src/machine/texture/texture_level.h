/* SPDX-License-Identifier: MIT */
/* The level of detail that a fragment program's lookup asks for without saying so. */
#ifndef HW_MACHINE_TEXTURE_TEXTURE_LEVEL_H
#define HW_MACHINE_TEXTURE_TEXTURE_LEVEL_H

#include <halfwarp/texture.h>

/* By the coordinates of each lane's quad, whether its lanes are active or not. */
void hw_texture_quad_levels(const struct hw_texture *texture, const struct hw_texture_lookup *lookup,
                            float level[32]);

#endif
