/* SPDX-License-Identifier: MIT */
/* Launches: those with everything in the call, and the older ones with what the function keeps. */
#include "cuda/core/launch_attribute.h"
#include "cuda/driver/driver_later.h"
#include "cuda/driver/function.h"

#include <string.h>

struct parameters {
    size_t bytes;
    const uint8_t *data;
    uint8_t copy[HW_CUDA_PARAMETER_BYTES];
};

/* An array with a pointer to each parameter's value; how large they are, the module says. */
static CUresult gather(CUfunction function, void **values, struct parameters *parameters)
{
    if (values && !hw_cuda_kernel_parameters_known(function)) /* built before CUDA 3.2 */
        return CUDA_ERROR_INVALID_IMAGE;
    parameters->data = parameters->copy;
    return hw_cuda_kernel_gather(function, values, parameters->copy, &parameters->bytes) == cudaSuccess
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
}

/* A list of a name and a value each: one buffer with all parameters, and its size. */
static CUresult take_buffer(void **extra, struct parameters *parameters)
{
    const void *buffer = NULL;
    const size_t *bytes = NULL;

    for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
        if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
            buffer = extra[1];
        else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE)
            bytes = extra[1];
        else
            return CUDA_ERROR_INVALID_VALUE;
    }
    parameters->data = buffer;
    parameters->bytes = bytes && buffer ? *bytes : 0;
    return (bytes && *bytes && !buffer) || parameters->bytes > HW_CUDA_PARAMETER_BYTES
               ? CUDA_ERROR_INVALID_VALUE
               : CUDA_SUCCESS;
}

/* A launch of an impossible shape is a bad argument here, and one of too many resources there. */
static CUresult run(const struct hw_cuda_kernel_work *work, CUstream stream,
                    const struct parameters *parameters, const struct hw_cuda_launch_attribute *attributes,
                    unsigned count)
{
    struct hw_cuda_kernel_work whole = *work;

    whole.parameters = parameters->data;
    whole.parameter_bytes = parameters->bytes;
    return hw_cu_error(hw_cuda_kernel_submit_with(stream, &whole, attributes, count));
}

static CUresult launch(struct hw_cuda_kernel_work work, CUstream stream, void **values, void **extra,
                       const struct hw_cuda_launch_attribute *attributes, unsigned count)
{
    struct parameters parameters;
    CUresult result = hw_cu_function(&work.kernel);

    if (result != CUDA_SUCCESS)
        return result;
    if (values && extra)
        return CUDA_ERROR_INVALID_VALUE;
    parameters.bytes = 0;
    memset(parameters.copy, 0, sizeof parameters.copy);
    result = extra ? take_buffer(extra, &parameters) : gather(work.kernel, values, &parameters);
    return result == CUDA_SUCCESS ? run(&work, stream, &parameters, attributes, count) : result;
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                        CUstream stream, void **parameters, void **extra)
{
    const struct hw_cuda_kernel_work work = {.kernel = function,
                                             .grid = {grid_x, grid_y, grid_z},
                                             .block = {block_x, block_y, block_z},
                                             .shared_bytes = shared_bytes};

    HW_CONTEXT_CALL(launch(work, stream, parameters, extra, NULL, 0));
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

    HW_CONTEXT_CALL(launch(work, stream, parameters, NULL, NULL, 0));
}

static CUresult launch_by(const CUlaunchConfig *wish, CUfunction function, void **parameters, void **extra)
{
    if (!wish)
        return CUDA_ERROR_INVALID_VALUE;
    const struct hw_cuda_kernel_work work = {.kernel = function,
                                             .grid = {wish->gridDimX, wish->gridDimY, wish->gridDimZ},
                                             .block = {wish->blockDimX, wish->blockDimY, wish->blockDimZ},
                                             .shared_bytes = wish->sharedMemBytes};

    return launch(work, wish->hStream, parameters, extra, wish->attrs, wish->numAttrs);
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *wish, CUfunction function, void **parameters, void **extra)
{
    HW_CONTEXT_CALL(launch_by(wish, function, parameters, extra));
}

/* --- before CUDA 4.0 --- */

static CUresult launch_prepared(CUfunction function, int width, int height, CUstream stream)
{
    struct hw_cu_prepared *prepared;
    struct parameters parameters;
    const CUresult result = hw_cu_prepared(function, &prepared);

    if (result != CUDA_SUCCESS)
        return result;
    if (width <= 0 || height <= 0 || prepared->block.x == 0)
        return CUDA_ERROR_INVALID_VALUE;
    parameters.data = prepared->parameters;
    parameters.bytes = prepared->parameter_bytes;
    return run(&(struct hw_cuda_kernel_work){.kernel = function,
                                             .grid = {(unsigned)width, (unsigned)height, 1},
                                             .block = prepared->block,
                                             .shared_bytes = prepared->shared_bytes},
               stream, &parameters, NULL, 0);
}

CUresult cuLaunch(CUfunction function)
{
    HW_CONTEXT_CALL(launch_prepared(function, 1, 1, NULL));
}

CUresult cuLaunchGrid(CUfunction function, int width, int height)
{
    HW_CONTEXT_CALL(launch_prepared(function, width, height, NULL));
}

CUresult cuLaunchGridAsync(CUfunction function, int width, int height, CUstream stream)
{
    HW_CONTEXT_CALL(launch_prepared(function, width, height, stream));
}
