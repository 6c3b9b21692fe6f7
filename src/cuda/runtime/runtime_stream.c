/* SPDX-License-Identifier: MIT */
/* Streams, and the functions of the program in them. */
#include "cuda/core/stream_attribute.h"
#include "cuda/runtime/runtime.h"
#include "cuda/runtime/since.h"

#define STREAM_FLAGS 1u /* non-blocking */

static cudaError_t make(cudaStream_t *stream, unsigned flags, int priority)
{
    cudaStream_t made;

    if (!stream || (flags & ~STREAM_FLAGS))
        return cudaErrorInvalidValue;
    const cudaError_t error = hw_cuda_stream_create(&made, flags & STREAM_FLAGS);
    if (error == cudaSuccess)
        hw_cuda_stream_set_priority(made, priority);
    if (error != cudaSuccess || hw_handle_give(stream, made))
        return error;
    hw_cuda_stream_destroy(made);
    return cudaErrorMemoryAllocation;
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    HW_DEVICE_CALL(make(stream, 0, 0));
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    HW_DEVICE_CALL(make(stream, flags, 0));
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority)
{
    HW_DEVICE_CALL(make(stream, flags, priority));
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
    HW_DEVICE_CALL(hw_cuda_stream_priority(hw_stream(stream), priority));
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    HW_DEVICE_CALL(hw_cuda_stream_destroy(hw_stream(stream)));
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    HW_DEVICE_CALL(hw_cuda_stream_wait(hw_stream(stream)));
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    HW_DEVICE_CALL(hw_cuda_stream_query(hw_stream(stream)));
}

/* An event that was never recorded is nothing to wait for, either. */
static cudaError_t wait_event(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    return flags > 1 ? cudaErrorInvalidValue : hw_cuda_stream_wait_event(stream, event, flags == 1);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    HW_DEVICE_CALL(wait_event(hw_stream(stream), hw_event(event), flags));
}

static void call_back(const struct hw_cuda_host_work *work, cudaError_t status)
{
    ((cudaStreamCallback_t)(void (*)(void))work->function)(work->stream, hw_runtime_error(status),
                                                           work->data);
}

static cudaError_t add_callback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                unsigned flags)
{
    if (!callback || flags)
        return cudaErrorInvalidValue;
    return hw_cuda_call_host(
        hw_stream(stream), &(struct hw_cuda_host_work){.function = (void (*)(void *))(void (*)(void))callback,
                                                       .data = data,
                                                       .stream = stream,
                                                       .call = call_back});
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                  unsigned flags)
{
    HW_DEVICE_CALL(add_callback(stream, callback, data, flags));
}
