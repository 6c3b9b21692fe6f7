/* SPDX-License-Identifier: MIT */
/* A surface has texels that kernels read and write by number, without filtering.
 *
 * A surface is plain data that describes texels in memory owned by the caller.  Rows are row_pitch bytes
 * apart, and slices (of a 3-D surface) or layers slice_pitch bytes, as in textures: the same memory may be
 * both.
 *
 * Stability: may change. */
#ifndef HALFWARP_SURFACE_H
#define HALFWARP_SURFACE_H

#include <halfwarp/texture.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hw_surface {
    void *data;           /* the first texel */
    size_t bytes;         /* size of that memory: nothing outside it is touched */
    uint32_t width;       /* texels */
    uint32_t height;      /* rows; not looked at in 1-D surfaces */
    uint32_t depth;       /* slices; only looked at in 3-D surfaces */
    uint32_t layers;      /* 0: not layered; the faces of cube maps are layers */
    uint64_t row_pitch;   /* not looked at in 1-D surfaces */
    uint64_t slice_pitch; /* only looked at in 3-D and layered surfaces */
    uint8_t dimensions;   /* 1, 2 or 3 */
    uint8_t type;         /* enum hw_texel_type */
    uint8_t channels;     /* 1, 2 or 4 */
    uint64_t origin;      /* as of a texture */
};

/* Does the surface lie inside its memory, and are its numbers possible?  Says in `error` (may be NULL) what
 * does not fit.  Check once, when the surface is bound; kernels rely on it. */
hw_status hw_surface_check(const struct hw_surface *surface, struct hw_error *error);

/* What code of GK104 and GK110 (sm_30 to sm_37) knows of a surface: a descriptor of eight words, which stands
 * in bank 0 for a surface reference, and in device memory, at the address that is its handle, for a surface
 * object.  x counts bytes. `entry` is the surface's index in launch->textures.bindless, below HW_TEXTURES.
 * HW_ERR_ARGUMENT, and the descriptor of no surface, for what a descriptor cannot say. */
#define HW_SURFACE_WORDS 8
hw_status hw_surface_describe(const struct hw_surface *surface, uint32_t entry,
                              uint32_t word[HW_SURFACE_WORDS], struct hw_error *error);

/* What a handle means to a kernel: either or both. */
struct hw_bindless {
    const struct hw_texture *texture; /* NULL: none */
    const struct hw_surface *surface; /* NULL: none */
};

#ifdef __cplusplus
}
#endif
#endif
