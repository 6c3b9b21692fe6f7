/* SPDX-License-Identifier: MIT */
/* Memory and events of other processes.  Memory is shared (core/lent_memory.h); events are not, so a correct
 * call for one ends with the manual's error for a failed mapping. */
#include "cuda/core/lent_memory.h"
#include "cuda/runtime/runtime.h"

#include <string.h>

_Static_assert(sizeof(cudaIpcMemHandle_t) == sizeof(struct hw_cuda_ticket), "programs see a ticket");

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

/* The runtime has its own error for what the driver calls an invalid value. */
static cudaError_t as_resource(cudaError_t error)
{
    return error == cudaErrorInvalidValue ? cudaErrorInvalidResourceHandle : error;
}

static cudaError_t lend_memory(cudaIpcMemHandle_t *handle, const void *address)
{
    struct hw_cuda_ticket ticket;
    const cudaError_t error = as_resource(handle ? hw_cuda_lend(&ticket, address) : cudaErrorInvalidValue);

    if (error == cudaSuccess)
        memcpy(handle, &ticket, sizeof ticket);
    return error;
}

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *address)
{
    HW_DEVICE_CALL(lend_memory(handle, address));
}

static cudaError_t borrow_memory(void **address, const cudaIpcMemHandle_t *handle)
{
    struct hw_cuda_ticket ticket;

    memcpy(&ticket, handle, sizeof ticket);
    return as_resource(hw_cuda_borrow(address, &ticket));
}

cudaError_t cudaIpcOpenMemHandle(void **address, cudaIpcMemHandle_t handle, unsigned flags)
{
    (void)flags;
    HW_DEVICE_CALL(borrow_memory(address, &handle));
}

cudaError_t cudaIpcCloseMemHandle(void *address)
{
    HW_DEVICE_CALL(as_resource(hw_cuda_bring_back(address)));
}
