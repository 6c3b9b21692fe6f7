/* SPDX-License-Identifier: MIT */
/* Images of modules as programs hand them over: a pointer, and no length. */
#ifndef HW_CUDA_CORE_MODULES_MODULE_IMAGE_H
#define HW_CUDA_CORE_MODULES_MODULE_IMAGE_H

#include "cuda/core/cuda_core.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(default)

/* A copy of the bytes of an image, with a NUL behind them. */
struct hw_cuda_image {
    uint8_t *bytes;
    size_t length;
};

/* Copy a cubin, a fat binary (or the structure that nvcc's host code has for one), or text up to its NUL.
 * Memory that ends before the image says it does is an invalid image. */
cudaError_t hw_cuda_image_copy(const void *image, struct hw_cuda_image *copy);
/* The same of a file. */
cudaError_t hw_cuda_image_read(const char *path, struct hw_cuda_image *copy);
void hw_cuda_image_free(struct hw_cuda_image *image);
/* Whether it is PTX. */
bool hw_cuda_image_is_ptx(const void *image);

#pragma GCC visibility pop
#endif
