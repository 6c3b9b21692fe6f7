/* SPDX-License-Identifier: MIT */
/* See since.h. */
#include "cuda/runtime/since.h"

#include "cuda/core/stream_attribute.h"
#include "cuda/runtime/runtime.h"

/* --- devices, streams, kernels --- */

static cudaError_t get_flags(unsigned *flags)
{
    if (!flags)
        return cudaErrorInvalidValue;
    *flags = hw_cuda_device_flags(hw_cuda_device());
    return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned *flags)
{
    HW_PLAIN_CALL(get_flags(flags));
}

/* What is in a cache costs no time here unless the clock counts it, which sets nothing aside. */
cudaError_t cudaCtxResetPersistingL2Cache(void)
{
    HW_DEVICE_CALL(cudaSuccess);
}

static cudaError_t get_range(int *least, int *greatest)
{
    hw_cuda_stream_priorities(least, greatest);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    HW_DEVICE_CALL(get_range(least, greatest));
}

static cudaError_t call_host(cudaStream_t stream, cudaHostFn_t function, void *data)
{
    return function
               ? hw_cuda_call_host(stream, &(struct hw_cuda_host_work){.function = function, .data = data})
               : cudaErrorInvalidValue;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data)
{
    HW_DEVICE_CALL(call_host(hw_stream(stream), function, data));
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags)
{
    HW_DEVICE_CALL(flags > 1 ? cudaErrorInvalidValue
                             : hw_cuda_event_record(hw_event(event), hw_stream(stream), flags == 1));
}

cudaError_t cudaEventElapsedTime_v2(float *milliseconds, cudaEvent_t from, cudaEvent_t to)
{
    return cudaEventElapsedTime(milliseconds, from, to);
}

static cudaError_t set_attribute(const void *host, int attribute, int value)
{
    struct hw_cuda_kernel *kernel;
    const cudaError_t error = hw_cuda_find_kernel(host, &kernel);

    return error == cudaSuccess ? hw_cuda_kernel_set(kernel, attribute, value) : error;
}

cudaError_t cudaFuncSetAttribute(const void *kernel, int attribute, int value)
{
    HW_DEVICE_CALL(set_attribute(kernel, attribute, value));
}

/* --- occupancy --- */

static cudaError_t count_blocks(int *blocks, const void *host, int threads, size_t dynamic_bytes,
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

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel, int block_threads,
                                                          size_t dynamic_bytes)
{
    HW_DEVICE_CALL(count_blocks(blocks, kernel, block_threads, dynamic_bytes, 0));
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *kernel,
                                                                   int block_threads, size_t dynamic_bytes,
                                                                   unsigned flags)
{
    HW_DEVICE_CALL(count_blocks(blocks, kernel, block_threads, dynamic_bytes, flags));
}

static cudaError_t find_room(size_t *bytes, const void *host, int blocks, int threads)
{
    struct hw_cuda_kernel *kernel;

    if (!bytes)
        return cudaErrorInvalidValue;
    const cudaError_t error = hw_cuda_find_kernel(host, &kernel);
    return error == cudaSuccess ? hw_cuda_dynamic_room(kernel, blocks, threads, bytes) : error;
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamic_bytes, const void *kernel, int blocks,
                                                      int block_threads)
{
    HW_DEVICE_CALL(find_room(dynamic_bytes, kernel, blocks, block_threads));
}
