/* SPDX-License-Identifier: MIT */
/* Managed memory, in the runtime's words.  (CUDA Runtime API 6.0 to 13, "Memory Management" and "Unified
 * Addressing".) */
#include "cuda/runtime/runtime_work.h"

#include "cuda/core/memory/managed.h"

#include <string.h>

/* --- places --- */

static bool has_locations(void)
{
    return hw_soname.version >= 13000;
}

/* A number of a device, or a location, in one register. */
int hw_runtime_managed_location(uint64_t where)
{
    struct hw_location location;

    memcpy(&location, &where, sizeof location);
    return has_locations() ? hw_cuda_location_place(location) : (int)(uint32_t)where;
}

/* --- advice --- */

cudaError_t hw_runtime_managed_prefetch(const void *address, size_t bytes, int place, uint64_t flags,
                                        cudaStream_t stream)
{
    return flags ? cudaErrorInvalidValue : hw_cuda_managed_prefetch(address, bytes, place, hw_stream(stream));
}

cudaError_t cudaMemPrefetchAsync(const void *address, size_t bytes, uint64_t where, uint64_t stream_or_flags,
                                 cudaStream_t stream)
{
    const uint64_t flags = has_locations() ? (uint32_t)stream_or_flags : 0;
    const cudaStream_t in = has_locations() ? stream : (cudaStream_t)(uintptr_t)stream_or_flags;

    HW_DEVICE_CALL(
        hw_runtime_managed_prefetch(address, bytes, hw_runtime_managed_location(where), flags, in));
}
