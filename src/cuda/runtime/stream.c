/* Streams and events. */
#include "cuda/runtime/runtime.h"

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    HW_DEVICE_CALL(hw_cuda_stream_create(stream));
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    HW_DEVICE_CALL(hw_cuda_stream_destroy(stream));
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    HW_DEVICE_CALL(hw_cuda_stream_check(stream));
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    HW_DEVICE_CALL(hw_cuda_stream_check(stream));
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    HW_DEVICE_CALL(flags                          ? cudaErrorInvalidValue
                   : hw_cuda_stream_check(stream) ? cudaErrorInvalidResourceHandle
                                                  : hw_cuda_event_check(event));
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    HW_DEVICE_CALL(hw_cuda_event_create(event, 0));
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    HW_DEVICE_CALL(hw_cuda_event_create(event, flags));
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    HW_DEVICE_CALL(hw_cuda_event_destroy(event));
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    HW_DEVICE_CALL(hw_cuda_event_record(event, stream));
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    HW_DEVICE_CALL(hw_cuda_event_check(event));
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    HW_DEVICE_CALL(hw_cuda_event_check(event));
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t from, cudaEvent_t to)
{
    HW_DEVICE_CALL(hw_cuda_event_elapsed(milliseconds, from, to));
}
