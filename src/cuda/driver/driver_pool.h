/* SPDX-License-Identifier: MIT */
/* The part of cuda.h about pools of memory, since CUDA 11.2 (docs/cuda-api.md). */
#ifndef HW_CUDA_DRIVER_DRIVER_POOL_H
#define HW_CUDA_DRIVER_DRIVER_POOL_H

#include "cuda/core/cuda_memory.h"
#include "cuda/driver/driver.h"

typedef struct CUmemPoolHandle_st *CUmemoryPool;

#pragma GCC visibility push(default)

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device);
CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device);
CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool);
/* Of a location, since CUDA 13. */
CUresult cuMemGetDefaultMemPool(CUmemoryPool *pool, struct hw_location *location, int type);
CUresult cuMemGetMemPool(CUmemoryPool *pool, struct hw_location *location, int type);
CUresult cuMemSetMemPool(struct hw_location *location, int type, CUmemoryPool pool);

CUresult cuMemPoolCreate(CUmemoryPool *pool, const struct hw_pool_properties *properties);
CUresult cuMemPoolDestroy(CUmemoryPool pool);
CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t keep);
CUresult cuMemPoolSetAttribute(CUmemoryPool pool, int attribute, void *value);
CUresult cuMemPoolGetAttribute(CUmemoryPool pool, int attribute, void *value);
CUresult cuMemPoolSetAccess(CUmemoryPool pool, const struct hw_access_right *rights, size_t count);
CUresult cuMemPoolGetAccess(int *flags, CUmemoryPool pool, struct hw_location *location);

CUresult cuMemAllocAsync(CUdeviceptr *address, size_t bytes, CUstream stream);
CUresult cuMemAllocFromPoolAsync(CUdeviceptr *address, size_t bytes, CUmemoryPool pool, CUstream stream);
CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream);

#pragma GCC visibility pop
#endif
