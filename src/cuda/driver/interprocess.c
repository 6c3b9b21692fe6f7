/* SPDX-License-Identifier: MIT */
/* Sharing memory and events with other processes: a device here is of one process, so there is nothing to
 * share.  On systems that cannot do it these functions return CUDA_ERROR_OPERATING_SYSTEM or, where the
 * device is at fault, CUDA_ERROR_MAP_FAILED; handles that came from nowhere are invalid.  (CUDA Toolkit
 * Reference Manual 4.2) */
#include "cuda/driver/driver_call.h"

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

CUresult cuIpcGetMemHandle(CUipcMemHandle *handle, CUdeviceptr address)
{
    HW_CONTEXT_CALL(handle && hw_cuda_bytes_from(hw_cu_pointer(address)) ? CUDA_ERROR_MAP_FAILED
                                                                         : CUDA_ERROR_INVALID_VALUE);
}

CUresult cuIpcOpenMemHandle(CUdeviceptr *address, CUipcMemHandle handle, unsigned flags)
{
    (void)handle;
    HW_CONTEXT_CALL(address && flags <= 1 ? CUDA_ERROR_MAP_FAILED : CUDA_ERROR_INVALID_VALUE);
}

CUresult cuIpcCloseMemHandle(CUdeviceptr address)
{
    (void)address; /* none is open */
    HW_CONTEXT_CALL(CUDA_ERROR_INVALID_VALUE);
}
