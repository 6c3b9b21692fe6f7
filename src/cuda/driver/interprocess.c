/* SPDX-License-Identifier: MIT */
/* Sharing memory with other processes (core/lent_memory.h).  Events are not shared: on systems that cannot do
 * it these functions return CUDA_ERROR_OPERATING_SYSTEM or, where the device is at fault,
 * CUDA_ERROR_MAP_FAILED.  (CUDA Toolkit Reference Manual 4.2) */
#include "cuda/core/lent_memory.h"
#include "cuda/driver/driver_call.h"

#include <string.h>

_Static_assert(sizeof(CUipcMemHandle) == sizeof(struct hw_cuda_ticket), "programs see a ticket");

CUresult cuIpcGetEventHandle(CUipcEventHandle *handle, CUevent event)
{
    HW_CONTEXT_CALL(!handle                                     ? CUDA_ERROR_INVALID_VALUE
                    : hw_cuda_event_check(event) != cudaSuccess ? CUDA_ERROR_INVALID_HANDLE
                                                                : CUDA_ERROR_MAP_FAILED);
}

CUresult cuIpcOpenEventHandle(CUevent *event, CUipcEventHandle handle)
{
    (void)handle;
    HW_CONTEXT_CALL(event ? CUDA_ERROR_MAP_FAILED : CUDA_ERROR_INVALID_VALUE);
}

static CUresult lend(CUipcMemHandle *handle, CUdeviceptr address)
{
    struct hw_cuda_ticket ticket;
    const CUresult result =
        handle ? hw_cu_error(hw_cuda_lend(&ticket, hw_cu_pointer(address))) : CUDA_ERROR_INVALID_VALUE;

    if (result == CUDA_SUCCESS)
        memcpy(handle, &ticket, sizeof ticket);
    return result;
}

CUresult cuIpcGetMemHandle(CUipcMemHandle *handle, CUdeviceptr address)
{
    HW_CONTEXT_CALL(lend(handle, address));
}

static CUresult borrow(CUdeviceptr *address, const CUipcMemHandle *handle, unsigned flags)
{
    struct hw_cuda_ticket ticket;
    void *place;

    if (!address || flags > 1)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(&ticket, handle, sizeof ticket);
    const CUresult result = hw_cu_error(hw_cuda_borrow(&place, &ticket));
    if (result == CUDA_SUCCESS)
        *address = (uintptr_t)place;
    return result;
}

CUresult cuIpcOpenMemHandle(CUdeviceptr *address, CUipcMemHandle handle, unsigned flags)
{
    HW_CONTEXT_CALL(borrow(address, &handle, flags));
}

CUresult cuIpcCloseMemHandle(CUdeviceptr address)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_bring_back(hw_cu_pointer(address))));
}
