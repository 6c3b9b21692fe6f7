/* SPDX-License-Identifier: MIT */
/* Pools of device memory.
 *
 * A pool is an account: how much of a device's memory it holds back (reserved), and how much of that is in
 * use. Each of its allocations lies in device memory by itself, so that the bounds of each are known and what
 * is freed can be missed.  Memory is reserved in steps; what is not in use goes back when the host waits for
 * the device, as far as it exceeds the pool's threshold, or when there is none left for others.  The account
 * of an imported pool has what was imported from it; the device pays for that where the pool was created. */
#include "cuda/core/memory/pool_state.h"

#include "cuda/core/memory/managed.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/handle.h"
#include "cuda/core/log/reason.h"

#include <stdlib.h>

#define STEP ((uint64_t)2 << 20) /* of reservations: a page of later chips */
#define UNIT ((uint64_t)512)     /* of allocations */

static hw_pool pools;

static uint64_t round_to(uint64_t bytes, uint64_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

/* --- the account --- */

static void set_reserved(hw_pool pool, uint64_t bytes)
{
    if (!pool->sharing.imported && !pool->managed)
        pool->device->used += bytes - pool->reserved;
    pool->reserved = bytes;
    if (pool->reserved_high < bytes)
        pool->reserved_high = bytes;
}

void hw_cuda_pool_shrink(hw_pool pool, uint64_t keep)
{
    const uint64_t least = pool->used > keep ? pool->used : keep;

    if (pool->reserved > least)
        set_reserved(pool, round_to(least, STEP));
}

static void free_pool(hw_pool pool)
{
    hw_pool *link = &pools;

    while (*link != pool)
        link = &(*link)->next;
    *link = pool->next;
    hw_cuda_pool_shrink(pool, 0);
    free(pool);
}

/* So many bytes are in use. */
static void set_used(hw_pool pool, uint64_t used)
{
    const uint64_t needed = round_to(used, STEP);

    if (needed > pool->reserved)
        set_reserved(pool, needed);
    pool->used = used;
    if (pool->used_high < used)
        pool->used_high = used;
}

/* Whether a device has room for a pool to grow; other pools give back what they do not need. */
static bool fits(hw_pool pool, uint64_t needed)
{
    struct hw_cuda_device *device = pool->device;

    if (needed > pool->reserved && needed - pool->reserved > device->memory_bytes - device->used)
        hw_cuda_pools_shrink(device);
    return needed <= pool->reserved || needed - pool->reserved <= device->memory_bytes - device->used;
}

bool hw_cuda_pool_take(hw_pool pool, uint64_t bytes)
{
    const uint64_t used = pool->used + round_to(bytes, UNIT), needed = round_to(used, STEP);

    if (used < pool->used || (pool->most_bytes && used > pool->most_bytes))
        return false;
    if (!pool->managed && !fits(pool, needed))
        return false;
    set_used(pool, used);
    return true;
}

void hw_cuda_pool_opened(hw_pool pool, uint64_t bytes)
{
    set_used(pool, pool->used + round_to(bytes, UNIT));
}

static void settle_destroyed(hw_pool pool)
{
    if (pool->destroyed && pool->used == 0)
        free_pool(pool);
}

void hw_cuda_pool_give_back(hw_pool pool, uint64_t bytes)
{
    pool->used -= round_to(bytes, UNIT);
    settle_destroyed(pool);
}

void hw_cuda_pools_settle(struct hw_cuda_device *device)
{
    for (hw_pool pool = pools; pool; pool = pool->next)
        if (pool->device == device)
            hw_cuda_pool_shrink(pool, pool->threshold);
}

void hw_cuda_pools_shrink(struct hw_cuda_device *device)
{
    for (hw_pool pool = pools; pool; pool = pool->next)
        if (pool->device == device)
            hw_cuda_pool_shrink(pool, 0);
}

/* --- pools --- */

static hw_pool make(struct hw_cuda_device *device)
{
    hw_pool made = calloc(1, sizeof *made);

    if (!made || !hw_cuda_handle_add(made, HW_CUDA_POOL)) {
        free(made);
        return NULL;
    }
    *made = (struct CUmemPoolHandle_st){.next = pools, .device = device, .reuse = {1, 1, 1}};
    return pools = made;
}

static void destroy(hw_pool pool)
{
    struct hw_cuda_device *device = pool->device;

    if (device->current_pool == pool)
        device->current_pool = device->default_pool;
    hw_cuda_pool_forget_managed(pool);
    hw_cuda_handle_remove(pool);
    pool->destroyed = true;
    settle_destroyed(pool);
}

void hw_cuda_pools_clear(struct hw_cuda_device *device)
{
    device->default_pool = device->current_pool = NULL;
    for (hw_pool pool = pools, next; pool; pool = next) {
        next = pool->next;
        if (pool->device == device && !pool->destroyed)
            destroy(pool);
    }
}

/* Whose account a pool of managed memory is, which every device reaches: that of its preferred location. */
static struct hw_cuda_device *managing_device(const struct hw_location *location)
{
    return hw_cuda_device_at(location->type == HW_LOCATION_DEVICE ? location->id : 0);
}

static cudaError_t check_managed(const struct hw_location *location)
{
    const struct hw_cuda_device *device = managing_device(location);
    int concurrent = 0;

    if (!device || location->type < HW_LOCATION_NONE || location->type > HW_LOCATION_NUMA)
        return device ? cudaErrorInvalidValue : cudaErrorInvalidDevice;
    if (hw_cuda_attribute(device->ordinal, HW_CONCURRENT_MANAGED, &concurrent) != cudaSuccess || !concurrent)
        return hw_cuda_fail(cudaErrorNotSupported,
                            "device %d has no managed memory that host and device use "
                            "at once (concurrentManagedAccess)",
                            device->ordinal);
    return cudaSuccess;
}

static cudaError_t check_pinned(const struct hw_location *location)
{
    if (location->type == HW_LOCATION_HOST || location->type == HW_LOCATION_NUMA)
        return hw_cuda_fail(cudaErrorNotSupported, "location of type %d; expected a device (1)",
                            location->type);
    if (location->type != HW_LOCATION_DEVICE)
        return cudaErrorInvalidValue;
    return hw_cuda_device_at(location->id) ? cudaSuccess : cudaErrorInvalidDevice;
}

static cudaError_t check_properties(const struct hw_pool_properties *properties, bool managed)
{
    const int shared = managed ? HW_SHARE_NONE : HW_SHARE_FILE;

    if (properties->handle_types & ~shared)
        return hw_cuda_fail(cudaErrorNotSupported,
                            managed ? "handle types %#x; expected 0, of a pool of managed memory"
                                    : "handle types %#x; expected 0 or 1 (descriptors of files)",
                            (unsigned)properties->handle_types);
    if (properties->usage)
        return hw_cuda_fail(cudaErrorNotSupported, "usage %u of the pool; expected 0", properties->usage);
    return managed ? check_managed(&properties->location) : check_pinned(&properties->location);
}

cudaError_t hw_cuda_pool_create(hw_pool *pool, const struct hw_pool_properties *properties)
{
    if (!pool || !properties ||
        (properties->allocation_type != HW_ALLOCATION_PINNED &&
         properties->allocation_type != HW_ALLOCATION_MANAGED))
        return cudaErrorInvalidValue;
    const bool managed = properties->allocation_type == HW_ALLOCATION_MANAGED;
    const cudaError_t error = check_properties(properties, managed);
    if (error != cudaSuccess)
        return error;
    hw_pool made = make(managing_device(&properties->location));
    if (!made)
        return cudaErrorMemoryAllocation;
    made->managed = managed;
    made->place = managed ? hw_cuda_location_place(properties->location) : HW_PLACE_NONE;
    made->most_bytes = properties->most_bytes;
    made->sharing.types = properties->handle_types;
    *pool = made;
    return cudaSuccess;
}

bool hw_cuda_pool_known(hw_pool pool)
{
    return hw_cuda_is(pool, HW_CUDA_POOL);
}

cudaError_t hw_cuda_pool_destroy(hw_pool pool)
{
    if (!hw_cuda_pool_known(pool) || pool == pool->device->default_pool ||
        hw_cuda_pool_is_managed_default(pool))
        return cudaErrorInvalidValue;
    destroy(pool);
    return cudaSuccess;
}

cudaError_t hw_cuda_pool_check_source(hw_pool pool)
{
    if (!hw_cuda_pool_known(pool))
        return cudaErrorInvalidValue;
    if (pool->sharing.imported)
        return hw_cuda_fail(
            cudaErrorInvalidValue,
            "the pool is imported; memory is allocated from it only by the process that created it");
    return cudaSuccess;
}

hw_pool hw_cuda_pool_own(struct hw_cuda_device *device)
{
    if (!device->default_pool)
        device->default_pool = make(device);
    if (!device->current_pool)
        device->current_pool = device->default_pool;
    return device->default_pool;
}

static cudaError_t give(hw_pool *to, int number, bool current)
{
    struct hw_cuda_device *device = hw_cuda_device_at(number);

    if (!to)
        return cudaErrorInvalidValue;
    if (!device)
        return cudaErrorInvalidDevice;
    if (!hw_cuda_pool_own(device))
        return cudaErrorMemoryAllocation;
    *to = current ? device->current_pool : device->default_pool;
    return cudaSuccess;
}

cudaError_t hw_cuda_pool_default(hw_pool *pool, int device)
{
    return give(pool, device, false);
}

cudaError_t hw_cuda_pool_current(hw_pool *pool, int device)
{
    return give(pool, device, true);
}

cudaError_t hw_cuda_pool_set_current(int device, hw_pool pool)
{
    struct hw_cuda_device *found = hw_cuda_device_at(device);

    if (!found)
        return cudaErrorInvalidDevice;
    const cudaError_t error = hw_cuda_pool_check_source(pool);
    if (error != cudaSuccess)
        return error;
    if (pool->device != found || pool->managed || !hw_cuda_pool_own(found))
        return cudaErrorInvalidValue;
    found->current_pool = pool;
    return cudaSuccess;
}

/* --- pools that other processes know --- */

struct hw_pool_sharing *hw_cuda_pool_sharing(hw_pool pool)
{
    return hw_cuda_pool_known(pool) ? &pool->sharing : NULL;
}

struct hw_cuda_context *hw_cuda_pool_context(hw_pool pool)
{
    const bool current = hw_cuda.context && hw_cuda.context->device == pool->device;
    struct hw_cuda_context *context = current ? hw_cuda.context : &pool->device->primary;

    return hw_cuda_context_activate(context) ? context : NULL;
}

const struct hw_cuda_device *hw_cuda_pool_device(hw_pool pool)
{
    return pool->device;
}

hw_pool hw_cuda_pool_import(struct hw_cuda_device *device, uint64_t secret)
{
    hw_pool made = make(device);

    if (made)
        made->sharing = (struct hw_pool_sharing){.types = HW_SHARE_FILE, .secret = secret, .imported = true};
    return made;
}
