/* SPDX-License-Identifier: MIT */
/* Managed memory that was allocated from pools (CUDA 13). */
#ifndef HW_CUDA_CORE_MEMORY_MANAGED_POOL_H
#define HW_CUDA_CORE_MEMORY_MANAGED_POOL_H

#include "cuda/core/memory/cuda_memory_pool.h"

/* Allocate in a context from a pool of managed memory. */
cudaError_t hw_cuda_managed_block_add(struct hw_cuda_context *context, hw_pool pool, size_t bytes,
                                      void **address);
/* It is about to be freed, and must not be freed again; false: none begins there, or it leaves already. */
bool hw_cuda_managed_block_leave(const void *address);
/* Free one that leaves; false: it is none. */
bool hw_cuda_managed_block_remove(void *address);
/* The pool of managed memory that begins there; NULL: none. */
hw_pool hw_cuda_managed_block_pool(const void *address);
/* Managed memory is freed: the pool that it was allocated from, if there is one, has it back. */
void hw_cuda_managed_block_freed(const void *address);

#endif
