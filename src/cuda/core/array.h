/* Arrays: texels in memory of their own, which only textures and copies reach. */
#ifndef HW_CUDA_ARRAY_H
#define HW_CUDA_ARRAY_H

#include "cuda/core/state.h"

struct cudaArray {
    struct cudaArray *next;
    struct hw_cuda_context *context;
    struct cudaChannelFormatDesc format;
    struct cudaExtent extent;
    unsigned flags;
    bool shared; /* of an image shared with OpenGL: not the program's to destroy */
    uint8_t *data;
    struct hw_texture texture; /* the texels, sampled in no particular way */
};

/* Set type and channels of a texture; false when no texel is like that. */
bool hw_cuda_texel_format(const struct cudaChannelFormatDesc *format, struct hw_texture *texture);

/* The surface that an array with cudaArraySurfaceLoadStore is (surface.c). */
cudaError_t hw_cuda_surface_of_array(const struct cudaArray *array, struct hw_surface *surface);

#endif
