/* SPDX-License-Identifier: MIT */
/* A texture is sampled by 32 lanes at a time: this header has its description and the sampler.
 *
 * A texture is plain data that describes texels in memory owned by the caller; nothing here allocates or
 * keeps state.  The sampler follows the appendix "Texture Fetching" of NVIDIA's CUDA C Programming Guide.
 * Where that is silent halfwarp makes a choice.  These are all the choices:
 *
 * - The fraction of linear filtering is rounded to the nearest of its 8 bits, halves upwards.  (The guide
 *   calls it a 9-bit value with 8 bits of fraction in which 1.0 is exact; only rounding reaches 1.0.)
 * - The products of weights and texels are summed without rounding error that matters (in double precision)
 *   and rounded to single precision once.  Texels of weight 0 do not contribute at all.
 * - Address modes act on texel numbers, so that each of the texels that a filter blends is wrapped, mirrored,
 *   clamped or replaced by the border colour on its own.
 * - A coordinate that is NaN reads as 0; so does an infinite one that is wrapped or mirrored.
 * - Channels that a format lacks read as 0, and alpha as 1 (1.0 where the result is floating point), in the
 *   border colour, too.  The border colour's others are taken as they are, whatever the format can hold.  A
 *   texel fetched by a number outside the texture is 0.
 * - Colours of sRGB are made linear before they are filtered.  Only 8-bit channels that are read as fractions
 *   have them; other textures are read as if `srgb` was not set.
 * - A layer number beyond the last layer reads the last one, a negative one the first.
 * - A texture may have smaller pictures of itself, its levels of detail.  Lookups choose among them: by a
 * level given after the coordinates, by gradients, or by how far apart the coordinates of a quad's neighbours
 * are (in fragment programs of Tesla, later where the instruction says .NDV), and a bias.  To all of these
 * the texture's own bias is added (as OpenGL 4.6 has it, 8.14.1).  The distance is the longer of those to the
 * right and downwards, in texels of the first picture, of the quad's upper left pixel; its logarithm to base
 * 2 is the level.  Cube maps of Tesla, fetches by number, gathering and all other lookups use the first
 * picture.
 * - A cube map is filtered within the face that a direction points to, and texels of other faces do not
 *   contribute, unless it is seamless: then a filter takes the neighbours on the next face, whatever the
 *   address modes.  At a corner, where three faces meet, the fourth texel is the average of the others (as
 *   OpenGL 4.6 has it, 8.14.2); gathering takes that of the own face.
 *
 * Stability: may change. */
#ifndef HALFWARP_TEXTURE_H
#define HALFWARP_TEXTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <halfwarp/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The type of each channel of a texel in memory.  UNORM maps 0..max to 0.0..1.0 and SNORM maps
 * -max..max to -1.0..1.0 (the most negative value is -1.0, too). */
enum hw_texel_type {
    HW_TEXEL_U8 = 0,
    HW_TEXEL_S8,
    HW_TEXEL_U16,
    HW_TEXEL_S16,
    HW_TEXEL_U32,
    HW_TEXEL_S32,
    HW_TEXEL_UNORM8,
    HW_TEXEL_SNORM8,
    HW_TEXEL_UNORM16,
    HW_TEXEL_SNORM16,
    HW_TEXEL_F16,
    HW_TEXEL_F32,
    HW_TEXEL_TYPES
};

/* What a lookup returns.  ELEMENT: the texel as it is, integers extended to 32 bits and floats widened
 * to single precision.  NORMALIZED: 8- and 16-bit integers read as if they were UNORM or SNORM; no
 * other type changes, and 32-bit integers cannot be read so. */
enum hw_texture_read { HW_TEXTURE_READ_ELEMENT = 0, HW_TEXTURE_READ_NORMALIZED };

enum hw_texture_filter { HW_TEXTURE_FILTER_POINT = 0, HW_TEXTURE_FILTER_LINEAR };

/* The texels beyond the edges, numbered as in the CUDA API.  Without normalised coordinates, WRAP and MIRROR
 * act as CLAMP. */
enum hw_texture_address {
    HW_TEXTURE_ADDRESS_WRAP = 0, /* the texture again */
    HW_TEXTURE_ADDRESS_CLAMP,    /* the texel at the edge */
    HW_TEXTURE_ADDRESS_MIRROR,   /* the texture reversed, then the texture again */
    HW_TEXTURE_ADDRESS_BORDER    /* the border colour: hw_texture.border */
};

#define HW_TEXTURE_MAX_EXTENT (1u << 27) /* texels: the longest texture on linear memory in CUDA */
#define HW_TEXTURE_MAX_COORDS 4          /* a texture instruction has at most four source registers */

/* One texture, and how it is sampled.  Texels of a row follow each other without a gap; rows are
 * row_pitch bytes apart, and slices (of a 3-D texture) or layers slice_pitch bytes. */
