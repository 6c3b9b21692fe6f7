/* SPDX-License-Identifier: MIT */
/* Textures and surfaces by reference.  cuda_core.h has the frame of calls. */
#ifndef HW_CUDA_CORE_TEXTURES_CUDA_TEXTURE_H
#define HW_CUDA_CORE_TEXTURES_CUDA_TEXTURE_H

#include "cuda/core/cuda_abi.h"

#include <stdbool.h>

struct hw_cuda_texture;
struct hw_cuda_surface;

#pragma GCC visibility push(default)

/* How a texture is sampled, in the numbers of struct textureReference. */
struct hw_cuda_sampling {
    struct cudaChannelFormatDesc format;
    int filter, address[3];
    bool normalized;      /* the coordinates */
    bool normalized_read; /* integers are read as 0.0 .. 1.0 or -1.0 .. 1.0 */
    bool srgb, seamless;
    float border[4]; /* for integers the same bits */
    /* Only kept: neighbours are not sampled for more than linear filtering, and levels as exactly as can be.
     */
    unsigned anisotropy;
    bool exact_levels;
    /* Of a mipmapped array: whether levels are blended, and which are read. */
    int level_filter;
    float level_bias, min_level, max_level;
};
/* What a texture is bound to: an array, or memory of `width` texels in `height` rows, 0 for one dimension. */
struct hw_cuda_binding {
    const struct cudaArray *array;
    const struct cudaMipmappedArray *mipmap; /* whose first level the array is; NULL: of none */
    const void *memory;
    size_t width, height, pitch;
};

/* A reference that belongs to no module; NULL: no memory.  Destroy only such. */
struct hw_cuda_texture *hw_cuda_texture_create(void);
cudaError_t hw_cuda_texture_destroy(struct hw_cuda_texture *texture);
bool hw_cuda_texture_is_valid(const struct hw_cuda_texture *texture);
/* To be read and written at any time; it counts at the next bind or launch. */
struct hw_cuda_sampling *hw_cuda_texture_sampling(struct hw_cuda_texture *texture);
/* What it is bound to; neither array nor memory: nothing. */
const struct hw_cuda_binding *hw_cuda_texture_binding(const struct hw_cuda_texture *texture);
/* Memory at an address that is not aligned begins before it, `offset` bytes, which lookups have to add; NULL:
 * refused. */
cudaError_t hw_cuda_texture_bind(struct hw_cuda_texture *texture, const struct hw_cuda_binding *binding,
                                 size_t *offset);
void hw_cuda_texture_unbind(struct hw_cuda_texture *texture);
/* Bytes in front of what it was bound to: the offset that bind gave. */
size_t hw_cuda_texture_offset(const struct hw_cuda_texture *texture);

bool hw_cuda_surface_is_valid(const struct hw_cuda_surface *surface);
/* The array must have been made with cudaArraySurfaceLoadStore. */
cudaError_t hw_cuda_surface_bind(struct hw_cuda_surface *surface, const struct cudaArray *array);
const struct cudaArray *hw_cuda_surface_array(const struct hw_cuda_surface *surface); /* NULL: none */

/* The runtime's, by the host's structure.  Its format is read when it is bound, the rest at every launch. */
cudaError_t hw_cuda_bind_array(const struct textureReference *host, const struct cudaArray *array,
                               const struct cudaChannelFormatDesc *format);
cudaError_t hw_cuda_bind_mipmap(const struct textureReference *host, const struct cudaMipmappedArray *mipmap,
                                const struct cudaChannelFormatDesc *format);
cudaError_t hw_cuda_bind_memory(const struct textureReference *host,
                                const struct cudaChannelFormatDesc *format, const void *memory, size_t width,
                                size_t height, size_t pitch, size_t *offset);
cudaError_t hw_cuda_unbind(const struct textureReference *host);
cudaError_t hw_cuda_bind_surface(const struct surfaceReference *host, const struct cudaArray *array);

#pragma GCC visibility pop
#endif
