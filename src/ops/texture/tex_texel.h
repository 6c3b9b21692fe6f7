/* SPDX-License-Identifier: MIT */
/* A texel is read from its bytes in memory to four 32-bit words, and written back. */
#ifndef HW_OPS_TEXTURE_TEX_TEXEL_H
#define HW_OPS_TEXTURE_TEX_TEXEL_H

#include <halfwarp/texture.h>

/* The type by which a texture's channels are converted: its own, or the normalised one of the same size and
 * sign where the read mode asks for that. */
enum hw_texel_type hw_texel_effective_type(const struct hw_texture *texture);

/* The bytes of one channel of `type`. */
unsigned hw_texel_channel_bytes(enum hw_texel_type type);

/* Is a channel of `type` returned as a float? */
bool hw_texel_is_float(enum hw_texel_type type);

/* Convert the texel at `bytes`, red first; lacking channels become 0, 0 and 1. */
void hw_texel_read(const void *bytes, enum hw_texel_type type, unsigned channels, uint32_t word[4]);

/* The other way: integers and normalised numbers are clamped to what a channel can hold. */
void hw_texel_write(void *bytes, enum hw_texel_type type, unsigned channels, const uint32_t word[4]);

/* The border colour: 0 in the channels that exist, 0, 0 and 1 in the others. */
void hw_texel_border(enum hw_texel_type type, unsigned channels, uint32_t word[4]);

#endif
