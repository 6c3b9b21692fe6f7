/* SPDX-License-Identifier: MIT */
/* Mipmapped arrays (CUDA 5.0): a picture in several sizes, each half as long as the one before, at least one
 * texel.  Each level is an array, which programs copy to and bind to surfaces; it belongs to the whole.  All
 * functions are for calls in a context (hw_cuda_enter). */
#ifndef HW_CUDA_CORE_MEMORY_MIPMAP_H
#define HW_CUDA_CORE_MEMORY_MIPMAP_H

#include "cuda/core/cuda_core.h"

#pragma GCC visibility push(default)

/* Fewer levels are made than asked for where the picture has no more; 0 counts as 1. */
cudaError_t hw_cuda_mipmap_create(struct cudaMipmappedArray **mipmap,
                                  const struct cudaChannelFormatDesc *format, struct cudaExtent extent,
                                  unsigned levels, unsigned flags);
cudaError_t hw_cuda_mipmap_destroy(struct cudaMipmappedArray *mipmap);
bool hw_cuda_mipmap_is_valid(const struct cudaMipmappedArray *mipmap);
/* NULL: it has no such level. */
struct cudaArray *hw_cuda_mipmap_level(const struct cudaMipmappedArray *mipmap, unsigned number);
/* What a texture of all its levels is bound to. */
struct hw_cuda_binding hw_cuda_mipmap_binding(const struct cudaMipmappedArray *mipmap);

#pragma GCC visibility pop

/* Free all of a context. */
void hw_cuda_mipmaps_clear(struct hw_cuda_context *context);

#endif
