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

/* What the kernel needs. */
static CUresult ask(CUfunction function, struct cudaFuncAttributes *kernel)
{
    if (!hw_cuda_kernel_known(function))
        return CUDA_ERROR_INVALID_HANDLE;
    return hw_cu_error(hw_cuda_kernel_attributes(kernel, function));
}

static CUresult count_blocks(int *blocks, CUfunction function, int threads, size_t shared)
{
    struct cudaFuncAttributes kernel;

    if (!blocks || threads <= 0)
        return CUDA_ERROR_INVALID_VALUE;
    const CUresult result = ask(function, &kernel);
    if (result == CUDA_SUCCESS)
        *blocks = hw_cuda_occupancy(&kernel, threads, shared);
    return result;
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads,
                                                     size_t shared)
{
    HW_CONTEXT_CALL(count_blocks(blocks, function, threads, shared));
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction function, int threads,
                                                              size_t shared, unsigned flags)
{
    return flags > 1 ? CUDA_ERROR_INVALID_VALUE
                     : cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared);
}

/* The block with which most threads are resident; of several the largest. */
static CUresult choose_block(int *grid, int *block, CUfunction function, CUoccupancyB2DSize shared_of,
                             size_t shared, int limit)
{
    struct cudaFuncAttributes kernel;
    struct cudaDeviceProp device;
    int most = 0;

    if (!grid || !block)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = ask(function, &kernel);
    if (result == CUDA_SUCCESS)
        result = hw_cu_error(hw_cuda_properties(hw_cuda_device(), &device));
    if (result != CUDA_SUCCESS)
        return result;
    if (limit <= 0 || limit > kernel.maxThreadsPerBlock)
        limit = kernel.maxThreadsPerBlock;
    for (int threads = limit; threads > 0; threads = (threads - 1) / device.warpSize * device.warpSize) {
        const int blocks = hw_cuda_occupancy(&kernel, threads, shared_of ? shared_of(threads) : shared);
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
    HW_CONTEXT_CALL(choose_block(grid, block, function, shared_of, shared, limit));
}
