/* SPDX-License-Identifier: MIT */
/* Virtual memory, in the driver's words.  (CUDA Driver API 10.2 to 13, "Virtual Memory Management".) */
#include "cuda/driver/driver_work.h"

#include "cuda/core/memory/virtual_memory.h"

hw_physical hw_cu_physical_of(CUmemGenericAllocationHandle handle)
{
    return (hw_physical)(uintptr_t)handle;
}

/* --- addresses --- */

static CUresult reserve(CUdeviceptr *address, size_t bytes, size_t alignment, unsigned long long flags)
{
    void *place = NULL;
    const CUresult result =
        address ? hw_cu_error(hw_cuda_reserve(&place, bytes, alignment, flags)) : CUDA_ERROR_INVALID_VALUE;

    if (result == CUDA_SUCCESS)
        *address = (uintptr_t)place;
    return result;
}

CUresult cuMemAddressReserve(CUdeviceptr *address, size_t bytes, size_t alignment, CUdeviceptr wish,
                             unsigned long long flags)
{
    (void)wish; /* which need not be fulfilled */
    HW_ANYWHERE_CALL(reserve(address, bytes, alignment, flags));
}

/* --- memory --- */

CUresult hw_cu_mem_create(CUmemGenericAllocationHandle *handle, size_t bytes,
                          const struct hw_allocation_properties *properties, unsigned long long flags)
{
    hw_physical made = NULL;
    const CUresult result = handle ? hw_cu_error(hw_cuda_physical_create(&made, bytes, properties, flags))
                                   : CUDA_ERROR_INVALID_VALUE;

    if (result == CUDA_SUCCESS)
        *handle = (uintptr_t)made;
    return result;
}

CUresult hw_cu_mem_retain_allocation_handle(CUmemGenericAllocationHandle *handle, const void *address)
{
    hw_physical found = NULL;
    const CUresult result =
        handle ? hw_cu_error(hw_cuda_physical_at(&found, address)) : CUDA_ERROR_INVALID_VALUE;

    if (result == CUDA_SUCCESS)
        *handle = (uintptr_t)found;
    return result;
}

/* --- for other processes --- */

CUresult hw_cu_mem_import_from_shareable_handle(CUmemGenericAllocationHandle *handle, int file, int type)
{
    hw_physical made = NULL;
    const CUresult result =
        handle ? hw_cu_error(hw_cuda_physical_import(&made, file, type)) : CUDA_ERROR_INVALID_VALUE;

    if (result == CUDA_SUCCESS)
        *handle = (uintptr_t)made;
    return result;
}
