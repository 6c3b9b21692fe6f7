/* SPDX-License-Identifier: MIT */
/* Linear filtering on Tesla weighs texels with 8 bits for all axes together.
 *
 * The slices of a volume share 1.0 by the weight of z.  In a slice the weight of the texel that is second
 * on both axes is the rounded product; the others are the rests of the weights along x and y, so that all add
 * up to the slice's.  Found in real pictures: only with this rounding does the CUDA SDK 4.2's simpleTexture3D
 * match its reference in all 262,144 texels, and bicubicTexture differs from its reference in a tenth as many
 * texels as with a product of 8-bit weights.  It is not known whether later chips do the same. */
#ifndef HW_OPS_TEXTURE_TEX_WEIGHT_H
#define HW_OPS_TEXTURE_TEX_WEIGHT_H

#include <stdint.h>

/* Of the whole (at most 256), with the weights of the second texels along x and y (0 to 256): texel `n` of
 * the plane, whose bit 0 says that it is the second along x, bit 1 along y. */
static inline uint32_t hw_joint_weight(uint32_t whole, uint32_t x, uint32_t y, unsigned n)
{
    const uint32_t right = (whole * x + 128) >> 8, up = (whole * y + 128) >> 8;
    const uint32_t least = right + up > whole ? right + up - whole : 0, most = right < up ? right : up;
    uint32_t both = (whole * x * y + 32768) >> 16;

    /* In slices of little weight; nothing may be negative. */
    both = both < least ? least : both > most ? most : both;
    return n == 0 ? whole - right - up + both : n == 1 ? right - both : n == 2 ? up - both : both;
}

#endif
