/* SPDX-License-Identifier: MIT */
/* Device memory beyond plain allocations: pools, which allocate in order of streams.  The frame of
 * calls is that of cuda_core.h. */
#ifndef HW_CUDA_CORE_MEMORY_CUDA_MEMORY_POOL_H
#define HW_CUDA_CORE_MEMORY_CUDA_MEMORY_POOL_H

#include "cuda/core/cuda_core.h"
#include "cuda/core/memory/memory_abi.h"

#pragma GCC visibility push(default)

/* --- pools (memory_pool.c) --- */

typedef struct CUmemPoolHandle_st *hw_pool;

cudaError_t hw_cuda_pool_create(hw_pool *pool, const struct hw_pool_properties *properties);
/* It goes when the last of its allocations does. */
cudaError_t hw_cuda_pool_destroy(hw_pool pool);
/* A device's own, which is never destroyed, and the one that allocations use which name none. */
cudaError_t hw_cuda_pool_default(hw_pool *pool, int device);
cudaError_t hw_cuda_pool_current(hw_pool *pool, int device);
cudaError_t hw_cuda_pool_set_current(int device, hw_pool pool);
/* The same by location (CUDA 13): pinned memory of a device has pools, and managed memory of no location. */
cudaError_t hw_cuda_pool_default_of(hw_pool *pool, const struct hw_location *location, int type);
cudaError_t hw_cuda_pool_current_of(hw_pool *pool, const struct hw_location *location, int type);
cudaError_t hw_cuda_pool_set_current_of(const struct hw_location *location, int type, hw_pool pool);
/* Attributes are int or 64 bits wide, as their documentation says. */
cudaError_t hw_cuda_pool_set(hw_pool pool, int attribute, const void *value);
cudaError_t hw_cuda_pool_get(hw_pool pool, int attribute, void *value);
/* Give memory back that nobody uses, but keep so many bytes. */
cudaError_t hw_cuda_pool_trim(hw_pool pool, size_t keep);
/* Rights of other devices, which are only kept: all devices reach all memory here. */
cudaError_t hw_cuda_pool_set_access(hw_pool pool, const struct hw_access_right *rights, size_t count);
cudaError_t hw_cuda_pool_get_access(int *flags, hw_pool pool, const struct hw_location *location);

/* Allocate in order of a stream; a NULL pool: the current one of its device.  Free anything that is
 * allocated. */
cudaError_t hw_cuda_alloc_async(void **address, size_t bytes, hw_pool pool, cudaStream_t stream);
cudaError_t hw_cuda_free_async(void *address, cudaStream_t stream);

#pragma GCC visibility pop
#endif
