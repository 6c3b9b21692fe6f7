/* SPDX-License-Identifier: MIT */
/* Surface references: arrays that kernels write. */
#ifndef HW_CUDA_CORE_TEXTURES_SURFACE_REFERENCE_H
#define HW_CUDA_CORE_TEXTURES_SURFACE_REFERENCE_H

#include "cuda/core/cuda_core.h"

#include <halfwarp/surface.h>

struct hw_cuda_module;

struct hw_cuda_surface {
    struct hw_cuda_surface *next;
    struct hw_cuda_module *module;
    const char *name;
    const struct surfaceReference *host;
    const struct cudaArray *array; /* NULL: not bound */
    struct hw_surface surface;
};

/* The module's surface of that name; NULL: none. */
struct hw_cuda_surface *hw_cuda_surface_find(const struct hw_cuda_module *module, const char *name);
/* Make one; NULL: no memory. */
struct hw_cuda_surface *hw_cuda_surface_add(struct hw_cuda_module *module, const char *name);

/* The surface that an array with cudaArraySurfaceLoadStore is. */
cudaError_t hw_cuda_surface_of_array(const struct cudaArray *array, struct hw_surface *surface);

#endif
