/* SPDX-License-Identifier: MIT */
/* See managed.h.  Advice is kept for each page of a block, from the first advice on. */
#include "cuda/core/memory/managed.h"

#include "cuda/core/devices/device.h"
#include "cuda/core/memory/page_locked.h"

#include <stdlib.h>

#define CAPABILITY 30 /* the first that has managed memory */
#define USERS_MAX  64

struct hw_cuda_page_advice {
    bool read_mostly, host_uses;
    int preferred, prefetched;
    uint64_t users; /* devices, a bit each */
};

static const struct hw_cuda_page_advice none = {.preferred = HW_PLACE_NONE, .prefetched = HW_PLACE_NONE};

/* Pages of a block. */
struct range {
    struct hw_cuda_locked block;
    size_t first, count;
};

/* --- memory --- */

cudaError_t hw_cuda_managed_alloc(void **address, size_t bytes, unsigned attach)
{
    void *device_address = NULL;

    if (!address || bytes == 0 || (attach != HW_ATTACH_GLOBAL && attach != HW_ATTACH_HOST))
        return cudaErrorInvalidValue;
    if (hw_cuda_capability() < CAPABILITY)
        return cudaErrorNotSupported;
    cudaError_t error = hw_cuda_host_alloc(address, bytes, HW_CUDA_MANAGED);
    if (error == cudaSuccess)
        error = hw_cuda_host_device_pointer(*address, &device_address);
    if (error == cudaSuccess && device_address != *address) {
        hw_cuda_host_free(*address);
        error = cudaErrorNotSupported;
    }
    return error;
}

bool hw_cuda_is_managed(const void *address)
{
    struct hw_cuda_locked block;

    return hw_cuda_locked(address, &block) && block.flags & HW_CUDA_MANAGED;
}

cudaError_t hw_cuda_free_any(void *address)
{
    return address && hw_cuda_is_managed(address) ? hw_cuda_host_free(address) : hw_cuda_free(address);
}

/* --- places --- */

int hw_cuda_location_place(struct hw_location location)
{
    if (location.type == HW_LOCATION_DEVICE)
        return location.id >= 0 ? location.id : HW_PLACE_NONE;
    return location.type >= HW_LOCATION_HOST && location.type <= HW_LOCATION_NUMA_CURRENT ? HW_PLACE_HOST
                                                                                          : HW_PLACE_NONE;
}

static bool takes_advice(int place)
{
    int value = 0;

    return place == HW_PLACE_HOST ||
           (place >= 0 && place < USERS_MAX &&
            hw_cuda_attribute(place, HW_CONCURRENT_MANAGED, &value) == cudaSuccess && value);
}

/* --- pages --- */

static bool find_range(const void *address, size_t bytes, struct range *range)
{
    struct hw_cuda_locked *block = &range->block;

    if (bytes == 0 || !hw_cuda_locked(address, block) || !(block->flags & HW_CUDA_MANAGED))
        return false;
    const size_t offset = (size_t)((const uint8_t *)address - block->first);
    if (bytes > block->bytes - offset)
        return false;
    range->first = offset / HW_CUDA_PAGE;
    range->count = (offset + bytes - 1) / HW_CUDA_PAGE - range->first + 1;
    return true;
}

bool hw_cuda_managed_has(const void *address, size_t bytes)
{
    struct range range;

    return find_range(address, bytes, &range);
}

/* The advice of the range's pages, to be changed; NULL: no memory. */
static struct hw_cuda_page_advice *advice_of(const struct range *range)
{
    if (!*range->block.advice) {
        const size_t pages = (range->block.bytes + HW_CUDA_PAGE - 1) / HW_CUDA_PAGE;
        struct hw_cuda_page_advice *made = malloc(pages * sizeof *made);

        for (size_t i = 0; made && i < pages; i++)
            made[i] = none;
        *range->block.advice = made;
    }
    return *range->block.advice ? *range->block.advice + range->first : NULL;
}

static void set_user(struct hw_cuda_page_advice *page, int place, bool uses)
{
    if (place == HW_PLACE_HOST)
        page->host_uses = uses;
    else if (uses)
        page->users |= (uint64_t)1 << place;
    else
        page->users &= ~((uint64_t)1 << place);
}

static void advise(struct hw_cuda_page_advice *page, int advice, int place)
{
    switch (advice) {
    case HW_ADVICE_READ_MOSTLY: page->read_mostly = true; break;
    case HW_ADVICE_NOT_READ_MOSTLY: page->read_mostly = false; break;
    case HW_ADVICE_PREFERRED: page->preferred = place; break;
    case HW_ADVICE_NOT_PREFERRED: page->preferred = HW_PLACE_NONE; break;
    default: set_user(page, place, advice == HW_ADVICE_USER);
    }
}

