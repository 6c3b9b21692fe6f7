/* SPDX-License-Identifier: MIT */
/* Streams and events, and the switch of the profiler. */
#include "cuda/core/streams/stream_attribute.h"
#include "cuda/core/streams/stream_work.h"
#include "cuda/driver/driver_work.h"

/* Since CUDA 5 a stream may be one that waits for no other, as none does here. */
CUresult hw_cu_stream_create(CUstream *stream, unsigned flags)
{
    return flags & ~CU_STREAM_NON_BLOCKING
               ? CUDA_ERROR_INVALID_VALUE
               : hw_cu_error(hw_cuda_stream_create(stream, flags & CU_STREAM_NON_BLOCKING));
}

CUresult hw_cu_stream_wait_event(CUstream stream, CUevent event, unsigned flags)
{
    if (flags > 1)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cu_error(hw_cuda_stream_wait_event(stream, event, flags == 1));
}

/* The default stream is nobody's to destroy. */
CUresult hw_cu_stream_destroy_v2(CUstream stream)
{
    return stream ? hw_cu_error(hw_cuda_stream_destroy(stream)) : CUDA_ERROR_INVALID_HANDLE;
}

/* A stream belongs to no green context. */
CUresult cuStreamGetCtx_v2(CUstream stream, CUcontext *context, void **green)
{
    if (green)
        *green = NULL;
    return cuStreamGetCtx(stream, context);
}

CUresult hw_cu_stream_create_with_priority(CUstream *stream, unsigned flags, int priority)
{
    cudaError_t error =
        flags & ~CU_STREAM_NON_BLOCKING ? cudaErrorInvalidValue : hw_cuda_stream_create(stream, flags != 0);

    if (error == cudaSuccess)
        error = hw_cuda_stream_set_priority(*stream, priority);
    return hw_cu_error(error);
}

static void call_back(const struct hw_cuda_host_work *work, cudaError_t status)
{
    ((CUstreamCallback)(void (*)(void))work->function)(work->stream, hw_cu_error(status), work->data);
}

CUresult hw_cu_stream_add_callback(CUstream stream, CUstreamCallback callback, void *data, unsigned flags)
{
    if (!callback || flags)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cu_error(hw_cuda_call_host(
        stream, &(struct hw_cuda_host_work){.function = (void (*)(void *))(void (*)(void))callback,
                                            .data = data,
                                            .stream = stream,
                                            .call = call_back}));
}

CUresult hw_cu_launch_host_func(CUstream stream, CUhostFn function, void *data)
{
    if (!function)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cu_error(
        hw_cuda_call_host(stream, &(struct hw_cuda_host_work){.function = function, .data = data}));
}

/* --- the profiler --- */

/* Since CUDA 5.0 it is no error to turn the profiler on or off twice, or without having initialized it
 * (CUresult of the driver API's manual). */
CUresult hw_cu_profiler_result(cudaError_t error)
{
    (void)error;
    return CUDA_SUCCESS;
}
