/* SPDX-License-Identifier: MIT */
/* Attributes of pools of memory, and which devices have access to them. */
#include "cuda/core/memory/pool_state.h"

#include "cuda/core/devices/device.h"

#include <string.h>

/* Marks of what was highest can be set back, to what is now. */
cudaError_t hw_cuda_pool_set(hw_pool pool, int attribute, const void *value)
{
    uint64_t wide;

    if (!hw_cuda_pool_known(pool) || !value)
        return cudaErrorInvalidValue;
    if (attribute >= HW_POOL_REUSE_FOLLOW_EVENTS && attribute <= HW_POOL_REUSE_INTERNAL) {
        memcpy(&pool->reuse[attribute - HW_POOL_REUSE_FOLLOW_EVENTS], value, sizeof(int));
        return cudaSuccess;
    }
    memcpy(&wide, value, sizeof wide);
    if (attribute == HW_POOL_RELEASE_THRESHOLD)
        pool->threshold = wide;
    else if (attribute == HW_POOL_RESERVED_HIGH && wide == 0)
        pool->reserved_high = pool->reserved;
    else if (attribute == HW_POOL_USED_HIGH && wide == 0)
        pool->used_high = pool->used;
    else
        return cudaErrorInvalidValue;
    return cudaSuccess;
}

cudaError_t hw_cuda_pool_get(hw_pool pool, int attribute, void *value)
{
    if (!hw_cuda_pool_known(pool) || !value)
        return cudaErrorInvalidValue;
    if (attribute >= HW_POOL_REUSE_FOLLOW_EVENTS && attribute <= HW_POOL_REUSE_INTERNAL) {
        memcpy(value, &pool->reuse[attribute - HW_POOL_REUSE_FOLLOW_EVENTS], sizeof(int));
        return cudaSuccess;
    }
    const uint64_t wide[] = {[HW_POOL_RELEASE_THRESHOLD] = pool->threshold,
                             [HW_POOL_RESERVED] = pool->reserved,
                             [HW_POOL_RESERVED_HIGH] = pool->reserved_high,
                             [HW_POOL_USED] = pool->used,
                             [HW_POOL_USED_HIGH] = pool->used_high};
    if (attribute < HW_POOL_RELEASE_THRESHOLD || attribute > HW_POOL_USED_HIGH)
        return cudaErrorInvalidValue;
    memcpy(value, &wide[attribute], sizeof *wide);
    return cudaSuccess;
}

cudaError_t hw_cuda_pool_trim(hw_pool pool, size_t keep)
{
    if (!hw_cuda_pool_known(pool))
        return cudaErrorInvalidValue;
    hw_cuda_pool_shrink(pool, keep);
    return cudaSuccess;
}

/* --- access --- */

static cudaError_t check_right(hw_pool pool, const struct hw_access_right *right)
{
    const bool flags = right->flags == HW_ACCESS_RIGHT_NONE || right->flags == HW_ACCESS_RIGHT_READ ||
                       right->flags == HW_ACCESS_RIGHT_WRITE;
    const struct hw_cuda_device *device = hw_cuda_device_at(right->location.id);

    if (right->location.type != HW_LOCATION_DEVICE || !flags)
        return cudaErrorInvalidValue;
    if (!device)
        return cudaErrorInvalidDevice;
    return device == pool->device && right->flags != HW_ACCESS_RIGHT_WRITE ? cudaErrorInvalidDevice
                                                                           : cudaSuccess;
}

cudaError_t hw_cuda_pool_set_access(hw_pool pool, const struct hw_access_right *rights, size_t count)
{
    cudaError_t error =
        hw_cuda_pool_known(pool) && (rights || count == 0) ? cudaSuccess : cudaErrorInvalidValue;

    for (size_t i = 0; i < count && error == cudaSuccess; i++)
        error = check_right(pool, &rights[i]);
    for (size_t i = 0; i < count && error == cudaSuccess; i++) {
        const uint32_t bit = UINT32_C(1) << rights[i].location.id;
        pool->readers = rights[i].flags & HW_ACCESS_RIGHT_READ ? pool->readers | bit : pool->readers & ~bit;
        pool->writers = rights[i].flags == HW_ACCESS_RIGHT_WRITE ? pool->writers | bit : pool->writers & ~bit;
    }
    return error;
}

cudaError_t hw_cuda_pool_get_access(int *flags, hw_pool pool, const struct hw_location *location)
{
    if (!flags || !hw_cuda_pool_known(pool) || !location || location->type != HW_LOCATION_DEVICE)
        return cudaErrorInvalidValue;
    if (!hw_cuda_device_at(location->id))
        return cudaErrorInvalidDevice;
    const uint32_t bit = UINT32_C(1) << location->id;
    const bool own = pool->managed || hw_cuda_device_at(location->id) == pool->device;
    *flags = own || (pool->writers & bit) ? HW_ACCESS_RIGHT_WRITE
             : pool->readers & bit        ? HW_ACCESS_RIGHT_READ
                                          : HW_ACCESS_RIGHT_NONE;
    return cudaSuccess;
}
