/* SPDX-License-Identifier: MIT */
/* The calls by which programs of later toolkits (CUDA 7 to 13) launch kernels, in place of the three calls of
 * CUDA 4: nvcc's host code pushes a configuration, and the kernel's stub pops it and passes all arguments
 * at once. */
#ifndef HW_CUDA_RUNTIME_RUNTIME_LATER_H
#define HW_CUDA_RUNTIME_RUNTIME_LATER_H

#include "cuda/core/launch_attribute.h"

typedef struct CUkern_st *cudaKernel_t;

/* cudaLaunchConfig_t: a launch in a structure. */
struct hw_launch_config {
    dim3 grid, block;
    size_t shared_bytes;
    cudaStream_t stream;
    const struct hw_cuda_launch_attribute *attributes;
    unsigned attribute_count;
};

_Static_assert(sizeof(struct hw_launch_config) == 56, "cudaLaunchConfig_t");

#pragma GCC visibility push(default)

void __cudaRegisterFatBinaryEnd(void **handle);
char __cudaInitModule(void **handle);

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared_bytes, void *stream);

cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared_bytes,
                             cudaStream_t stream);
cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                        size_t shared_bytes, cudaStream_t stream);
cudaError_t cudaLaunchKernelExC(const struct hw_launch_config *launch, const void *kernel, void **arguments);
/* The driver's function, in the current context, and kernel, which is of none, of one of the program's. */
cudaError_t cudaGetFuncBySymbol(struct hw_cuda_kernel **function, const void *kernel);
cudaError_t cudaGetKernel(struct hw_cuda_library_kernel **handle, const void *kernel);
/* CUDA 12.3 and 12.4. */
cudaError_t cudaFuncGetName(const char **name, const void *kernel);
cudaError_t cudaFuncGetParamInfo(const void *kernel, size_t index, size_t *offset, size_t *bytes);
/* Since CUDA 12.1 a stub asks once for a handle. */
cudaError_t __cudaGetKernel(cudaKernel_t *handle, const void *kernel);
cudaError_t __cudaLaunchKernel(cudaKernel_t handle, dim3 grid, dim3 block, void **arguments,
                               size_t shared_bytes, cudaStream_t stream);

const char *cudaGetErrorName(cudaError_t error);

#pragma GCC visibility pop
#endif
