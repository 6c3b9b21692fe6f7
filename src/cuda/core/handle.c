/* SPDX-License-Identifier: MIT */
/* See handle.h. */
#include "cuda/core/handle.h"

#include "cuda/core/table.h"

#include <stdint.h>

static struct hw_cuda_table handles; /* of modules, kernels, textures, ...: what each is */

bool hw_cuda_handle_add(const void *handle, enum hw_cuda_kind kind)
{
    return hw_cuda_table_put(&handles, handle, (void *)(uintptr_t)kind);
}

void hw_cuda_handle_remove(const void *handle)
{
    hw_cuda_table_remove(&handles, handle);
    if (handles.count == 0)
        hw_cuda_table_clear(&handles);
}

bool hw_cuda_is(const void *handle, enum hw_cuda_kind kind)
{
    return (uintptr_t)hw_cuda_table_get(&handles, handle) == (uintptr_t)kind;
}
