/* SPDX-License-Identifier: MIT */
/* The state of a host thread: the runtime's device, and its stack of contexts.
 *
 * As in CUDA 4, both interfaces share the stack: the runtime uses what is on top of it, and puts the primary
 * context of the thread's device there when it is empty. */
#include "cuda/core/devices/context.h"
#include "cuda/core/devices/device.h"

#define STACK_DEPTH 64

static _Thread_local struct {
    int device;
    unsigned depth;
    struct hw_cuda_context *stack[STACK_DEPTH];
} thread;

struct hw_cuda_context *hw_cuda_current(void)
{
    return thread.depth ? thread.stack[thread.depth - 1] : NULL;
}

cudaError_t hw_cuda_push(struct hw_cuda_context *context)
{
    if (thread.depth == STACK_DEPTH)
        return cudaErrorMemoryAllocation;
    context->holders++;
    thread.stack[thread.depth++] = context;
    return cudaSuccess;
}

cudaError_t hw_cuda_pop(struct hw_cuda_context **context)
{
    if (thread.depth == 0)
        return (cudaError_t)HW_CUDA_ERROR_NO_CONTEXT;
    struct hw_cuda_context *top = thread.stack[--thread.depth];
    top->holders--;
    if (context)
        *context = top;
    hw_cuda_context_settle(top);
    return cudaSuccess;
}

cudaError_t hw_cuda_set_current(struct hw_cuda_context *context)
{
    if (thread.depth)
        hw_cuda_pop(NULL);
    return context ? hw_cuda_push(context) : cudaSuccess;
}

struct hw_cuda_context *hw_cuda_thread_context(bool primary)
{
    if (thread.depth == 0 && primary && hw_cuda_primary(thread.device))
        hw_cuda_push(hw_cuda_primary(thread.device));
    return hw_cuda_current();
}

int hw_cuda_device(void)
{
    const struct hw_cuda_context *current = hw_cuda_current();

    return current && !current->destroyed ? current->device->ordinal : thread.device;
}

cudaError_t hw_cuda_set_device(int device)
{
    if (!hw_cuda_device_at(device))
        return cudaErrorInvalidDevice;
    thread.device = device;
    return thread.depth ? hw_cuda_set_current(hw_cuda_primary(device)) : cudaSuccess;
}

cudaError_t hw_cuda_begin_device(int device)
{
    struct hw_cuda_context *primary = hw_cuda_primary(device);

    if (!primary)
        return cudaErrorInvalidDevice;
    if (!hw_cuda_context_activate(primary))
        return cudaErrorInitializationError;
    hw_cuda_context_use(primary);
    return cudaSuccess;
}

cudaError_t hw_cuda_begin_set_device(void)
{
    const struct hw_cuda_context *context = hw_cuda_thread_context(true);

    return context ? hw_cuda_begin_device(thread.device) : cudaErrorNoDevice;
}
