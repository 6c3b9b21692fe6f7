/* SPDX-License-Identifier: MIT */
/* Images of modules as programs hand them over: a pointer, and no length. */
#ifndef HW_CUDA_DRIVER_DRIVER_IMAGE_H
#define HW_CUDA_DRIVER_DRIVER_IMAGE_H

#include "cuda/driver/driver_errors.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A copy of the bytes of an image, with a NUL behind them. */
struct hw_cu_image {
    uint8_t *bytes;
    size_t length;
};

/* Copy a cubin, a fat binary (or the structure that nvcc's host code has for one), or text up to its NUL.
 * Memory that ends before the image says it does is an invalid image. */
CUresult hw_cu_image_copy(const void *image, struct hw_cu_image *copy);
/* The same of a file. */
CUresult hw_cu_image_read(const char *path, struct hw_cu_image *copy);
void hw_cu_image_free(struct hw_cu_image *image);
/* Whether it is PTX. */
bool hw_cu_image_is_ptx(const struct hw_cu_image *image);

#endif