cudaError_t hw_cuda_managed_advise(const void *address, size_t bytes, int advice, int place)
{
    const bool placed =
        advice == HW_ADVICE_PREFERRED || advice == HW_ADVICE_USER || advice == HW_ADVICE_NO_USER;
    struct range range;

    if (advice < HW_ADVICE_READ_MOSTLY || advice > HW_ADVICE_NO_USER || !find_range(address, bytes, &range))
        return cudaErrorInvalidValue;
    if (placed && !takes_advice(place))
        return cudaErrorInvalidDevice;
    struct hw_cuda_page_advice *page = advice_of(&range);
    for (size_t i = 0; page && i < range.count; i++)
        advise(&page[i], advice, place);
    return page ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t hw_cuda_managed_prefetch(const void *address, size_t bytes, int place, cudaStream_t stream)
{
    const cudaError_t error = hw_cuda_stream_check(stream);
    struct range range;

    if (error != cudaSuccess)
        return error;
    if (!find_range(address, bytes, &range))
        return cudaErrorInvalidValue;
    if (!takes_advice(place))
        return cudaErrorInvalidDevice;
    struct hw_cuda_page_advice *page = advice_of(&range);
    for (size_t i = 0; page && i < range.count; i++)
        page[i].prefetched = place;
    return page ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t hw_cuda_managed_attach(cudaStream_t stream, void *address, size_t bytes, unsigned attach)
{
    const cudaError_t error = hw_cuda_stream_check(stream);
    struct hw_cuda_locked block;

    if (error != cudaSuccess)
        return error;
    if (attach != HW_ATTACH_GLOBAL && attach != HW_ATTACH_HOST && (attach != HW_ATTACH_SINGLE || !stream))
        return cudaErrorInvalidValue;
    if (!hw_cuda_locked(address, &block) || !(block.flags & HW_CUDA_MANAGED))
        return cudaErrorInvalidValue;
    return bytes == 0 || bytes == block.bytes ? cudaSuccess : cudaErrorInvalidValue;
}

/* --- what is answered about a range: what all of its pages have in common --- */

static struct hw_cuda_page_advice common(const struct range *range)
{
    const struct hw_cuda_page_advice *page =
        *range->block.advice ? *range->block.advice + range->first : NULL;
    struct hw_cuda_page_advice all = page ? page[0] : none;

    for (size_t i = 1; page && i < range->count; i++) {
        all.read_mostly &= page[i].read_mostly;
        all.host_uses &= page[i].host_uses;
        all.users &= page[i].users;
        if (page[i].preferred != all.preferred)
            all.preferred = HW_PLACE_NONE;
        if (page[i].prefetched != all.prefetched)
            all.prefetched = HW_PLACE_NONE;
    }
    return all;
}

/* As many as there is room for; the rest is no place. */
static void list_users(const struct hw_cuda_page_advice *all, int *to, size_t room)
{
    size_t count = 0;

    if (all->host_uses && count < room)
        to[count++] = HW_PLACE_HOST;
    for (int device = 0; device < USERS_MAX; device++)
        if (all->users >> device & 1 && count < room)
            to[count++] = device;
    while (count < room)
        to[count++] = HW_PLACE_NONE;
}

static int type_of(int place)
{
    return place >= 0 ? HW_LOCATION_DEVICE : place == HW_PLACE_HOST ? HW_LOCATION_HOST : HW_LOCATION_NONE;
}

static cudaError_t answer(const struct hw_cuda_page_advice *all, int fact, int *to, size_t size)
{
    if (!to || size == 0 || size % sizeof *to || (size != sizeof *to && fact != HW_RANGE_USERS))
        return cudaErrorInvalidValue;
    switch (fact) {
    case HW_RANGE_READ_MOSTLY: *to = all->read_mostly; return cudaSuccess;
    case HW_RANGE_PREFERRED: *to = all->preferred; return cudaSuccess;
    case HW_RANGE_USERS: list_users(all, to, size / sizeof *to); return cudaSuccess;
    case HW_RANGE_PREFETCHED: *to = all->prefetched; return cudaSuccess;
    case HW_RANGE_PREFERRED_TYPE: *to = type_of(all->preferred); return cudaSuccess;
    case HW_RANGE_PREFERRED_ID: *to = all->preferred >= 0 ? all->preferred : 0; return cudaSuccess;
    case HW_RANGE_PREFETCHED_TYPE: *to = type_of(all->prefetched); return cudaSuccess;
    case HW_RANGE_PREFETCHED_ID: *to = all->prefetched >= 0 ? all->prefetched : 0; return cudaSuccess;
    default: return cudaErrorInvalidValue;
    }
}

cudaError_t hw_cuda_managed_ask(void *const *data, const size_t *sizes, const int *facts, size_t count,
                                const void *address, size_t bytes)
{
    cudaError_t error = cudaSuccess;
    struct range range;

    if (!data || !sizes || !facts || count == 0 || !find_range(address, bytes, &range))
        return cudaErrorInvalidValue;
    const struct hw_cuda_page_advice all = common(&range);
    for (size_t i = 0; i < count && error == cudaSuccess; i++)
        error = answer(&all, facts[i], data[i], sizes[i]);
    return error;
}
