/* SPDX-License-Identifier: MIT */
/* Device memory of contexts. */
#ifndef HW_CUDA_CORE_MEMORY_ALLOCATION_H
#define HW_CUDA_CORE_MEMORY_ALLOCATION_H

#include "cuda/core/memory/cuda_memory_pool.h"

struct hw_cuda_device;
struct hw_shared_slot;

/* Before memory is allocated for a context, or its code runs: addresses and mappings are as its device has
 * them. */
void hw_cuda_fit(const struct hw_cuda_context *context);

/* Device memory for a context, at addresses that its code can use. */
cudaError_t hw_cuda_allocate(struct hw_cuda_context *context, size_t bytes, uint64_t *address);

/* cudaErrorMemoryAllocation, for a device that has too little left; the reason says how it gets more. */
cudaError_t hw_cuda_fail_memory(const struct hw_cuda_device *device, size_t bytes);

/* Whether bytes of device memory are all the program's. */
bool hw_cuda_in_reach(const void *address, uint64_t bytes);

/* The context that device memory was allocated in, or whose variable is there; NULL: none, such as of managed
 * memory. */
struct hw_cuda_context *hw_cuda_memory_context(const void *address);

/* A block of the program's in a context, from a pool or (NULL) from the device's memory. */
cudaError_t hw_cuda_block_add(struct hw_cuda_context *context, hw_pool pool, size_t bytes, void **address);
/* It is about to be freed, and must not be freed again; false: no block begins there, or it leaves already.
 */
bool hw_cuda_block_leave(const void *address);
/* Free a block that leaves. */
cudaError_t hw_cuda_block_remove(const void *address);

/* Let other processes use the block of a pool, or of none (NULL), that holds an address, from now until it is
 * freed. */
cudaError_t hw_cuda_block_share(const void *address, hw_pool pool, const struct hw_shared_slot **slot);

/* Free all that the program has allocated in a context. */
void hw_cuda_blocks_clear(struct hw_cuda_context *context);

#endif
