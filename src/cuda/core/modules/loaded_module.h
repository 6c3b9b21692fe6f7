/* SPDX-License-Identifier: MIT */
/* Modules: code that has been loaded into a context. */
#ifndef HW_CUDA_CORE_MODULES_LOADED_MODULE_H
#define HW_CUDA_CORE_MODULES_LOADED_MODULE_H

#include "cuda/core/cuda_core.h"

#include <halfwarp/image.h>
#include <halfwarp/module.h>

struct hw_cuda_module {
    struct hw_cuda_module *next;
    struct hw_cuda_context *context;
    const struct hw_cuda_fatbin *fatbin; /* NULL: loaded by the driver interface */
    struct hw_cuda_library *library;     /* that it is of; NULL: of none */
    cudaError_t trouble;                 /* why there is no code */
    struct hw_module *code;
    struct hw_covered_module *covered; /* NULL: nobody wants its coverage */
    char *refused;        /* kernels of its PTX that were left out, as struct hw_cuda_ptx_code has them */
    struct hw_image base; /* of any kernel: it has the variables, which all kernels share */
    bool based;
    uint64_t home[HW_BANKS];        /* where the constants of a bank are in device memory; 0: nowhere */
    struct hw_cuda_kernel *kernels; /* those that were asked for */
    struct hw_cuda_texture *textures;
    struct hw_cuda_surface *surfaces;
};

void hw_cuda_module_destroy(struct hw_cuda_module *module);

/* A kernel of its code, made ready when it is asked for first. */
cudaError_t hw_cuda_module_kernel_of(struct hw_cuda_module *module, const struct hw_kernel *code,
                                     struct hw_cuda_kernel **kernel);

#endif
