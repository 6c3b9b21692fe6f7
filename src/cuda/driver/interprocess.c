/* SPDX-License-Identifier: MIT */
/* Sharing memory and events with other processes of the machine (core/shared_slot.h). */
#include "cuda/core/shared_memory.h"
#include "cuda/driver/driver_call.h"

CUresult cuIpcGetEventHandle(CUipcEventHandle *handle, CUevent event)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_event_share(handle, event)));
}

CUresult cuIpcOpenEventHandle(CUevent *event, CUipcEventHandle handle)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_event_open(event, &handle)));
}

CUresult cuIpcGetMemHandle(CUipcMemHandle *handle, CUdeviceptr address)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_share_memory(handle, hw_cu_pointer(address))));
}

static CUresult open_memory(CUdeviceptr *address, const CUipcMemHandle *handle, unsigned flags)
{
    void *opened;
    const CUresult result = hw_cu_error(hw_cuda_open_memory(address ? &opened : NULL, handle, flags));

    if (result == CUDA_SUCCESS)
        *address = (uintptr_t)opened;
    return result;
}

CUresult cuIpcOpenMemHandle(CUdeviceptr *address, CUipcMemHandle handle, unsigned flags)
{
    HW_CONTEXT_CALL(open_memory(address, &handle, flags));
}

CUresult cuIpcCloseMemHandle(CUdeviceptr address)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_close_memory(hw_cu_pointer(address))));
}
