/* SPDX-License-Identifier: MIT */
/* Functions for kernels that toolkits after 4.2 have added. */
#include "cuda/driver/driver_call.h"
#include "cuda/driver/driver_later.h"

/* Attributes that may be set: the most dynamic shared memory, and a preference. */
#define DYNAMIC_SHARED_BYTES 8
#define PREFERRED_CARVEOUT   9

static CUresult set_attribute(CUfunction function, int attribute)
{
    if (!hw_cuda_kernel_known(function))
        return CUDA_ERROR_INVALID_HANDLE;
    return attribute == DYNAMIC_SHARED_BYTES || attribute == PREFERRED_CARVEOUT ? CUDA_SUCCESS
                                                                                : CUDA_ERROR_INVALID_VALUE;
}

/* A launch looks at the chip's limits alone. */
CUresult cuFuncSetAttribute(CUfunction function, int attribute, int value)
{
    (void)value;
    HW_CONTEXT_CALL(set_attribute(function, attribute));
}

static CUresult get_parameter(CUfunction function, size_t index, size_t *offset, size_t *bytes)
{
    size_t size;

    if (!offset)
        return CUDA_ERROR_INVALID_VALUE;
    if (!hw_cuda_kernel_known(function))
        return CUDA_ERROR_INVALID_HANDLE;
    if (index > UINT32_MAX ||
        !hw_cuda_kernel_parameter(function, (unsigned)index, offset, bytes ? bytes : &size))
        return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *bytes)
{
    HW_CONTEXT_CALL(get_parameter(function, index, offset, bytes));
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *launch, CUfunction function, void **parameters, void **extra)
{
    if (!launch || (launch->numAttrs && !launch->attrs))
        return CUDA_ERROR_INVALID_VALUE;
    return cuLaunchKernel(function, launch->gridDimX, launch->gridDimY, launch->gridDimZ, launch->blockDimX,
                          launch->blockDimY, launch->blockDimZ, launch->sharedMemBytes, launch->hStream,
                          parameters, extra);
}

/* --- occupancy: how many blocks of a kernel a multiprocessor holds --- */

static CUresult count_blocks(int *blocks, CUfunction function, int threads, size_t shared, unsigned flags)
{
    if (!blocks || threads <= 0 || flags > HW_CUDA_NO_CACHING_OVERRIDE)
        return CUDA_ERROR_INVALID_VALUE;
    if (!hw_cuda_kernel_known(function))
        return CUDA_ERROR_INVALID_HANDLE;
    *blocks = hw_cuda_occupancy(function, threads, shared, flags);
    return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads,
                                                     size_t shared)
{
    HW_CONTEXT_CALL(count_blocks(blocks, function, threads, shared, 0));
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction function, int threads,
                                                              size_t shared, unsigned flags)
{
    HW_CONTEXT_CALL(count_blocks(blocks, function, threads, shared, flags));
}

/* The block with which most threads are resident; of several the largest. */
static CUresult choose_block(int *grid, int *block, CUfunction function, CUoccupancyB2DSize shared_of,
                             size_t shared, int limit, unsigned flags)
{
    struct cudaFuncAttributes kernel;
    struct cudaDeviceProp device;
    int most = 0;

    if (!grid || !block || flags > HW_CUDA_NO_CACHING_OVERRIDE)
        return CUDA_ERROR_INVALID_VALUE;
    if (!hw_cuda_kernel_known(function))
        return CUDA_ERROR_INVALID_HANDLE;
    CUresult result = hw_cu_error(hw_cuda_kernel_attributes(&kernel, function));
    if (result == CUDA_SUCCESS)
        result = hw_cu_error(hw_cuda_properties(hw_cuda_device(), &device));
    if (result != CUDA_SUCCESS)
        return result;
    if (limit <= 0 || limit > kernel.maxThreadsPerBlock)
        limit = kernel.maxThreadsPerBlock;
    for (int threads = limit; threads > 0; threads = (threads - 1) / device.warpSize * device.warpSize) {
        const int blocks =
            hw_cuda_occupancy(function, threads, shared_of ? shared_of(threads) : shared, flags);
        if (blocks * threads <= most)
            continue;
        most = blocks * threads;
        *block = threads;
        *grid = blocks * device.multiProcessorCount;
    }
    return most ? CUDA_SUCCESS : CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
}

CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function,
                                          CUoccupancyB2DSize shared_of, size_t shared, int limit)
{
    HW_CONTEXT_CALL(choose_block(grid, block, function, shared_of, shared, limit, 0));
}

CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, CUfunction function,
                                                   CUoccupancyB2DSize shared_of, size_t shared, int limit,
                                                   unsigned flags)
{
    HW_CONTEXT_CALL(choose_block(grid, block, function, shared_of, shared, limit, flags));
}

static CUresult find_room(size_t *bytes, CUfunction function, int blocks, int threads)
{
    if (!bytes)
        return CUDA_ERROR_INVALID_VALUE;
    if (!hw_cuda_kernel_known(function))
        return CUDA_ERROR_INVALID_HANDLE;
    return hw_cu_error(hw_cuda_dynamic_room(function, blocks, threads, bytes));
}

CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, CUfunction function, int blocks, int threads)
{
    HW_CONTEXT_CALL(find_room(bytes, function, blocks, threads));
}
