/* SPDX-License-Identifier: MIT */
/* Occupancy: how many blocks of a kernel a multiprocessor holds, and what follows from it. */
#include "cuda/driver/driver_work.h"

#include "cuda/driver/function_state.h"

CUresult hw_cu_count_blocks(int *blocks, CUfunction function, int threads, size_t shared, unsigned flags)
{
    if (!blocks || threads <= 0 || flags > HW_CUDA_NO_CACHING_OVERRIDE)
        return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = hw_cu_function(&function);
    if (result == CUDA_SUCCESS)
        *blocks = hw_cuda_occupancy(function, threads, shared, flags);
    return result;
}

/* The block with which most threads are resident; of several the largest.  0 where no block fits, as
 * cuda_occupancy.h says. */
CUresult hw_cu_choose_block(int *grid, int *block, CUfunction function, CUoccupancyB2DSize shared_of,
                            size_t shared, int limit, unsigned flags)
{
    struct cudaFuncAttributes kernel;
    struct cudaDeviceProp device;
    int most = 0;

    if (!grid || !block || flags > HW_CUDA_NO_CACHING_OVERRIDE)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = hw_cu_function(&function);
    if (result == CUDA_SUCCESS)
        result = hw_cu_error(hw_cuda_kernel_attributes(&kernel, function));
    if (result == CUDA_SUCCESS)
        result = hw_cu_error(hw_cuda_properties(hw_cuda_device(), &device));
    if (result != CUDA_SUCCESS)
        return result;
    if (limit <= 0 || limit > kernel.maxThreadsPerBlock)
        limit = kernel.maxThreadsPerBlock;
    *grid = *block = 0;
    for (int threads = limit; threads > 0; threads = (threads - 1) / device.warpSize * device.warpSize) {
        const int blocks =
            hw_cuda_occupancy(function, threads, shared_of ? shared_of(threads) : shared, flags);
        if (blocks * threads <= most)
            continue;
        most = blocks * threads;
        *block = threads;
        *grid = blocks * device.multiProcessorCount;
    }
    return CUDA_SUCCESS;
}

CUresult hw_cu_occupancy_available_dynamic_s_mem_per_block(size_t *bytes, CUfunction function, int blocks,
                                                           int threads)
{
    const CUresult result = bytes ? hw_cu_function(&function) : CUDA_ERROR_INVALID_VALUE;

    return result == CUDA_SUCCESS ? hw_cu_error(hw_cuda_dynamic_room(function, blocks, threads, bytes))
                                  : result;
}
