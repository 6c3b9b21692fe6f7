/* SPDX-License-Identifier: MIT */
/* Modules: code in a context.  cuda_core.h has the frame of calls. */
#ifndef HW_CUDA_CORE_MODULES_CUDA_MODULE_H
#define HW_CUDA_CORE_MODULES_CUDA_MODULE_H

#include "cuda/core/cuda_abi.h"

#include <stdbool.h>

struct hw_cuda_module;
struct hw_error;
struct hw_cuda_jit; /* fatbin_select.h */
struct hw_cuda_kernel;
struct hw_cuda_texture;
struct hw_cuda_surface;

#pragma GCC visibility push(default)

/* Load code into the current context: a cubin, a fat binary, or text.  cudaErrorInvalidKernelImage: it is
 * none; cudaErrorNoKernelImageForDevice: none for the device; HW_CUDA_ERROR_PTX_ONLY.  The sentence is in
 * `error`, which may not be NULL; `jit` may. */
cudaError_t hw_cuda_module_load(struct hw_cuda_module **module, const void *image, size_t length,
                                struct hw_cuda_jit *jit, struct hw_error *error);
cudaError_t hw_cuda_module_unload(struct hw_cuda_module *module);
bool hw_cuda_module_is_valid(const struct hw_cuda_module *module);
/* By name.  HW_CUDA_ERROR_NOT_FOUND: there is none; cudaErrorNoKernelImageForDevice: its PTX could not be
 * compiled; a kernel is loaded. */
cudaError_t hw_cuda_module_kernel(struct hw_cuda_module *module, const char *name,
                                  struct hw_cuda_kernel **kernel);
cudaError_t hw_cuda_module_variable(struct hw_cuda_module *module, const char *name, void **address,
                                    size_t *bytes);
/* The same of those that are managed alone. */
cudaError_t hw_cuda_module_managed(struct hw_cuda_module *module, const char *name, void **address,
                                   size_t *bytes);
cudaError_t hw_cuda_module_texture(struct hw_cuda_module *module, const char *name,
                                   struct hw_cuda_texture **texture);
cudaError_t hw_cuda_module_surface(struct hw_cuda_module *module, const char *name,
                                   struct hw_cuda_surface **surface);

/* How many kernels it has, and those, loaded, in the file's order. */
size_t hw_cuda_module_kernel_count(const struct hw_cuda_module *module);
cudaError_t hw_cuda_module_kernel_at(struct hw_cuda_module *module, size_t index,
                                     struct hw_cuda_kernel **kernel);

#pragma GCC visibility pop
#endif
