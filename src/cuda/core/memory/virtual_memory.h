/* SPDX-License-Identifier: MIT */
/* Virtual memory (CUDA 10.2): addresses are reserved, physical memory is made, and both are brought together;
 * kernels and copies reach it where access was given.  All functions are for calls with the lock, with or
 * without a current context. */
#ifndef HW_CUDA_CORE_MEMORY_VIRTUAL_MEMORY_H
#define HW_CUDA_CORE_MEMORY_VIRTUAL_MEMORY_H

#include "cuda/core/cuda_core.h"
#include "cuda/core/memory/memory_abi.h"

/* Addresses and sizes are multiples of this. */
#define HW_CUDA_GRANULARITY ((size_t)2 << 20)

typedef struct hw_cuda_physical *hw_physical;

#pragma GCC visibility push(default)

cudaError_t hw_cuda_reserve(void **address, size_t bytes, size_t alignment, unsigned long long flags);
cudaError_t hw_cuda_unreserve(void *address, size_t bytes);

/* A handle counts once for each time that it was given out; memory lives as long as handles and mappings do.
 */
cudaError_t hw_cuda_physical_create(hw_physical *physical, size_t bytes,
                                    const struct hw_allocation_properties *properties,
                                    unsigned long long flags);
cudaError_t hw_cuda_physical_release(hw_physical physical);
cudaError_t hw_cuda_physical_at(hw_physical *physical, const void *address);
cudaError_t hw_cuda_physical_properties(struct hw_allocation_properties *properties, hw_physical physical);
cudaError_t hw_cuda_granularity(size_t *bytes, const struct hw_allocation_properties *properties, int option);
/* To a descriptor of a file, for other processes, and of one. */
cudaError_t hw_cuda_physical_export(int *file, hw_physical physical, int type, unsigned long long flags);
cudaError_t hw_cuda_physical_import(hw_physical *physical, int file, int type);

cudaError_t hw_cuda_map(void *address, size_t bytes, size_t offset, hw_physical physical,
                        unsigned long long flags);
cudaError_t hw_cuda_unmap(void *address, size_t bytes);
cudaError_t hw_cuda_set_access(void *address, size_t bytes, const struct hw_access_right *rights,
                               size_t count);
cudaError_t hw_cuda_get_access(unsigned long long *flags, const struct hw_location *location,
                               const void *address);

#pragma GCC visibility pop

/* Device memory goes with the last context, and is there again with the next one: reservations and mappings
 * stay. */
void hw_cuda_virtual_leave(void);
void hw_cuda_virtual_return(void);

#endif
