/* SPDX-License-Identifier: MIT */
/* Handles: the pointers that we have given out, and the kind of each. */
#ifndef HW_CUDA_CORE_HANDLE_H
#define HW_CUDA_CORE_HANDLE_H

#include <stdbool.h>

enum hw_cuda_kind {
    HW_CUDA_KERNEL = 1,
    HW_CUDA_VARIABLE,
    HW_CUDA_TEXTURE,
    HW_CUDA_SURFACE,
    HW_CUDA_MODULE, /* from here on kinds of handles only */
    HW_CUDA_STREAM,
    HW_CUDA_EVENT,
    HW_CUDA_ARRAY,
    HW_CUDA_GRAPH,
    HW_CUDA_NODE,
    HW_CUDA_EXEC,
    HW_CUDA_USER_OBJECT,
    HW_CUDA_MIPMAP,
    HW_CUDA_PHYSICAL,
    HW_CUDA_POOL,
    HW_CUDA_LIBRARY,
    HW_CUDA_LIBRARY_KERNEL,
    HW_CUDA_LINK,
    HW_CUDA_CONDITION,
    HW_CUDA_UPDATABLE,
};

bool hw_cuda_handle_add(const void *handle, enum hw_cuda_kind kind);
void hw_cuda_handle_remove(const void *handle);
bool hw_cuda_is(const void *handle, enum hw_cuda_kind kind);

#endif
