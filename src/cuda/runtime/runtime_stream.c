/* SPDX-License-Identifier: MIT */
/* Streams, which have nothing to wait for. */
#include "cuda/runtime/runtime.h"

#define STREAM_FLAGS 1u /* non-blocking */

static cudaError_t make(cudaStream_t *stream, unsigned flags)
{
    cudaStream_t made;

    if (!stream || (flags & ~STREAM_FLAGS))
        return cudaErrorInvalidValue;
    const cudaError_t error = hw_cuda_stream_create(&made, flags & STREAM_FLAGS);
    if (error != cudaSuccess || hw_handle_give(stream, made))
        return error;
    hw_cuda_stream_destroy(made);
    return cudaErrorMemoryAllocation;
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    HW_DEVICE_CALL(make(stream, 0));
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    HW_DEVICE_CALL(make(stream, flags));
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
    HW_DEVICE_CALL(hw_cuda_stream_wait(hw_stream(stream)));
}

/* An event that was never recorded is nothing to wait for, either. */
static cudaError_t wait_event(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    return flags ? cudaErrorInvalidValue : hw_cuda_stream_wait_event(stream, event);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    HW_DEVICE_CALL(wait_event(hw_stream(stream), hw_event(event), flags));
}

static cudaError_t check_callback(cudaStream_t stream, cudaStreamCallback_t callback, unsigned flags)
{
    return callback && !flags ? hw_cuda_stream_check(stream) : cudaErrorInvalidValue;
}

/* All that was asked of the stream is done, so that the callback's turn is now.  It runs without the lock. */
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
                                  unsigned flags)
{
    const cudaError_t error = hw_cuda_leave(
        hw_runtime_enter() ? check_callback(hw_stream(stream), callback, flags) : hw_cuda_trouble());

    if (error == cudaSuccess)
        callback(stream, cudaSuccess, data);
    return hw_runtime_error(error);
}
