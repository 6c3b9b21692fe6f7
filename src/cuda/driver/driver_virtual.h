/* SPDX-License-Identifier: MIT */
/* Virtual memory, in the driver's words.  (CUDA Driver API 10.2 to 13, "Virtual Memory Management".) */
#ifndef HW_CUDA_DRIVER_DRIVER_VIRTUAL_H
#define HW_CUDA_DRIVER_DRIVER_VIRTUAL_H

#include "cuda/core/memory_abi.h"
#include "cuda/driver/driver.h"

typedef unsigned long long CUmemGenericAllocationHandle;

#pragma GCC visibility push(default)

CUresult cuMemAddressReserve(CUdeviceptr *address, size_t bytes, size_t alignment, CUdeviceptr wish,
                             unsigned long long flags);
CUresult cuMemAddressFree(CUdeviceptr address, size_t bytes);
CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t bytes,
                     const struct hw_allocation_properties *properties, unsigned long long flags);
CUresult cuMemRelease(CUmemGenericAllocationHandle handle);
CUresult cuMemMap(CUdeviceptr address, size_t bytes, size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags);
CUresult cuMemUnmap(CUdeviceptr address, size_t bytes);
CUresult cuMemSetAccess(CUdeviceptr address, size_t bytes, const struct hw_access_right *rights,
                        size_t count);
CUresult cuMemGetAccess(unsigned long long *flags, const struct hw_location *location, CUdeviceptr address);
CUresult cuMemGetAllocationGranularity(size_t *bytes, const struct hw_allocation_properties *properties,
                                       int option);
CUresult cuMemGetAllocationPropertiesFromHandle(struct hw_allocation_properties *properties,
                                                CUmemGenericAllocationHandle handle);
CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *address);
CUresult cuMemExportToShareableHandle(void *shareable, CUmemGenericAllocationHandle handle, int type,
                                      unsigned long long flags);
/* A descriptor of a file stands in the pointer itself. */
CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *shareable, int type);

#pragma GCC visibility pop
#endif
