/* SPDX-License-Identifier: MIT */
/* Memory and events of other processes of the machine (core/shared_slot.h). */
#include "cuda/core/shared_memory.h"
#include "cuda/runtime/runtime.h"

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event)
{
    HW_DEVICE_CALL(hw_cuda_event_share(handle, hw_event(event)));
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle)
{
    HW_DEVICE_CALL(hw_cuda_event_open(event, &handle));
}

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *address)
{
    HW_DEVICE_CALL(hw_cuda_share_memory(handle, address));
}

cudaError_t cudaIpcOpenMemHandle(void **address, cudaIpcMemHandle_t handle, unsigned flags)
{
    HW_DEVICE_CALL(hw_cuda_open_memory(address, &handle, flags));
}

cudaError_t cudaIpcCloseMemHandle(void *address)
{
    HW_DEVICE_CALL(hw_cuda_close_memory(address));
}
