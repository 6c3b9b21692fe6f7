/* SPDX-License-Identifier: MIT */
/* Sharing memory and events with other processes of the machine (core/ipc/ipc_slot.h). */
#include "cuda/driver/driver_work.h"

#include "cuda/core/ipc/ipc_memory.h"
#include "cuda/core/ipc/ipc_pool.h"

CUresult hw_cu_ipc_open_mem_handle(CUdeviceptr *address, const CUipcMemHandle *handle, unsigned flags)
{
    void *opened;
    const CUresult result = hw_cu_error(hw_cuda_open_memory(address ? &opened : NULL, handle, flags));

    if (result == CUDA_SUCCESS)
        *address = (uintptr_t)opened;
    return result;
}

CUresult hw_cu_mem_pool_import_pointer(CUdeviceptr *address, CUmemoryPool pool, const void *data)
{
    void *opened;
    const CUresult result = hw_cu_error(hw_cuda_pool_open_memory(address ? &opened : NULL, pool, data));

    if (result == CUDA_SUCCESS)
        *address = (uintptr_t)opened;
    return result;
}
