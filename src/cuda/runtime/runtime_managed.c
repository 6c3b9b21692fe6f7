/* SPDX-License-Identifier: MIT */
/* See runtime_managed.h. */
#include "cuda/runtime/runtime_managed.h"

#include "cuda/core/managed.h"
#include "cuda/runtime/runtime.h"

#include <string.h>

cudaError_t cudaMallocManaged(void **address, size_t bytes, unsigned flags)
{
    HW_DEVICE_CALL(hw_cuda_managed_alloc(address, bytes, flags));
}

/* --- places --- */

static bool has_locations(void)
{
    return hw_soname.version >= 13000;
}

/* A number of a device, or a location, in one register. */
static int place_of(uint64_t where)
{
    struct hw_location location;

    memcpy(&location, &where, sizeof location);
    return has_locations() ? hw_cuda_location_place(location) : (int)(uint32_t)where;
}

/* --- advice --- */

cudaError_t cudaMemAdvise(const void *address, size_t bytes, int advice, uint64_t where)
{
    HW_DEVICE_CALL(hw_cuda_managed_advise(address, bytes, advice, place_of(where)));
}

cudaError_t cudaMemAdvise_v2(const void *address, size_t bytes, int advice, struct hw_location where)
{
    HW_DEVICE_CALL(hw_cuda_managed_advise(address, bytes, advice, hw_cuda_location_place(where)));
}

static cudaError_t prefetch(const void *address, size_t bytes, int place, uint64_t flags, cudaStream_t stream)
{
    return flags ? cudaErrorInvalidValue : hw_cuda_managed_prefetch(address, bytes, place, hw_stream(stream));
}

cudaError_t cudaMemPrefetchAsync(const void *address, size_t bytes, uint64_t where, uint64_t stream_or_flags,
                                 cudaStream_t stream)
{
    const uint64_t flags = has_locations() ? (uint32_t)stream_or_flags : 0;
    const cudaStream_t in = has_locations() ? stream : (cudaStream_t)(uintptr_t)stream_or_flags;

    HW_DEVICE_CALL(prefetch(address, bytes, place_of(where), flags, in));
}

cudaError_t cudaMemPrefetchAsync_v2(const void *address, size_t bytes, struct hw_location where,
                                    unsigned flags, cudaStream_t stream)
{
    HW_DEVICE_CALL(prefetch(address, bytes, hw_cuda_location_place(where), flags, stream));
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *address, size_t bytes, unsigned flags)
{
    HW_DEVICE_CALL(hw_cuda_managed_attach(hw_stream(stream), address, bytes, flags));
}

/* --- answers --- */

cudaError_t cudaMemRangeGetAttribute(void *data, size_t size, int fact, const void *address, size_t bytes)
{
    HW_DEVICE_CALL(hw_cuda_managed_ask(&data, &size, &fact, 1, address, bytes));
}

cudaError_t cudaMemRangeGetAttributes(void **data, size_t *sizes, int *facts, size_t count,
                                      const void *address, size_t bytes)
{
    HW_DEVICE_CALL(hw_cuda_managed_ask(data, sizes, facts, count, address, bytes));
}
