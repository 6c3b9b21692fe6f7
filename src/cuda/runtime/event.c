/* SPDX-License-Identifier: MIT */
/* Events. */
#include "cuda/runtime/runtime_work.h"

cudaError_t hw_runtime_event_create(cudaEvent_t *event, unsigned flags)
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
