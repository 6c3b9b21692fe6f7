/* SPDX-License-Identifier: MIT */
/* Functions that toolkits since 5.5 have added: of devices, streams, kernels and occupancy. */
#include "cuda/runtime/runtime_work.h"

#include "cuda/core/streams/stream_attribute.h"

/* --- devices, streams, kernels --- */

cudaError_t hw_runtime_get_device_flags(unsigned *flags)
{
    if (!flags)
        return cudaErrorInvalidValue;
    *flags = hw_cuda_device_flags(hw_cuda_device());
    return cudaSuccess;
}

cudaError_t hw_runtime_device_get_stream_priority_range(int *least, int *greatest)
{
    hw_cuda_stream_priorities(least, greatest);
    return cudaSuccess;
}

cudaError_t hw_runtime_launch_host_func(cudaStream_t stream, cudaHostFn_t function, void *data)
{
    return function
               ? hw_cuda_call_host(stream, &(struct hw_cuda_host_work){.function = function, .data = data})
               : cudaErrorInvalidValue;
}

cudaError_t hw_runtime_func_set_attribute(const void *host, int attribute, int value)
{
    struct hw_cuda_kernel *kernel;
    const cudaError_t error = hw_cuda_find_kernel(host, &kernel);

    return error == cudaSuccess ? hw_cuda_kernel_set(kernel, attribute, value) : error;
}

/* --- occupancy --- */

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
