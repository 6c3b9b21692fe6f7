/* SPDX-License-Identifier: MIT */
/* The texture sampler and its vector build (lanes_texture.c) share this prepared lookup. */
#ifndef HW_OPS_TEXTURE_TEX_SAMPLE_H
#define HW_OPS_TEXTURE_TEX_SAMPLE_H

#include "ops/texture/tex_address.h"
#include "ops/texture/tex_texel.h"

/* All that the lanes of a lookup share.  Axes that the texture lacks have one texel, number 0. */
struct hw_texture_sampler {
    const struct hw_texture *texture;
    enum hw_texel_type type;
    unsigned texel_bytes;
    unsigned axes;  /* with coordinates in the lookup */
    bool integer;   /* the coordinates are integers */
    bool joint;     /* as in the lookup */
    bool srgb;      /* bytes are made linear (tex_srgb.h) */
    bool seamless;  /* the axes are open, and the layers are faces */
    uint8_t unread; /* results that need not be there */
    struct hw_axis axis[3];
    uint64_t stride[3]; /* bytes from one texel to the next along each axis */
    const uint32_t *coord[3];
    const uint32_t *layer; /* a number for each lane, or NULL */
};

/* Look up the lanes of `exec` at once.  Returns the lanes that were looked up; they have the results of the
 * reference, and only they are written to.  The others are left to the reference.  Nothing outside the
 * texture's memory is read as long as hw_texture_sample_lanes has checked it first. */
typedef uint32_t hw_sample_lanes_fn(const struct hw_texture_sampler *sampler, uint32_t exec,
                                    uint32_t out[4][32]);
/* The builds of it, as those of lane_functions.h. */
extern hw_sample_lanes_fn hw_lanes_sample_base, hw_lanes_sample_v3, hw_lanes_sample_v4;

/* Call one of the builds.  Returns the lanes of `exec` that it looked up: none where it does not handle such
 * a texture, or the lookup is wrong. */
uint32_t hw_texture_sample_lanes(hw_sample_lanes_fn *lanes, const struct hw_texture *texture,
                                 const struct hw_texture_lookup *lookup, uint32_t exec, uint32_t out[4][32]);

/* hw_texture_sample with one of the builds; with NULL lane by lane, by the reference. */
hw_status hw_texture_sample_with(hw_sample_lanes_fn *lanes, const struct hw_texture *texture,
                                 const struct hw_texture_lookup *lookup, uint32_t exec, uint32_t out[4][32],
                                 struct hw_error *error);

/* The texel that stands beyond an edge of a face of a cube map of `extent` texels in either direction: the
 * face that it is on, and its numbers there.  One of the numbers is -1 or the extent. */
unsigned hw_cube_beyond(unsigned face, int64_t extent, int64_t texel[2]);

/* The bytes of the texels that a lookup reads, by lane; HW_TEXEL_NONE: the border.  Returns how many a lane
 * reads, 0 where the lookup is wrong. */
#define HW_TEXELS_READ 8
#define HW_TEXEL_NONE  UINT64_MAX
unsigned hw_texture_texels(const struct hw_texture *texture, const struct hw_texture_lookup *lookup,
                           uint32_t exec, uint64_t offset[HW_TEXELS_READ][32]);

#endif
