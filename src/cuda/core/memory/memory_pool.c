/* SPDX-License-Identifier: MIT */
/* Pools of device memory.
 *
 * A pool is an account: how much of a device's memory it holds back (reserved), and how much of that is in
 * use. Each of its allocations lies in device memory by itself, so that the bounds of each are known and what
 * is freed can be missed.  Memory is reserved in steps; what is not in use goes back when the host waits for
 * the device, as far as it exceeds the pool's threshold, or when there is none left for others.  The account
 * of an imported pool has what was imported from it; the device pays for that where the pool was created. */
#include "cuda/core/memory/memory_pool.h"

#include "cuda/core/memory/allocation.h"
#include "cuda/core/devices/device.h"
#include "cuda/core/graphs/graph_memory.h"
#include "cuda/core/ipc/ipc_memory.h"
#include "cuda/core/handle.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/streams/stream.h"
#include "cuda/core/streams/stream_work.h"

#include <stdlib.h>
#include <string.h>

#define STEP ((uint64_t)2 << 20) /* of reservations: a page of later chips */
#define UNIT ((uint64_t)512)     /* of allocations */

#define REUSES 3 /* flags about reuse, the first attributes: kept, and nothing asks for them */

struct CUmemPoolHandle_st {
    struct CUmemPoolHandle_st *next;
    struct hw_cuda_device *device;
    bool destroyed; /* waits for its allocations to go */
    uint64_t most_bytes;
    int reuse[REUSES];
    uint64_t threshold, reserved, reserved_high, used, used_high;
    uint32_t readers, writers; /* devices that were given rights: a bit each */
    struct hw_pool_sharing sharing;
};
static hw_pool pools;

