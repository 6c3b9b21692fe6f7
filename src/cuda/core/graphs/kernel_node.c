/* SPDX-License-Identifier: MIT */
/* Launches as nodes have them: arguments that are given as an address each, or in one buffer, and given back
 * as addresses. */
#include "cuda/core/graphs/cuda_graph.h"

#include "cuda/core/log/reason.h"

#include <string.h>

/* A list of a name and a value each, as in the last argument of cuLaunchKernel: a buffer, and its size. */
static cudaError_t take_buffer(struct hw_cuda_kernel_work *launch, void **extra)
{
    const size_t *bytes = NULL;

    for (; (uintptr_t)*extra != 0; extra += 2) {
        if ((uintptr_t)*extra == 1)
            launch->parameters = extra[1];
        else if ((uintptr_t)*extra == 2)
            bytes = extra[1];
        else
            return hw_cuda_fail(cudaErrorInvalidValue, "extra names %p; expected 1, 2, or 0 at the end",
                                *extra);
    }
    launch->parameter_bytes = bytes ? *bytes : 0;
    /* As the size of a structure it may be a multiple of 8. */
    const size_t most = (hw_cuda_kernel_most_parameters(launch->kernel) + 7) / 8 * 8;
    if (launch->parameter_bytes > most || (launch->parameter_bytes > 0 && !launch->parameters))
        return hw_cuda_fail(
            cudaErrorInvalidValue, "%s: a buffer of %zu bytes at %p for parameters; expected at most %zu",
            hw_cuda_kernel_name(launch->kernel), launch->parameter_bytes, launch->parameters, most);
    return hw_cuda_kernel_check_parameters(launch->kernel, launch->parameter_bytes);
}

cudaError_t hw_cuda_kernel_arguments(struct hw_cuda_kernel_work *launch, void **arguments, void **extra,
                                     struct hw_cuda_parameter_room *room)
{
    if (!hw_cuda_kernel_is_valid(launch->kernel))
        return hw_cuda_fail_handle(cudaErrorInvalidDeviceFunction, "kernel", launch->kernel);
    if (arguments && extra)
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "arguments both as a list and as extra; expected one of them");
    return extra ? take_buffer(launch, extra) : hw_cuda_kernel_gather(launch, arguments, room);
}

/* The arguments lie in the node's own work. */
cudaError_t hw_cuda_node_arguments(hw_node node, void ***arguments)
{
    const struct hw_cuda_work *work = hw_cuda_node_work(node, HW_CUDA_WORK_KERNEL);
    size_t offset, bytes;
    unsigned count = 0;

    if (!work || !hw_cuda_kernel_is_valid(work->kernel.kernel))
        return cudaErrorInvalidValue;
    while (hw_cuda_kernel_parameter(work->kernel.kernel, count, &offset, &bytes))
        count++;
    void **list = hw_cuda_node_list(node, count);
    if (!list)
        return cudaErrorMemoryAllocation;
    for (unsigned i = 0; i < count; i++) {
        hw_cuda_kernel_parameter(work->kernel.kernel, i, &offset, &bytes);
        list[i] = offset + bytes <= work->kernel.parameter_bytes
                      ? (char *)(uintptr_t)work->kernel.parameters + offset
                      : NULL;
    }
    *arguments = count ? list : NULL;
    return cudaSuccess;
}
