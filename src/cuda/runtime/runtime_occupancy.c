/* SPDX-License-Identifier: MIT */
/* Occupancy: how many blocks of a kernel a multiprocessor holds, and the attributes of kernels that count for
 * it. */
#include "cuda/runtime/runtime_work.h"

cudaError_t hw_runtime_func_set_attribute(const void *host, int attribute, int value)
{
    struct hw_cuda_kernel *kernel;
    const cudaError_t error = hw_cuda_find_kernel(host, &kernel);

    return error == cudaSuccess ? hw_cuda_kernel_set(kernel, attribute, value) : error;
}

cudaError_t hw_runtime_count_blocks(int *blocks, const void *host, int threads, size_t dynamic_bytes,
                                    unsigned flags)
{
    struct hw_cuda_kernel *kernel;

    if (!blocks || threads <= 0 || flags > HW_CUDA_NO_CACHING_OVERRIDE)
        return cudaErrorInvalidValue;
    const cudaError_t error = hw_cuda_find_kernel(host, &kernel);
    if (error == cudaSuccess)
        *blocks = hw_cuda_occupancy(kernel, threads, dynamic_bytes, flags);
    return error;
}

cudaError_t hw_runtime_occupancy_available_dynamic_s_mem_per_block(size_t *bytes, const void *host,
                                                                   int blocks, int threads)
{
    struct hw_cuda_kernel *kernel;

    if (!bytes)
        return cudaErrorInvalidValue;
    const cudaError_t error = hw_cuda_find_kernel(host, &kernel);
    return error == cudaSuccess ? hw_cuda_dynamic_room(kernel, blocks, threads, bytes) : error;
}
