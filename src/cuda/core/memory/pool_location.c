/* SPDX-License-Identifier: MIT */
/* Pools by location and type of memory (CUDA 13): those of devices, and one of managed memory. */
#include "cuda/core/memory/pool_state.h"

#include "cuda/core/log/reason.h"

/* Of managed memory without a preferred location; NULL: not yet. */
static struct {
    hw_pool default_pool, current_pool;
} managed;

bool hw_cuda_pool_is_managed_default(hw_pool pool)
{
    return pool == managed.default_pool;
}

void hw_cuda_pool_forget_managed(hw_pool pool)
{
    if (managed.default_pool == pool)
        managed.default_pool = NULL;
    if (managed.current_pool == pool)
        managed.current_pool = managed.default_pool;
}

static bool is_device_memory(const struct hw_location *location, int type)
{
    return location && location->type == HW_LOCATION_DEVICE && type == HW_ALLOCATION_PINNED;
}

/* Managed memory without a preferred location. */
static bool is_managed_memory(const struct hw_location *location, int type)
{
    return location && location->type == HW_LOCATION_NONE && type == HW_ALLOCATION_MANAGED;
}

static cudaError_t refuse_location(const struct hw_location *location, int type)
{
    if (!location)
        return hw_cuda_fail(cudaErrorInvalidValue, "the location is null");
    return hw_cuda_fail(cudaErrorInvalidValue,
                        "memory of type %d in a location of type %d; expected pinned (1) "
                        "of a device (1), or managed (2) of none (0)",
                        type, location->type);
}

static cudaError_t begin_managed(const struct hw_location *location)
{
    const struct hw_pool_properties plain = {.allocation_type = HW_ALLOCATION_MANAGED, .location = *location};
    const cudaError_t error =
        managed.default_pool ? cudaSuccess : hw_cuda_pool_create(&managed.default_pool, &plain);

    if (!managed.current_pool)
        managed.current_pool = managed.default_pool;
    return error;
}

static cudaError_t give_of(hw_pool *pool, const struct hw_location *location, int type, bool current)
{
    if (is_device_memory(location, type))
        return current ? hw_cuda_pool_current(pool, location->id) : hw_cuda_pool_default(pool, location->id);
    if (!pool || !is_managed_memory(location, type))
        return pool ? refuse_location(location, type) : cudaErrorInvalidValue;
    const cudaError_t error = begin_managed(location);
    if (error == cudaSuccess)
        *pool = current ? managed.current_pool : managed.default_pool;
    return error;
}

cudaError_t hw_cuda_pool_default_of(hw_pool *pool, const struct hw_location *location, int type)
{
    return give_of(pool, location, type, false);
}

cudaError_t hw_cuda_pool_current_of(hw_pool *pool, const struct hw_location *location, int type)
{
    return give_of(pool, location, type, true);
}

cudaError_t hw_cuda_pool_set_current_of(const struct hw_location *location, int type, hw_pool pool)
{
    if (is_device_memory(location, type))
        return hw_cuda_pool_set_current(location->id, pool);
    if (!is_managed_memory(location, type))
        return refuse_location(location, type);
    const cudaError_t error = begin_managed(location);
    if (error != cudaSuccess)
        return error;
    if (!hw_cuda_pool_known(pool) || !pool->managed)
        return cudaErrorInvalidValue;
    managed.current_pool = pool;
    return cudaSuccess;
}
