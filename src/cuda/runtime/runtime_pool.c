/* SPDX-License-Identifier: MIT */
/* Memory in order of streams, and pools of it. */
#include "cuda/runtime/runtime_pool.h"

#include "cuda/runtime/runtime.h"

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
    HW_DEVICE_CALL(hw_cuda_pool_default(pool, device));
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
    HW_DEVICE_CALL(hw_cuda_pool_current(pool, device));
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
    HW_DEVICE_CALL(hw_cuda_pool_set_current(device, pool));
}

static bool is_device_memory(const struct hw_location *location, int type)
{
    return location && location->type == HW_LOCATION_DEVICE && type == HW_ALLOCATION_PINNED;
}

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t *pool, struct hw_location *location, int type)
{
    HW_DEVICE_CALL(is_device_memory(location, type) ? hw_cuda_pool_default(pool, location->id)
                                                    : cudaErrorInvalidValue);
}

cudaError_t cudaMemGetMemPool(cudaMemPool_t *pool, struct hw_location *location, int type)
{
    HW_DEVICE_CALL(is_device_memory(location, type) ? hw_cuda_pool_current(pool, location->id)
                                                    : cudaErrorInvalidValue);
}

cudaError_t cudaMemSetMemPool(struct hw_location *location, int type, cudaMemPool_t pool)
{
    HW_DEVICE_CALL(is_device_memory(location, type) ? hw_cuda_pool_set_current(location->id, pool)
                                                    : cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct hw_pool_properties *properties)
{
    HW_DEVICE_CALL(hw_cuda_pool_create(pool, properties));
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    HW_DEVICE_CALL(hw_cuda_pool_destroy(pool));
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep)
{
    HW_DEVICE_CALL(hw_cuda_pool_trim(pool, keep));
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, int attribute, void *value)
{
    HW_DEVICE_CALL(hw_cuda_pool_set(pool, attribute, value));
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, int attribute, void *value)
{
    HW_DEVICE_CALL(hw_cuda_pool_get(pool, attribute, value));
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct hw_access_right *rights, size_t count)
{
    HW_DEVICE_CALL(hw_cuda_pool_set_access(pool, rights, count));
}

cudaError_t cudaMemPoolGetAccess(int *flags, cudaMemPool_t pool, struct hw_location *location)
{
    HW_DEVICE_CALL(hw_cuda_pool_get_access(flags, pool, location));
}

/* As with cudaMalloc, 0 bytes are no address and no error. */
static cudaError_t allocate(void **address, size_t bytes, cudaMemPool_t pool, cudaStream_t stream)
{
    if (!address || bytes > 0)
        return hw_cuda_alloc_async(address, bytes, pool, stream);
    *address = NULL;
    return hw_cuda_stream_check(stream);
}

cudaError_t cudaMallocAsync(void **address, size_t bytes, cudaStream_t stream)
{
    HW_DEVICE_CALL(allocate(address, bytes, NULL, hw_stream(stream)));
}

cudaError_t cudaMallocFromPoolAsync(void **address, size_t bytes, cudaMemPool_t pool, cudaStream_t stream)
{
    HW_DEVICE_CALL(pool ? allocate(address, bytes, pool, hw_stream(stream)) : cudaErrorInvalidValue);
}

cudaError_t cudaFreeAsync(void *address, cudaStream_t stream)
{
    HW_DEVICE_CALL(hw_cuda_free_async(address, hw_stream(stream)));
}
