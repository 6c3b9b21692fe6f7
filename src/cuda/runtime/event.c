/* SPDX-License-Identifier: MIT */
/* Events. */
#include "cuda/runtime/runtime.h"

static cudaError_t make(cudaEvent_t *event, unsigned flags)
{
    cudaEvent_t made;

    if (!event)
        return cudaErrorInvalidValue;
    const cudaError_t error = hw_cuda_event_create(&made, flags);
    if (error != cudaSuccess || hw_handle_give(event, made))
        return error;
    hw_cuda_event_destroy(made);
    return cudaErrorMemoryAllocation;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    HW_DEVICE_CALL(make(event, 0));
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    HW_DEVICE_CALL(make(event, flags));
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    HW_DEVICE_CALL(hw_cuda_event_destroy(hw_event(event)));
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    HW_DEVICE_CALL(hw_cuda_event_record(hw_event(event), hw_stream(stream), false));
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    HW_DEVICE_CALL(hw_cuda_event_query(hw_event(event)));
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    HW_DEVICE_CALL(hw_cuda_event_wait(hw_event(event)));
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t from, cudaEvent_t to)
{
    HW_DEVICE_CALL(hw_cuda_event_elapsed(milliseconds, hw_event(from), hw_event(to)));
}
