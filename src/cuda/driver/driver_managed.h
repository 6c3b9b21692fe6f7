/* SPDX-License-Identifier: MIT */
/* Managed memory, in the driver's words.  (CUDA Driver API 6.0 to 13, "Memory Management" and "Unified
 * Addressing".) */
#ifndef HW_CUDA_DRIVER_DRIVER_MANAGED_H
#define HW_CUDA_DRIVER_DRIVER_MANAGED_H

#include "cuda/core/memory_abi.h"
#include "cuda/driver/driver.h"

#pragma GCC visibility push(default)

CUresult cuMemAllocManaged(CUdeviceptr *address, size_t bytes, unsigned flags);
CUresult cuMemAdvise(CUdeviceptr address, size_t bytes, int advice, CUdevice device);
CUresult cuMemAdvise_v2(CUdeviceptr address, size_t bytes, int advice, struct hw_location location);
CUresult cuMemPrefetchAsync(CUdeviceptr address, size_t bytes, CUdevice device, CUstream stream);
CUresult cuMemPrefetchAsync_v2(CUdeviceptr address, size_t bytes, struct hw_location location, unsigned flags,
                               CUstream stream);
CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr address, size_t bytes, unsigned flags);
CUresult cuMemRangeGetAttribute(void *data, size_t size, int fact, CUdeviceptr address, size_t bytes);
CUresult cuMemRangeGetAttributes(void **data, size_t *sizes, int *facts, size_t count, CUdeviceptr address,
                                 size_t bytes);

#pragma GCC visibility pop
#endif
