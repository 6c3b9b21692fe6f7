/* SPDX-License-Identifier: MIT */
/* Libraries of code: an image that each context loads as a module when it uses it.  cuda_core.h has the
 * frame of calls. */
#ifndef HW_CUDA_CORE_MODULES_CUDA_LIBRARY_H
#define HW_CUDA_CORE_MODULES_CUDA_LIBRARY_H

#include "cuda/core/cuda_abi.h"

#include <stdbool.h>

struct hw_cuda_library;
struct hw_cuda_library_kernel;
struct hw_error;
struct hw_cuda_image;
struct hw_cuda_jit;
struct hw_cuda_module;
struct hw_cuda_kernel;

#pragma GCC visibility push(default)

/* Load it where a context is current; else only look into it.  The image is the library's from then on.
 * Errors as hw_cuda_module_load has them. */
cudaError_t hw_cuda_library_load(struct hw_cuda_library **library, struct hw_cuda_image *image,
                                 struct hw_cuda_jit *jit, struct hw_error *error);
cudaError_t hw_cuda_library_unload(struct hw_cuda_library *library);
bool hw_cuda_library_is_valid(const struct hw_cuda_library *library);
/* Its module in the current context. */
cudaError_t hw_cuda_library_module(struct hw_cuda_library *library, struct hw_cuda_module **module);

/* A managed variable of it, in the current context or the first that has loaded it: HW_CUDA_ERROR_NOT_FOUND
 * for none of that name, or where no context has. */
cudaError_t hw_cuda_library_managed(struct hw_cuda_library *library, const char *name, void **address,
                                    size_t *bytes);

/* Its kernels, which belong to no context: by name (HW_CUDA_ERROR_NOT_FOUND), and all of them. */
cudaError_t hw_cuda_library_kernel(struct hw_cuda_library *library, const char *name,
                                   struct hw_cuda_library_kernel **kernel);
size_t hw_cuda_library_kernel_count(const struct hw_cuda_library *library);
struct hw_cuda_library_kernel *hw_cuda_library_kernel_at(struct hw_cuda_library *library, size_t index);
/* The handle, of no context, of a kernel that the program has registered; it is of no library. */
cudaError_t hw_cuda_program_kernel(const void *host, struct hw_cuda_library_kernel **kernel);
bool hw_cuda_library_kernel_is_valid(const struct hw_cuda_library_kernel *kernel);
const char *hw_cuda_library_kernel_name(const struct hw_cuda_library_kernel *kernel);
struct hw_cuda_library *hw_cuda_library_of(const struct hw_cuda_library_kernel *kernel);
/* On a device: in the current context if that is on the device, else in the device's primary one. */
cudaError_t hw_cuda_library_kernel_on(struct hw_cuda_library_kernel *kernel, int device,
                                      struct hw_cuda_kernel **found);
/* What a handle of a kernel means in the current context: the kernel itself, or that of a library.  Any
 * pointer may be given: cudaErrorInvalidResourceHandle for one that is neither. */
cudaError_t hw_cuda_kernel_of(const void *handle, struct hw_cuda_kernel **kernel);

#pragma GCC visibility pop
#endif
