/* SPDX-License-Identifier: MIT */
/* Streams and events, and the switch of the profiler. */
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

/* --- the profiler --- */

/* Since CUDA 5.0 it is no error to turn the profiler on or off twice, or without having initialized it
 * (CUresult of the driver API's manual). */
CUresult hw_cu_profiler_result(cudaError_t error)
{
    (void)error;
    return CUDA_SUCCESS;
}

/* A stream belongs to no green context. */
CUresult cuStreamGetCtx_v2(CUstream stream, CUcontext *context, void **green)
{
    if (green)
        *green = NULL;
    return cuStreamGetCtx(stream, context);
}
