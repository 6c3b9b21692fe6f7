/* SPDX-License-Identifier: MIT */
/* Managed memory, in the runtime's words.  (CUDA Runtime API 6.0 to 13, "Memory Management" and "Unified
 * Addressing".)
 *
 * CUDA 13 gave cudaMemAdvise and cudaMemPrefetchAsync other arguments under the same names: a location of
 * eight bytes where the number of a device was, and flags before the stream. Both fit the registers that are
 * declared here. */
#ifndef HW_CUDA_RUNTIME_RUNTIME_MANAGED_H
#define HW_CUDA_RUNTIME_RUNTIME_MANAGED_H

#include "cuda/core/cuda_core.h"
#include "cuda/core/memory_abi.h"

#pragma GCC visibility push(default)

cudaError_t cudaMallocManaged(void **address, size_t bytes, unsigned flags);
cudaError_t cudaMemAdvise(const void *address, size_t bytes, int advice, uint64_t where);
cudaError_t cudaMemAdvise_v2(const void *address, size_t bytes, int advice, struct hw_location where);
cudaError_t cudaMemPrefetchAsync(const void *address, size_t bytes, uint64_t where, uint64_t stream_or_flags,
                                 cudaStream_t stream);
cudaError_t cudaMemPrefetchAsync_v2(const void *address, size_t bytes, struct hw_location where,
                                    unsigned flags, cudaStream_t stream);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *address, size_t bytes, unsigned flags);
cudaError_t cudaMemRangeGetAttribute(void *data, size_t size, int fact, const void *address, size_t bytes);
cudaError_t cudaMemRangeGetAttributes(void **data, size_t *sizes, int *facts, size_t count,
                                      const void *address, size_t bytes);

#pragma GCC visibility pop
#endif
