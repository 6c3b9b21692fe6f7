/* SPDX-License-Identifier: MIT */
/* Memory in order of streams, and pools of it. */
#include "cuda/driver/driver_pool.h"

#include "cuda/driver/driver_call.h"

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device)
{
    HW_DRIVER_CALL(hw_cu_error(hw_cuda_pool_default(pool, device)));
}

CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device)
{
    HW_DRIVER_CALL(hw_cu_error(hw_cuda_pool_current(pool, device)));
}

CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool)
{
    HW_DRIVER_CALL(hw_cu_error(hw_cuda_pool_set_current(device, pool)));
}

static bool is_device_memory(const struct hw_location *location, int type)
{
    return location && location->type == HW_LOCATION_DEVICE && type == HW_ALLOCATION_PINNED;
}

CUresult cuMemGetDefaultMemPool(CUmemoryPool *pool, struct hw_location *location, int type)
{
    HW_DRIVER_CALL(is_device_memory(location, type) ? hw_cu_error(hw_cuda_pool_default(pool, location->id))
                                                    : CUDA_ERROR_INVALID_VALUE);
}

CUresult cuMemGetMemPool(CUmemoryPool *pool, struct hw_location *location, int type)
{
    HW_DRIVER_CALL(is_device_memory(location, type) ? hw_cu_error(hw_cuda_pool_current(pool, location->id))
                                                    : CUDA_ERROR_INVALID_VALUE);
}

CUresult cuMemSetMemPool(struct hw_location *location, int type, CUmemoryPool pool)
{
    HW_DRIVER_CALL(is_device_memory(location, type)
                       ? hw_cu_error(hw_cuda_pool_set_current(location->id, pool))
                       : CUDA_ERROR_INVALID_VALUE);
}

CUresult cuMemPoolCreate(CUmemoryPool *pool, const struct hw_pool_properties *properties)
{
    HW_DRIVER_CALL(hw_cu_error(hw_cuda_pool_create(pool, properties)));
}

CUresult cuMemPoolDestroy(CUmemoryPool pool)
{
    HW_DRIVER_CALL(hw_cu_error(hw_cuda_pool_destroy(pool)));
}

CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t keep)
{
    HW_DRIVER_CALL(hw_cu_error(hw_cuda_pool_trim(pool, keep)));
}

CUresult cuMemPoolSetAttribute(CUmemoryPool pool, int attribute, void *value)
{
    HW_DRIVER_CALL(hw_cu_error(hw_cuda_pool_set(pool, attribute, value)));
}

CUresult cuMemPoolGetAttribute(CUmemoryPool pool, int attribute, void *value)
{
    HW_DRIVER_CALL(hw_cu_error(hw_cuda_pool_get(pool, attribute, value)));
}

CUresult cuMemPoolSetAccess(CUmemoryPool pool, const struct hw_access_right *rights, size_t count)
{
    HW_DRIVER_CALL(hw_cu_error(hw_cuda_pool_set_access(pool, rights, count)));
}

CUresult cuMemPoolGetAccess(int *flags, CUmemoryPool pool, struct hw_location *location)
{
    HW_DRIVER_CALL(hw_cu_error(hw_cuda_pool_get_access(flags, pool, location)));
}

static CUresult allocate(CUdeviceptr *address, size_t bytes, CUmemoryPool pool, CUstream stream)
{
    void *place = NULL;
    const CUresult result =
        address ? hw_cu_error(hw_cuda_alloc_async(&place, bytes, pool, stream)) : CUDA_ERROR_INVALID_VALUE;

    if (result == CUDA_SUCCESS)
        *address = (uintptr_t)place;
    return result;
}

CUresult cuMemAllocAsync(CUdeviceptr *address, size_t bytes, CUstream stream)
{
    HW_CONTEXT_CALL(allocate(address, bytes, NULL, stream));
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr *address, size_t bytes, CUmemoryPool pool, CUstream stream)
{
    HW_CONTEXT_CALL(pool ? allocate(address, bytes, pool, stream) : CUDA_ERROR_INVALID_VALUE);
}

CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_free_async(hw_cu_pointer(address), stream)));
}
