/* SPDX-License-Identifier: MIT */
/* Launches as later toolkits compile them; see runtime_later.h.
 *
 * Arguments come as a list of addresses without sizes; the sizes are in the kernel's file. */
#include "cuda/runtime/runtime_later.h"

#include "cuda/runtime/runtime.h"

#define CONFIGURATIONS 16 /* pushed, not yet popped: one, unless arguments launch kernels themselves */

/* Everything has been said by the calls before. */
void __cudaRegisterFatBinaryEnd(void **handle)
{
    (void)handle;
}

/* Code is loaded when it is used. */
char __cudaInitModule(void **handle)
{
    return handle != NULL;
}

/* --- configurations, a stack for each host thread --- */

static _Thread_local struct {
    dim3 grid, block;
    size_t shared_bytes;
    cudaStream_t stream;
} stack[CONFIGURATIONS];
static _Thread_local unsigned depth;

/* Not 0: the program leaves the kernel's stub out. */
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream)
{
    if (depth == CONFIGURATIONS)
        return cudaErrorInvalidConfiguration;
    stack[depth].grid = grid;
    stack[depth].block = block;
    stack[depth].shared_bytes = shared_bytes;
    stack[depth++].stream = stream;
    return cudaSuccess;
}

static cudaError_t pop(dim3 *grid, dim3 *block, size_t *shared_bytes, cudaStream_t *stream)
{
    if (depth == 0)
        return cudaErrorMissingConfiguration;
    if (!grid || !block || !shared_bytes || !stream)
        return cudaErrorInvalidValue;
    depth--;
    *grid = stack[depth].grid;
    *block = stack[depth].block;
    *shared_bytes = stack[depth].shared_bytes;
    *stream = stack[depth].stream;
    return cudaSuccess;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared_bytes, void *stream)
{
    HW_PLAIN_CALL(pop(grid, block, shared_bytes, stream));
}

/* --- launches --- */

static cudaError_t launch(const void *host, dim3 grid, dim3 block, void **arguments, size_t shared_bytes,
                          cudaStream_t stream)
{
    uint8_t parameters[HW_CUDA_PARAMETER_BYTES] = {0};
    struct hw_cuda_kernel *kernel;
    size_t bytes;

    cudaError_t error = hw_cuda_find_kernel(host, &kernel);
    if (error == cudaSuccess)
        error = hw_cuda_kernel_gather(kernel, arguments, parameters, &bytes);
    return error == cudaSuccess ? hw_cuda_kernel_launch(kernel, grid, block, shared_bytes, hw_stream(stream),
                                                        parameters, bytes)
                                : error;
}

cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared_bytes,
                             cudaStream_t stream)
{
    HW_DEVICE_CALL(launch(kernel, grid, block, arguments, shared_bytes, stream));
}

/* The handle is the address by which host code knows the kernel: which context it is launched in is seen
 * then. */
cudaError_t __cudaGetKernel(cudaKernel_t *handle, const void *kernel)
{
    HW_PLAIN_CALL(handle && kernel ? (*handle = (cudaKernel_t)kernel, cudaSuccess) : cudaErrorInvalidValue);
}

cudaError_t __cudaLaunchKernel(cudaKernel_t handle, dim3 grid, dim3 block, void **arguments,
                               size_t shared_bytes, cudaStream_t stream)
{
    HW_DEVICE_CALL(launch(handle, grid, block, arguments, shared_bytes, stream));
}

const char *cudaGetErrorName(cudaError_t error)
{
    static const struct {
        cudaError_t error;
        const char *name;
    } names[] = {
#define HW_CUDA_NAME(number, name, text) {name, #name},
        HW_CUDA_ERRORS(HW_CUDA_NAME)
#undef HW_CUDA_NAME
    };

    error = hw_runtime_own_error(error);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].error == error)
            return names[i].name;
    return "unrecognized error code";
}
