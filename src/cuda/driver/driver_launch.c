/* SPDX-License-Identifier: MIT */
/* Launches: those with everything in the call, and the older ones with what the function keeps. */
#include "cuda/driver/driver_work.h"

#include "cuda/core/graphs/cuda_graph.h"
#include "cuda/core/launches/launch_attribute.h"
#include "cuda/core/launches/multi_device.h"
#include "cuda/core/log/reason.h"
#include "cuda/driver/function_state.h"

/* A launch of an impossible shape is a bad argument here, and one of too many resources there. */
static CUresult launch(struct hw_cuda_kernel_work work, CUstream stream, void **values, void **extra,
                       const struct hw_cuda_launch_attribute *attributes, unsigned count)
{
    struct hw_cuda_parameter_room room = {0};
    CUresult result = hw_cu_function(&work.kernel);

    if (result != CUDA_SUCCESS)
        return result;
    if (values && !extra && !hw_cuda_kernel_parameters_known(work.kernel)) /* built before CUDA 3.2 */
        return hw_cuda_fail(CUDA_ERROR_INVALID_IMAGE,
                            "%s: its file does not say what parameters it has; expected them as extra",
                            hw_cuda_kernel_name(work.kernel));
    result = hw_cuda_kernel_arguments(&work, values, extra, &room) == cudaSuccess
                 ? hw_cu_error(hw_cuda_kernel_submit_with(stream, &work, attributes, count))
                 : CUDA_ERROR_INVALID_VALUE;
    hw_cuda_parameter_room_drop(&room);
    return result;
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                        CUstream stream, void **parameters, void **extra)
{
    const struct hw_cuda_kernel_work work = {.kernel = function,
                                             .grid = {grid_x, grid_y, grid_z},
                                             .block = {block_x, block_y, block_z},
                                             .shared_bytes = shared_bytes};

    HW_OWNER_CALL(stream, launch(work, stream, parameters, extra, NULL, 0));
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                   unsigned block_x, unsigned block_y, unsigned block_z,
                                   unsigned shared_bytes, CUstream stream, void **parameters)
{
    const struct hw_cuda_kernel_work work = {.kernel = function,
                                             .grid = {grid_x, grid_y, grid_z},
                                             .block = {block_x, block_y, block_z},
                                             .shared_bytes = shared_bytes,
                                             .cooperative = true};

    HW_OWNER_CALL(stream, launch(work, stream, parameters, NULL, NULL, 0));
}

/* --- on several devices --- */

static cudaStream_t stream_of(const void *launches, unsigned index)
{
    const CUDA_LAUNCH_PARAMS *launch = &((const CUDA_LAUNCH_PARAMS *)launches)[index];

    return launch->hStream;
}

static cudaError_t describe(const void *launches, unsigned index, struct hw_cuda_kernel_work *work,
                            struct hw_cuda_parameter_room *room)
{
    const CUDA_LAUNCH_PARAMS *launch = &((const CUDA_LAUNCH_PARAMS *)launches)[index];

    *work = (struct hw_cuda_kernel_work){.kernel = launch->function,
                                         .grid = {launch->gridDimX, launch->gridDimY, launch->gridDimZ},
                                         .block = {launch->blockDimX, launch->blockDimY, launch->blockDimZ},
                                         .shared_bytes = launch->sharedMemBytes};
    if (hw_cu_function(&work->kernel) != CUDA_SUCCESS)
        return cudaErrorInvalidResourceHandle;
    if (launch->kernelParams && !hw_cuda_kernel_parameters_known(work->kernel)) /* built before CUDA 3.2 */
        return cudaErrorInvalidKernelImage;
    return hw_cuda_kernel_arguments(work, launch->kernelParams, NULL, room);
}

CUresult cuLaunchCooperativeKernelMultiDevice(const CUDA_LAUNCH_PARAMS *launches, unsigned count,
                                              unsigned flags)
{
    const struct hw_cuda_grid_list list = {launches, count, flags, stream_of, describe};

    HW_OWNER_CALL(launches && count ? launches->hStream : NULL, hw_cu_error(hw_cuda_launch_grids(&list)));
}

CUresult hw_cu_launch_kernel_ex(const CUlaunchConfig *wish, CUfunction function, void **parameters,
                                void **extra)
{
    if (!wish)
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "the launch's configuration is null");
    const struct hw_cuda_kernel_work work = {.kernel = function,
                                             .grid = {wish->gridDimX, wish->gridDimY, wish->gridDimZ},
                                             .block = {wish->blockDimX, wish->blockDimY, wish->blockDimZ},
                                             .shared_bytes = wish->sharedMemBytes};

    return launch(work, wish->hStream, parameters, extra, wish->attrs, wish->numAttrs);
}

/* --- before CUDA 4.0 --- */

CUresult hw_cu_launch_prepared(CUfunction function, int width, int height, CUstream stream)
{
    struct hw_cu_prepared *prepared;
    const CUresult result = hw_cu_prepared(function, &prepared);

    if (result != CUDA_SUCCESS)
        return result;
    if (width <= 0 || height <= 0 || prepared->block.x == 0)
        return hw_cuda_fail(CUDA_ERROR_INVALID_VALUE, "a grid of %d by %d%s; expected 1 or more", width,
                            height, prepared->block.x == 0 ? ", and no cuFuncSetBlockShape" : "");
    const struct hw_cuda_kernel_work work = {.kernel = function,
                                             .grid = {(unsigned)width, (unsigned)height, 1},
                                             .block = prepared->block,
                                             .shared_bytes = prepared->shared_bytes,
                                             .parameter_bytes = prepared->parameter_bytes,
                                             .parameters = prepared->parameters};

    return hw_cu_error(hw_cuda_kernel_submit(stream, &work));
}
