/* SPDX-License-Identifier: MIT */
/* Streams, and the functions of the program in them. */
#include "cuda/runtime/runtime_work.h"

#include "cuda/core/streams/stream_attribute.h"

#define STREAM_FLAGS 1u /* non-blocking */

cudaError_t hw_runtime_stream_create(cudaStream_t *stream, unsigned flags, int priority)
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

/* An event that was never recorded is nothing to wait for, either. */
cudaError_t hw_runtime_stream_wait_event(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    return flags > 1 ? cudaErrorInvalidValue : hw_cuda_stream_wait_event(stream, event, flags == 1);
}

static void call_back(const struct hw_cuda_host_work *work, cudaError_t status)
{
    ((cudaStreamCallback_t)(void (*)(void))work->function)(work->stream, hw_runtime_error(status),
                                                           work->data);
}

cudaError_t hw_runtime_stream_add_callback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
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

cudaError_t hw_runtime_launch_host_func(cudaStream_t stream, cudaHostFn_t function, void *data)
{
    return function
               ? hw_cuda_call_host(stream, &(struct hw_cuda_host_work){.function = function, .data = data})
               : cudaErrorInvalidValue;
}
