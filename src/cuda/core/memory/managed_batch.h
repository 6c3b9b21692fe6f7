/* SPDX-License-Identifier: MIT */
/* Several ranges of managed memory in one call (CUDA 13).  ("cudaMemPrefetchBatchAsync" and its neighbours of
 * the CUDA Runtime API.) */
#ifndef HW_CUDA_CORE_MEMORY_MANAGED_BATCH_H
#define HW_CUDA_CORE_MEMORY_MANAGED_BATCH_H

#include "cuda/core/cuda_core.h"
#include "cuda/core/memory/memory_abi.h"

#pragma GCC visibility push(default)

struct hw_managed_batch {
    void *const *address;
    const size_t *bytes;
    size_t count;
    /* Where to, from the range on whose index stands in `first`. */
    const struct hw_location *to;
    const size_t *first;
    size_t to_count;
};

/* Prefetch, which is what is done to discard and prefetch, too; the stream may not be the legacy default one.
 */
cudaError_t hw_cuda_managed_prefetch_batch(const struct hw_managed_batch *batch, unsigned long long flags,
                                           cudaStream_t stream);
/* The program needs what is there no more: it stays. */
cudaError_t hw_cuda_managed_discard_batch(const struct hw_managed_batch *batch, unsigned long long flags,
                                          cudaStream_t stream);

#pragma GCC visibility pop
#endif
