/* SPDX-License-Identifier: MIT */
/* See driver_virtual.h. */
#include "cuda/driver/driver_virtual.h"

#include "cuda/core/virtual_memory.h"
#include "cuda/driver/driver_call.h"

static hw_physical physical_of(CUmemGenericAllocationHandle handle)
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

CUresult cuMemAddressFree(CUdeviceptr address, size_t bytes)
{
    HW_ANYWHERE_CALL(hw_cu_error(hw_cuda_unreserve(hw_cu_pointer(address), bytes)));
}

/* --- memory --- */

static CUresult create(CUmemGenericAllocationHandle *handle, size_t bytes,
                       const struct hw_allocation_properties *properties, unsigned long long flags)
{
    hw_physical made = NULL;
    const CUresult result = handle ? hw_cu_error(hw_cuda_physical_create(&made, bytes, properties, flags))
                                   : CUDA_ERROR_INVALID_VALUE;

    if (result == CUDA_SUCCESS)
        *handle = (uintptr_t)made;
    return result;
}

CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t bytes,
                     const struct hw_allocation_properties *properties, unsigned long long flags)
{
    HW_ANYWHERE_CALL(create(handle, bytes, properties, flags));
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle)
{
    HW_ANYWHERE_CALL(hw_cu_error(hw_cuda_physical_release(physical_of(handle))));
}

static CUresult retain(CUmemGenericAllocationHandle *handle, const void *address)
{
    hw_physical found = NULL;
    const CUresult result =
        handle ? hw_cu_error(hw_cuda_physical_at(&found, address)) : CUDA_ERROR_INVALID_VALUE;

    if (result == CUDA_SUCCESS)
        *handle = (uintptr_t)found;
    return result;
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *address)
{
    HW_ANYWHERE_CALL(retain(handle, address));
}

CUresult cuMemGetAllocationGranularity(size_t *bytes, const struct hw_allocation_properties *properties,
                                       int option)
{
    HW_ANYWHERE_CALL(hw_cu_error(hw_cuda_granularity(bytes, properties, option)));
}

CUresult cuMemGetAllocationPropertiesFromHandle(struct hw_allocation_properties *properties,
                                                CUmemGenericAllocationHandle handle)
{
    HW_ANYWHERE_CALL(hw_cu_error(hw_cuda_physical_properties(properties, physical_of(handle))));
}

/* --- both together --- */

CUresult cuMemMap(CUdeviceptr address, size_t bytes, size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags)
{
    HW_ANYWHERE_CALL(
        hw_cu_error(hw_cuda_map(hw_cu_pointer(address), bytes, offset, physical_of(handle), flags)));
}

CUresult cuMemUnmap(CUdeviceptr address, size_t bytes)
{
    HW_ANYWHERE_CALL(hw_cu_error(hw_cuda_unmap(hw_cu_pointer(address), bytes)));
}

CUresult cuMemSetAccess(CUdeviceptr address, size_t bytes, const struct hw_access_right *rights, size_t count)
{
    HW_ANYWHERE_CALL(hw_cu_error(hw_cuda_set_access(hw_cu_pointer(address), bytes, rights, count)));
}

CUresult cuMemGetAccess(unsigned long long *flags, const struct hw_location *location, CUdeviceptr address)
{
    HW_ANYWHERE_CALL(hw_cu_error(hw_cuda_get_access(flags, location, hw_cu_pointer(address))));
}

/* --- for other processes --- */

CUresult cuMemExportToShareableHandle(void *shareable, CUmemGenericAllocationHandle handle, int type,
                                      unsigned long long flags)
{
    HW_ANYWHERE_CALL(hw_cu_error(hw_cuda_physical_export(shareable, physical_of(handle), type, flags)));
}

static CUresult import(CUmemGenericAllocationHandle *handle, int file, int type)
{
    hw_physical made = NULL;
    const CUresult result =
        handle ? hw_cu_error(hw_cuda_physical_import(&made, file, type)) : CUDA_ERROR_INVALID_VALUE;

    if (result == CUDA_SUCCESS)
        *handle = (uintptr_t)made;
    return result;
}

CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *shareable, int type)
{
    HW_ANYWHERE_CALL(import(handle, (int)(intptr_t)shareable, type));
}
