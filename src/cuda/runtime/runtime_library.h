/* SPDX-License-Identifier: MIT */
/* Libraries of code in the runtime's words (CUDA 12.8): images that each context loads when it uses them, and
 * their kernels, which the calls of both interfaces take.  (CUDA Runtime API 13, "Library Management".) */
#ifndef HW_CUDA_RUNTIME_RUNTIME_LIBRARY_H
#define HW_CUDA_RUNTIME_RUNTIME_LIBRARY_H

#include "cuda/core/cuda_core.h"

typedef struct hw_cuda_library *cudaLibrary_t;

#pragma GCC visibility push(default)

cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *code, int *jit_options, void **jit_values,
                                unsigned jit_count, int *options, void **values, unsigned count);
cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *path, int *jit_options,
                                    void **jit_values, unsigned jit_count, int *options, void **values,
                                    unsigned count);
cudaError_t cudaLibraryUnload(cudaLibrary_t library);
cudaError_t cudaLibraryGetKernel(struct hw_cuda_library_kernel **kernel, cudaLibrary_t library,
                                 const char *name);
cudaError_t cudaLibraryGetKernelCount(unsigned *count, cudaLibrary_t library);
cudaError_t cudaLibraryEnumerateKernels(struct hw_cuda_library_kernel **kernels, unsigned count,
                                        cudaLibrary_t library);
cudaError_t cudaLibraryGetGlobal(void **address, size_t *bytes, cudaLibrary_t library, const char *name);
cudaError_t cudaLibraryGetManaged(void **address, size_t *bytes, cudaLibrary_t library, const char *name);
cudaError_t cudaKernelSetAttributeForDevice(struct hw_cuda_library_kernel *kernel, int attribute, int value,
                                            int device);

#pragma GCC visibility pop
#endif