struct hw_texture {
    const void *data;     /* the first texel; needs no alignment */
    size_t bytes;         /* size of that memory: nothing outside it is ever read */
    uint32_t width;       /* texels */
    uint32_t height;      /* rows; not looked at in 1-D textures */
    uint32_t depth;       /* slices; only looked at in 3-D textures */
    uint32_t layers;      /* 0: not layered.  A layered texture is 1-D or 2-D */
    uint64_t row_pitch;   /* not looked at in 1-D textures */
    uint64_t slice_pitch; /* only looked at in 3-D and layered textures */
    uint8_t dimensions;   /* 1, 2 or 3 */
    uint8_t type;         /* enum hw_texel_type */
    uint8_t channels;     /* 1, 2 or 4 */
    uint8_t read;         /* enum hw_texture_read */
    uint8_t filter;       /* enum hw_texture_filter; linear needs a floating-point result */
    uint8_t address[3];   /* enum hw_texture_address for x, y, z */
    bool normalized;      /* coordinates run from 0 to 1, not from 0 to the extent */
    bool cube; /* a cube map: layers are faces, six a cube: +x -x +y -y +z -z.  Two dimensions, normalised */
    bool srgb; /* red, green and blue are sRGB, and read as linear light */
    bool seamless;      /* of a cube map: filters go on over the edges of faces */
    bool partial;       /* its memory may end before it does: a lookup of a texel beyond is an error */
    uint32_t border[4]; /* the border colour, as the words that lanes receive */
    uint64_t
        origin; /* what listeners are told as address of the first texel; 0: one of the machine's choice */
    const struct hw_texture *smaller; /* the next level of detail, sampled likewise; NULL: none */
    /* Of the first picture: how a lookup's level of detail chooses among the pictures. */
    bool blends_levels; /* two levels are blended by the level's fraction, else the nearest is taken; needs a
                           floating-point result */
    float level_bias;   /* is added to each level, wherever it comes from */
    float min_level, max_level; /* limits behind the bias; max_level 0: only the last picture limits */
};
#define HW_TEXTURE_LEVELS 28 /* at most: each is smaller than the one before */

/* Where the lanes look.  `coord` are registers of 32 words, in the order of the registers of a Tesla texture
 * instruction: x [y [z]], then the layer (an integer).  x, y, z are single-precision floats, or signed
 * integers where `integer` is set: then the texel of that number is fetched; normalisation, filter and
 * address modes play no part, and a number outside the texture reads as the border colour.  That is also how
 * textures on linear memory are read (CUDA's tex1Dfetch): as 1-D textures, by integers. */
struct hw_texture_lookup {
    const uint32_t *coord[HW_TEXTURE_MAX_COORDS];
    unsigned coords; /* how many there are; coordinates that the texture does not need are ignored */
    bool integer;
    int8_t offset[3]; /* texels added to x, y, z: -8..7 */
    uint8_t unread;   /* a bit for each unused result: out[] may keep its old value there */
    bool joint;  /* linear: the weights of the axes have 8 bits together, as on Tesla; else 8 bits each */
    bool gather; /* fetch one component of the four texels that linear filtering of a 2-D texture would */
    uint8_t component; /* blend: out[] gets those at (i, j + 1), (i + 1, j + 1), (i + 1, j), (i, j) */
};

/* Can this texture be sampled, and does it lie inside its memory, unless it is partial?  `error` (may be
 * NULL) says what does not fit.  Check once, when the texture is bound; the functions below rely on it. */
hw_status hw_texture_check(const struct hw_texture *texture, struct hw_error *error);

/* The bytes of one texel. */
unsigned hw_texture_texel_bytes(const struct hw_texture *texture);

/* Is what a lookup returns floating point (else integer)? */
bool hw_texture_returns_float(const struct hw_texture *texture);

/* In a cube map, the face (0..5) that the direction x, y, z points to, and the position on it, from 0 to 1.
 * Where two components are equally long, x goes before y and y before z.  (CUDA C Programming Guide, "Cubemap
 * Textures") */
unsigned hw_cube_face(const float direction[3], float position[2]);

/* Look up the lanes whose bit is set in `exec`: red, green, blue and alpha go to out[0..3].  The words of
 * other lanes in `out` are left alone.  Errors: HW_ERR_ARGUMENT for fewer coordinates than the texture
 * has or an offset out of range, and HW_ERR_RANGE for a texel outside the texture's memory (which
 * happens in a checked texture only if that is partial). */
hw_status hw_texture_sample(const struct hw_texture *texture, const struct hw_texture_lookup *lookup,
                            uint32_t exec, uint32_t out[4][32], struct hw_error *error);

/* The same with a level of detail for each lane, which is limited to those that the texture has. */
hw_status hw_texture_sample_level(const struct hw_texture *texture, const struct hw_texture_lookup *lookup,
                                  const float level[32], uint32_t exec, uint32_t out[4][32],
                                  struct hw_error *error);

/* The size query: width, height, depth and number of levels in out[0..3].  `level` is a register of 32
 * integers.  Missing extents read as 1; in layered textures depth is the number of layers.  For a level that
 * the texture has not the three extents are 0, as graphics defines it. */
void hw_texture_size(const struct hw_texture *texture, const uint32_t *level, uint32_t exec,
                     uint32_t out[4][32]);

#ifdef __cplusplus
}
#endif
#endif
