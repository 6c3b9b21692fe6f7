/* SPDX-License-Identifier: MIT */
/* Arrays: texels in memory of their own, which only textures and copies reach. */
#ifndef HW_CUDA_CORE_MEMORY_ARRAY_H
#define HW_CUDA_CORE_MEMORY_ARRAY_H

#include "cuda/core/cuda_core.h"

#include <halfwarp/texture.h>

struct cudaArray {
    struct cudaArray *next;
    struct hw_cuda_context *context;
    struct cudaChannelFormatDesc format;
    struct cudaExtent extent;
    unsigned flags;
    bool shared; /* of an image shared with OpenGL: not the program's to destroy */
    bool level;  /* of a mipmapped array: as little */
    uint8_t *data;
    struct hw_texture texture; /* the texels, sampled in no particular way */
};

/* Set type and channels of a texture; false when no texel is like that. */
bool hw_cuda_texel_format(const struct cudaChannelFormatDesc *format, struct hw_texture *texture);

/* hw_cuda_fail for what is no texel. */
int hw_cuda_fail_format(const struct cudaChannelFormatDesc *format);

/* Free all of a context. */
void hw_cuda_arrays_clear(struct hw_cuda_context *context);

#endif