static uint64_t round_to(uint64_t bytes, uint64_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

/* --- the account --- */

static void set_reserved(hw_pool pool, uint64_t bytes)
{
    if (!pool->sharing.imported)
        pool->device->used += bytes - pool->reserved;
    pool->reserved = bytes;
    if (pool->reserved_high < bytes)
        pool->reserved_high = bytes;
}

/* Keep what is in use, and of the rest what makes up so many bytes. */
static void shrink(hw_pool pool, uint64_t keep)
{
    const uint64_t used = round_to(pool->used, STEP), target = used > keep ? used : keep;

    if (pool->reserved > target)
        set_reserved(pool, target);
}

static void free_pool(hw_pool pool)
{
    hw_pool *link = &pools;

    while (*link != pool)
        link = &(*link)->next;
    *link = pool->next;
    shrink(pool, 0);
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

bool hw_cuda_pool_take(hw_pool pool, uint64_t bytes)
{
    const uint64_t used = pool->used + round_to(bytes, UNIT), needed = round_to(used, STEP);
    struct hw_cuda_device *device = pool->device;

    if (bytes > device->memory_bytes || (pool->most_bytes && used > pool->most_bytes))
        return false;
    if (needed > pool->reserved && needed - pool->reserved > device->memory_bytes - device->used)
        hw_cuda_pools_shrink(device);
    if (needed > pool->reserved && needed - pool->reserved > device->memory_bytes - device->used)
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
            shrink(pool, pool->threshold);
}

void hw_cuda_pools_shrink(struct hw_cuda_device *device)
{
    for (hw_pool pool = pools; pool; pool = pool->next)
        if (pool->device == device)
            shrink(pool, 0);
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

cudaError_t hw_cuda_pool_create(hw_pool *pool, const struct hw_pool_properties *properties)
{
    if (!pool || !properties || properties->allocation_type != HW_ALLOCATION_PINNED)
        return cudaErrorInvalidValue;
    if ((properties->handle_types & ~HW_SHARE_FILE) || properties->location.type == HW_LOCATION_HOST ||
        properties->location.type == HW_LOCATION_NUMA)
        return hw_cuda_fail(cudaErrorNotSupported,
                            "handle types %#x, location of type %d; expected 0 or 1 (descriptors of files), "
                            "and a device (1)",
                            (unsigned)properties->handle_types, properties->location.type);
    if (properties->usage)
        return hw_cuda_fail(cudaErrorNotSupported, "usage %u of the pool; expected 0", properties->usage);
    if (properties->location.type != HW_LOCATION_DEVICE)
        return cudaErrorInvalidValue;
    struct hw_cuda_device *device = hw_cuda_device_at(properties->location.id);
    if (!device)
        return cudaErrorInvalidDevice;
    hw_pool made = make(device);
    if (!made)
        return cudaErrorMemoryAllocation;
    made->most_bytes = properties->most_bytes;
    made->sharing.types = properties->handle_types;
    *pool = made;
    return cudaSuccess;
}

static bool known(hw_pool pool)
{
    return hw_cuda_is(pool, HW_CUDA_POOL);
}

cudaError_t hw_cuda_pool_destroy(hw_pool pool)
{
    if (!known(pool) || pool == pool->device->default_pool)
        return cudaErrorInvalidValue;
    destroy(pool);
    return cudaSuccess;
}

/* That memory may be allocated from it. */
static cudaError_t check_source(hw_pool pool)
{
    if (!known(pool))
        return cudaErrorInvalidValue;
    if (pool->sharing.imported)
        return hw_cuda_fail(
            cudaErrorInvalidValue,
            "the pool is imported; memory is allocated from it only by the process that created it");
    return cudaSuccess;
}

/* A device's own pool, made when first asked for. */
static hw_pool own_pool(struct hw_cuda_device *device)
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
    if (!own_pool(device))
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
    const cudaError_t error = check_source(pool);
    if (error != cudaSuccess)
        return error;
    if (pool->device != found || !own_pool(found))
        return cudaErrorInvalidValue;
    found->current_pool = pool;
    return cudaSuccess;
}

static bool is_device_memory(const struct hw_location *location, int type)
{
    return location && location->type == HW_LOCATION_DEVICE && type == HW_ALLOCATION_PINNED;
}

cudaError_t hw_cuda_pool_default_of(hw_pool *pool, const struct hw_location *location, int type)
{
    return is_device_memory(location, type) ? hw_cuda_pool_default(pool, location->id)
                                            : cudaErrorInvalidValue;
}

cudaError_t hw_cuda_pool_current_of(hw_pool *pool, const struct hw_location *location, int type)
{
    return is_device_memory(location, type) ? hw_cuda_pool_current(pool, location->id)
                                            : cudaErrorInvalidValue;
}

cudaError_t hw_cuda_pool_set_current_of(const struct hw_location *location, int type, hw_pool pool)
{
    return is_device_memory(location, type) ? hw_cuda_pool_set_current(location->id, pool)
                                            : cudaErrorInvalidValue;
}

/* --- pools that other processes know --- */

struct hw_pool_sharing *hw_cuda_pool_sharing(hw_pool pool)
{
    return known(pool) ? &pool->sharing : NULL;
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

/* --- attributes --- */

/* Marks of what was highest can be set back, to what is now. */
cudaError_t hw_cuda_pool_set(hw_pool pool, int attribute, const void *value)
{
    uint64_t wide;

    if (!known(pool) || !value)
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
    if (!known(pool) || !value)
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
    if (!known(pool))
        return cudaErrorInvalidValue;
    shrink(pool, keep);
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
    cudaError_t error = known(pool) && (rights || count == 0) ? cudaSuccess : cudaErrorInvalidValue;

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
    if (!flags || !known(pool) || !location || location->type != HW_LOCATION_DEVICE)
        return cudaErrorInvalidValue;
    if (!hw_cuda_device_at(location->id))
        return cudaErrorInvalidDevice;
    const uint32_t bit = UINT32_C(1) << location->id;
    const bool own = hw_cuda_device_at(location->id) == pool->device;
    *flags = own || (pool->writers & bit) ? HW_ACCESS_RIGHT_WRITE
             : pool->readers & bit        ? HW_ACCESS_RIGHT_READ
                                          : HW_ACCESS_RIGHT_NONE;
    return cudaSuccess;
}

/* --- allocations --- */

/* The address is known, and usable, at once: nothing that was asked of the stream before can need it. */
cudaError_t hw_cuda_alloc_async(void **address, size_t bytes, hw_pool pool, cudaStream_t stream)
{
    if (hw_cuda_stream_check(stream) != cudaSuccess)
        return cudaErrorInvalidResourceHandle;
    bool taken;
    cudaError_t error = pool ? check_source(pool) : cudaSuccess;
    if (error != cudaSuccess)
        return error;
    error = hw_cuda_capture_alloc(address, bytes, stream, &taken);
    if (taken)
        return error;
    struct hw_cuda_context *context = hw_cuda_stream_context(stream);
    if (!address || bytes == 0)
        return cudaErrorInvalidValue;
    if (!pool && !own_pool(context->device))
        return cudaErrorMemoryAllocation;
    if (!pool)
        pool = context->device->current_pool;
    if (pool->device != context->device)
        context = &pool->device->primary;
    if (!hw_cuda_context_activate(context))
        return cudaErrorMemoryAllocation;
    return hw_cuda_block_add(context, pool, bytes, address);
}

static cudaError_t free_now(void *data)
{
    void *address = *(void **)data;

    return hw_cuda_opened_remove(address) ? cudaSuccess : hw_cuda_block_remove(address);
}

cudaError_t hw_cuda_free_async(void *address, cudaStream_t stream)
{
    if (hw_cuda_stream_check(stream) != cudaSuccess)
        return cudaErrorInvalidResourceHandle;
    if (!address)
        return cudaSuccess;
    bool taken;
    cudaError_t error = hw_cuda_capture_free(address, stream, &taken);
    if (taken || hw_cuda_memory_leave(address, &error))
        return error;
    if (!hw_cuda_block_leave(address) && !hw_cuda_opened_leave(address))
        return cudaErrorInvalidDevicePointer;
    return hw_cuda_work_short(stream, free_now, &address, sizeof address);
}
