/* SPDX-License-Identifier: MIT */
/* Memory and events of other processes.  A device's memory lies in the process that uses it and cannot be
 * shared.  So a correct call ends with the manual's error for a failed mapping. */
#include "cuda/runtime/runtime.h"

static cudaError_t lend_event(const cudaIpcEventHandle_t *handle, cudaEvent_t event)
{
    return handle && hw_cuda_event_check(event) == cudaSuccess ? cudaErrorMapBufferObjectFailed
                                                               : cudaErrorInvalidResourceHandle;
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event)
{
    HW_DEVICE_CALL(lend_event(handle, hw_event(event)));
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle)
{
    (void)handle;
    HW_DEVICE_CALL(event ? cudaErrorMapBufferObjectFailed : cudaErrorInvalidResourceHandle);
}

static cudaError_t lend_memory(const cudaIpcMemHandle_t *handle, const void *address)
{
    struct hw_cuda_pointer about;

    return handle && hw_cuda_pointer(address, &about) == cudaSuccess && about.device
               ? cudaErrorMapBufferObjectFailed
               : cudaErrorInvalidResourceHandle;
}

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *address)
{
    HW_DEVICE_CALL(lend_memory(handle, address));
}

cudaError_t cudaIpcOpenMemHandle(void **address, cudaIpcMemHandle_t handle, unsigned flags)
{
    (void)handle, (void)flags;
    HW_DEVICE_CALL(address ? cudaErrorMapBufferObjectFailed : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaIpcCloseMemHandle(void *address)
{
    (void)address; /* nothing was opened */
    HW_DEVICE_CALL(cudaErrorInvalidResourceHandle);
}
