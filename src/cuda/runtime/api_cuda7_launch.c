/* SPDX-License-Identifier: MIT */
/* Launches as programs of CUDA 7 to 13 make them, in place of the three calls of CUDA 4: nvcc's host code
 * pushes a configuration, and the kernel's stub pops it and passes all arguments at once.
 *
 * Arguments come as a list of addresses without sizes; the sizes are in the kernel's file. */
#include "cuda/runtime/runtime_work.h"

#include "cuda/core/launches/launch_attribute.h"
#include "cuda/core/launches/multi_device.h"
#include "cuda/core/log/reason.h"

#define CONFIGURATIONS 16 /* pushed, not yet popped: one, unless arguments launch kernels themselves */

/* Everything has been said by the calls before. */
void __cudaRegisterFatBinaryEnd(void **handle)
{
    (void)handle;
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

cudaError_t hw_runtime_pop_call_configuration(dim3 *grid, dim3 *block, size_t *shared_bytes,
                                              cudaStream_t *stream)
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

/* --- launches --- */

static cudaError_t launch(const void *host, struct hw_cuda_kernel_work work, void **arguments,
                          cudaStream_t stream, const struct hw_cuda_launch_attribute *attributes,
                          unsigned count)
{
    struct hw_cuda_parameter_room room = {0};

    cudaError_t error = hw_cuda_find_kernel(host, &work.kernel);
    if (error == cudaSuccess)
        error = hw_cuda_kernel_gather(&work, arguments, &room);
    if (error == cudaSuccess)
        error = hw_cuda_kernel_submit_with(hw_stream(stream), &work, attributes, count);
    hw_cuda_parameter_room_drop(&room);
    return error;
}

cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared_bytes,
                             cudaStream_t stream)
{
    const struct hw_cuda_kernel_work work = {.grid = grid, .block = block, .shared_bytes = shared_bytes};

    HW_DEVICE_CALL(launch(kernel, work, arguments, stream, NULL, 0));
}

cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                        size_t shared_bytes, cudaStream_t stream)
{
    const struct hw_cuda_kernel_work work = {
        .grid = grid, .block = block, .shared_bytes = shared_bytes, .cooperative = true};

    HW_DEVICE_CALL(launch(kernel, work, arguments, stream, NULL, 0));
}

static cudaStream_t stream_of(const void *launches, unsigned index)
{
    const struct cudaLaunchParams *launch = &((const struct cudaLaunchParams *)launches)[index];

    return launch->stream;
}

/* The kernel of the stream's device. */
static cudaError_t describe(const void *launches, unsigned index, struct hw_cuda_kernel_work *work,
                            struct hw_cuda_parameter_room *room)
{
    const struct cudaLaunchParams *launch = &((const struct cudaLaunchParams *)launches)[index];

    *work = (struct hw_cuda_kernel_work){
        .grid = launch->grid, .block = launch->block, .shared_bytes = launch->shared_bytes};
    const cudaError_t error = hw_cuda_find_kernel(launch->function, &work->kernel);
    return error == cudaSuccess ? hw_cuda_kernel_gather(work, launch->arguments, room) : error;
}

cudaError_t cudaLaunchCooperativeKernelMultiDevice(const struct cudaLaunchParams *launches, unsigned count,
                                                   unsigned flags)
{
    const struct hw_cuda_grid_list list = {launches, count, flags, stream_of, describe};

    HW_DEVICE_CALL(hw_cuda_launch_grids(&list));
}

cudaError_t hw_runtime_launch_kernel_ex_c(const struct hw_launch_config *wish, const void *kernel,
                                          void **arguments)
{
    if (!wish)
        return hw_cuda_fail(cudaErrorInvalidValue, "the launch's configuration is null");
    const struct hw_cuda_kernel_work work = {
        .grid = wish->grid, .block = wish->block, .shared_bytes = wish->shared_bytes};

    return launch(kernel, work, arguments, wish->stream, wish->attributes, wish->attribute_count);
}

cudaError_t hw_runtime_get_func_by_symbol(struct hw_cuda_kernel **function, const void *kernel)
{
    if (!function)
        return hw_cuda_fail(cudaErrorInvalidValue, "the function's place is null");
    return hw_cuda_find_kernel(kernel, function);
}

cudaError_t hw_runtime_func_get_name(const char **name, const void *host)
{
    struct hw_cuda_kernel *kernel;

    if (!name)
        return hw_cuda_fail(cudaErrorInvalidValue, "the name's place is null");
    const cudaError_t error = hw_cuda_find_kernel(host, &kernel);
    if (error == cudaSuccess)
        *name = hw_cuda_kernel_name(kernel);
    return error;
}

/* The size may be left out. */
cudaError_t hw_runtime_func_get_param_count(const void *host, size_t *count)
{
    struct hw_cuda_kernel *kernel;

    if (!count)
        return hw_cuda_fail(cudaErrorInvalidValue, "the count's place is null");
    const cudaError_t error = hw_cuda_find_kernel(host, &kernel);
    if (error == cudaSuccess)
        *count = hw_cuda_kernel_parameter_count(kernel);
    return error;
}

cudaError_t hw_runtime_func_get_param_info(const void *host, size_t index, size_t *offset, size_t *bytes)
{
    struct hw_cuda_kernel *kernel;
    size_t size;

    if (!offset)
        return hw_cuda_fail(cudaErrorInvalidValue, "the offset's place is null");
    const cudaError_t error = hw_cuda_find_kernel(host, &kernel);
    if (error != cudaSuccess)
        return error;
    if (index > UINT32_MAX ||
        !hw_cuda_kernel_parameter(kernel, (unsigned)index, offset, bytes ? bytes : &size))
        return hw_cuda_fail(cudaErrorInvalidValue, "%s has no parameter %zu", hw_cuda_kernel_name(kernel),
                            index);
    return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t handle, dim3 grid, dim3 block, void **arguments,
                               size_t shared_bytes, cudaStream_t stream)
{
    const struct hw_cuda_kernel_work work = {.grid = grid, .block = block, .shared_bytes = shared_bytes};

    HW_DEVICE_CALL(launch(handle, work, arguments, stream, NULL, 0));
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
