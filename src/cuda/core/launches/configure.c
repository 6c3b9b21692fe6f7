/* SPDX-License-Identifier: MIT */
/* Launches as the runtime's programs make them: configure, one call for each argument, launch. Configurations
 * belong to a host thread. */
#include "cuda/core/cuda_core.h"
#include "cuda/core/log/reason.h"

#include <string.h>

/* Configured, not yet launched: one, unless arguments launch kernels themselves. */
#define CONFIGURATIONS 16

#define PARAMETER_BYTES 4096 /* what kernels take at most in the toolkits that have these calls, to 10.2 */

struct configuration {
    dim3 grid, block;
    size_t shared_bytes;
    cudaStream_t stream;
    size_t parameter_bytes;
    uint8_t parameters[PARAMETER_BYTES];
};

static _Thread_local struct configuration stack[CONFIGURATIONS];
static _Thread_local unsigned depth;

cudaError_t hw_cuda_configure(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream)
{
    const cudaError_t error = hw_cuda_stream_check(stream);

    if (error != cudaSuccess)
        return error;
    if (depth == CONFIGURATIONS)
        return cudaErrorInvalidConfiguration;
    struct configuration *top = &stack[depth++];
    top->grid = grid;
    top->block = block;
    top->shared_bytes = shared_bytes;
    top->stream = stream;
    top->parameter_bytes = 0;
    memset(top->parameters, 0, sizeof top->parameters);
    return cudaSuccess;
}

cudaError_t hw_cuda_argument(const void *argument, size_t bytes, size_t offset)
{
    if (depth == 0)
        return hw_cuda_fail(cudaErrorMissingConfiguration, "no cudaConfigureCall before it");
    struct configuration *top = &stack[depth - 1];
    if (!argument || offset > PARAMETER_BYTES || bytes > PARAMETER_BYTES - offset)
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "an argument of %zu bytes at %p for byte %zu; expected at most %d "
                            "in all",
                            bytes, argument, offset, PARAMETER_BYTES);
    memcpy(top->parameters + offset, argument, bytes);
    if (top->parameter_bytes < offset + bytes)
        top->parameter_bytes = offset + bytes;
    return cudaSuccess;
}

cudaError_t hw_cuda_launch(const void *host)
{
    struct hw_cuda_kernel *kernel;

    if (depth == 0)
        return hw_cuda_fail(cudaErrorMissingConfiguration, "no cudaConfigureCall before it");
    const struct configuration *top = &stack[--depth];
    const cudaError_t error = hw_cuda_find_kernel(host, &kernel);
    return error == cudaSuccess ? hw_cuda_kernel_launch(kernel, top->grid, top->block, top->shared_bytes,
                                                        top->stream, top->parameters, top->parameter_bytes)
                                : error;
}
