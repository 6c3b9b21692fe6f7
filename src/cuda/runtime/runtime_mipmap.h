/* SPDX-License-Identifier: MIT */
/* Mipmapped arrays, in the runtime's words.  (CUDA Runtime API 5.0 and 12, "Memory Management".) */
#ifndef HW_CUDA_RUNTIME_RUNTIME_MIPMAP_H
#define HW_CUDA_RUNTIME_RUNTIME_MIPMAP_H

#include "cuda/core/cuda_core.h"

#pragma GCC visibility push(default)

cudaError_t cudaMallocMipmappedArray(struct cudaMipmappedArray **mipmap,
                                     const struct cudaChannelFormatDesc *format, struct cudaExtent extent,
                                     unsigned levels, unsigned flags);
cudaError_t cudaFreeMipmappedArray(struct cudaMipmappedArray *mipmap);
cudaError_t cudaGetMipmappedArrayLevel(struct cudaArray **level, const struct cudaMipmappedArray *mipmap,
                                       unsigned number);
cudaError_t cudaBindTextureToMipmappedArray(const struct textureReference *reference,
                                            const struct cudaMipmappedArray *mipmap,
                                            const struct cudaChannelFormatDesc *format);

#pragma GCC visibility pop
#endif
