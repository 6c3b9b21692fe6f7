/* SPDX-License-Identifier: MIT */
/* One coordinate of a lane addresses texels along its dimension: which it touches, and their weights. */
#ifndef HW_OPS_TEXTURE_TEX_ADDRESS_H
#define HW_OPS_TEXTURE_TEX_ADDRESS_H

#include <halfwarp/texture.h>

#define HW_TAP_ONE 256u /* the weight 1.0: weights have 8 bits of fraction */

/* The texels touched along one dimension: one, or two neighbours. */
struct hw_taps {
    unsigned count;
    int64_t index[2];   /* texel number, or -1 for the border colour; see hw_axis.open */
    uint32_t weight[2]; /* sum to HW_TAP_ONE; never 0, but with `both` */
};

/* How one dimension is addressed. */
struct hw_axis {
    uint32_t extent; /* texels */
    uint8_t address; /* enum hw_texture_address that is in force */
    bool normalized, linear;
    bool open;  /* texels beyond the edges are -1 and the extent, for the caller to find */
    bool both;  /* linear: two taps even where one has no weight */
    int offset; /* texels added to the coordinate */
};

/* The taps of a floating-point coordinate, given as its bits. */
struct hw_taps hw_taps_of_float(const struct hw_axis *axis, uint32_t coord);

/* The tap of an integer coordinate. */
struct hw_taps hw_taps_of_integer(const struct hw_axis *axis, uint32_t coord);

#endif
