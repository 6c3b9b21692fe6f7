/* SPDX-License-Identifier: MIT */
/* The part of the runtime about pools of memory, since CUDA 11.2 (docs/cuda-api.md). */
#ifndef HW_CUDA_RUNTIME_RUNTIME_POOL_H
#define HW_CUDA_RUNTIME_RUNTIME_POOL_H

#include "cuda/core/cuda_memory.h"

typedef struct CUmemPoolHandle_st *cudaMemPool_t;

#pragma GCC visibility push(default)

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
/* Of a location, since CUDA 13. */
cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t *pool, struct hw_location *location, int type);
cudaError_t cudaMemGetMemPool(cudaMemPool_t *pool, struct hw_location *location, int type);
cudaError_t cudaMemSetMemPool(struct hw_location *location, int type, cudaMemPool_t pool);

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct hw_pool_properties *properties);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, int attribute, void *value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, int attribute, void *value);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct hw_access_right *rights, size_t count);
cudaError_t cudaMemPoolGetAccess(int *flags, cudaMemPool_t pool, struct hw_location *location);

cudaError_t cudaMallocAsync(void **address, size_t bytes, cudaStream_t stream);
cudaError_t cudaMallocFromPoolAsync(void **address, size_t bytes, cudaMemPool_t pool, cudaStream_t stream);
cudaError_t cudaFreeAsync(void *address, cudaStream_t stream);

#pragma GCC visibility pop
#endif
