/* SPDX-License-Identifier: MIT */
/* See handle.h. */
#include "cuda/core/handle.h"

#include "cuda/core/pointer_map.h"

#include <stdint.h>

static struct hw_cuda_pointer_map handles; /* of modules, kernels, textures, ...: what each is */

bool hw_cuda_handle_add(const void *handle, enum hw_cuda_kind kind)
{
    return hw_cuda_pointer_map_put(&handles, handle, (void *)(uintptr_t)kind);
}

void hw_cuda_handle_remove(const void *handle)
{
    hw_cuda_pointer_map_remove(&handles, handle);
    if (handles.count == 0)
        hw_cuda_pointer_map_clear(&handles);
}

bool hw_cuda_is(const void *handle, enum hw_cuda_kind kind)
{
    return (uintptr_t)hw_cuda_pointer_map_get(&handles, handle) == (uintptr_t)kind;
}
