/* SPDX-License-Identifier: MIT */
/* Streams and events, and the switch of the profiler. */
#include "cuda/driver/driver_call.h"

/* Since CUDA 5 a stream may be one that waits for no other, as none does here. */
static CUresult create_stream(CUstream *stream, unsigned flags)
{
    return flags & ~CU_STREAM_NON_BLOCKING
               ? CUDA_ERROR_INVALID_VALUE
               : hw_cu_error(hw_cuda_stream_create(stream, flags & CU_STREAM_NON_BLOCKING));
}

CUresult cuStreamCreate(CUstream *stream, unsigned flags)
{
    HW_CONTEXT_CALL(create_stream(stream, flags));
}

static CUresult wait_for_event(CUstream stream, CUevent event, unsigned flags)
{
    if (flags > 1)
        return CUDA_ERROR_INVALID_VALUE;
    return hw_cu_error(hw_cuda_stream_wait_event(stream, event, flags == 1));
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags)
{
    HW_CONTEXT_CALL(wait_for_event(stream, event, flags));
}

CUresult cuStreamQuery(CUstream stream)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_stream_query(stream)));
}

CUresult cuStreamSynchronize(CUstream stream)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_stream_wait(stream)));
}

/* The default stream is nobody's to destroy. */
static CUresult destroy_stream(CUstream stream)
{
    return stream ? hw_cu_error(hw_cuda_stream_destroy(stream)) : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuStreamDestroy_v2(CUstream stream)
{
    HW_HANDLE_CALL(destroy_stream(stream));
}

CUresult cuStreamDestroy(CUstream stream)
{
    return cuStreamDestroy_v2(stream);
}

CUresult cuEventCreate(CUevent *event, unsigned flags)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_event_create(event, flags)));
}

CUresult cuEventRecord(CUevent event, CUstream stream)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_event_record(event, stream, false)));
}

CUresult cuEventQuery(CUevent event)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_event_query(event)));
}

CUresult cuEventSynchronize(CUevent event)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_event_wait(event)));
}

CUresult cuEventDestroy_v2(CUevent event)
{
    HW_HANDLE_CALL(hw_cu_error(hw_cuda_event_destroy(event)));
}

CUresult cuEventDestroy(CUevent event)
{
    return cuEventDestroy_v2(event);
}

CUresult cuEventElapsedTime(float *milliseconds, CUevent from, CUevent to)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_event_elapsed(milliseconds, from, to)));
}

/* --- the profiler --- */

CUresult cuProfilerInitialize(const char *configuration, const char *output, int mode)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_profiler_initialize(configuration, output, mode)));
}

/* Since CUDA 5.0 it is no error to turn the profiler on or off twice, or without having initialized it
 * (CUresult of the driver API's manual). */
static CUresult tolerated(cudaError_t error)
{
    (void)error;
    return CUDA_SUCCESS;
}

CUresult cuProfilerStart(void)
{
    HW_CONTEXT_CALL(tolerated(hw_cuda_profiler_start()));
}

CUresult cuProfilerStop(void)
{
    HW_CONTEXT_CALL(tolerated(hw_cuda_profiler_stop()));
}
