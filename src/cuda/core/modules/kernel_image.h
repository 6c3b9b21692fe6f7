/* SPDX-License-Identifier: MIT */
/* Kernels that are ready to run, and the image of a module's variables, which all its kernels share. */
#ifndef HW_CUDA_CORE_MODULES_KERNEL_IMAGE_H
#define HW_CUDA_CORE_MODULES_KERNEL_IMAGE_H

#include "cuda/core/cuda_core.h"

#include <halfwarp/image.h>
#include <halfwarp/isa.h>

struct hw_cuda_module;
struct hw_kernel;

/* A texture or surface that a kernel names: which entry of the launch's table it is. */
struct hw_cuda_use {
    uint32_t entry;
    struct hw_cuda_texture *texture;
    struct hw_cuda_surface *surface;
};

struct hw_cuda_kernel {
    struct hw_cuda_kernel *next;
    struct hw_cuda_module *module;
    const struct hw_kernel *code; /* in the module */
    struct hw_target target;      /* what the device reads the code as */
    struct hw_image image;
    struct hw_cuda_use *use;
    size_t use_count;
    struct hw_covered_image *covered;   /* NULL: it was not launched, or nobody wants its coverage */
    unsigned doubts;                    /* a bit for each that has been told: enum hw_launch_warning */
    int cache;                          /* cudaFuncCachePrefer*; 0: the context's preference counts */
    bool dynamic_limited, carveout_set; /* the program has set: */
    int most_dynamic;                   /* the most dynamic shared memory of its launches */
    int carveout;                       /* percent of shared memory, which occupancy counts */
    void *notes;
};

/* A kernel made ready: its image and what it refers to. */
cudaError_t hw_cuda_kernel_create(struct hw_cuda_module *module, const struct hw_kernel *code,
                                  struct hw_cuda_kernel **kernel);
void hw_cuda_kernel_destroy(struct hw_cuda_kernel *kernel);
/* Whether the kernel's launch bounds allow such blocks. */
bool hw_cuda_kernel_allows(const struct hw_cuda_kernel *kernel, dim3 block);

/* Load the image that has the variables, and give constants their home. */
cudaError_t hw_cuda_module_base(struct hw_cuda_module *module, struct hw_error *error);
void hw_cuda_module_unbase(struct hw_cuda_module *module);

#endif
