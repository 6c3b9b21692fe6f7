/* SPDX-License-Identifier: MIT */
/* Managed memory, in the driver's words.  (CUDA Driver API 6.0 to 13, "Memory Management" and "Unified
 * Addressing".) */
#include "cuda/driver/driver_work.h"

#include "cuda/core/memory/managed.h"

CUresult hw_cu_mem_alloc_managed(CUdeviceptr *address, size_t bytes, unsigned flags)
{
    void *place = NULL;
    const CUresult result =
        address ? hw_cu_error(hw_cuda_managed_alloc(&place, bytes, flags)) : CUDA_ERROR_INVALID_VALUE;

    if (result == CUDA_SUCCESS)
        *address = (uintptr_t)place;
    return result;
}

CUresult hw_cu_managed_advise(CUdeviceptr address, size_t bytes, int advice, int place)
{
    return hw_cu_error(hw_cuda_managed_advise(hw_cu_pointer(address), bytes, advice, place));
}

CUresult hw_cu_managed_prefetch(CUdeviceptr address, size_t bytes, int place, unsigned flags, CUstream stream)
{
    return flags ? CUDA_ERROR_INVALID_VALUE
                 : hw_cu_error(hw_cuda_managed_prefetch(hw_cu_pointer(address), bytes, place, stream));
}
