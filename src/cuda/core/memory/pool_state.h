/* SPDX-License-Identifier: MIT */
/* What a pool of memory is, for the files that make pools of it (memory_pool.c). */
#ifndef HW_CUDA_CORE_MEMORY_POOL_STATE_H
#define HW_CUDA_CORE_MEMORY_POOL_STATE_H

#include "cuda/core/memory/memory_pool.h"

#define REUSES 3 /* flags about reuse, the first attributes: kept, and nothing asks for them */

struct CUmemPoolHandle_st {
    struct CUmemPoolHandle_st *next;
    struct hw_cuda_device *device;
    bool destroyed; /* waits for its allocations to go */
    bool managed;   /* its memory is managed, which no device pays for, */
    int place;      /* and preferred there (managed.h) */
    uint64_t most_bytes;
    int reuse[REUSES];
    uint64_t threshold, reserved, reserved_high, used, used_high;
    uint32_t readers, writers; /* devices that were given rights: a bit each */
    struct hw_pool_sharing sharing;
};

bool hw_cuda_pool_known(hw_pool pool);
/* That memory may be allocated from it. */
cudaError_t hw_cuda_pool_check_source(hw_pool pool);
/* A device's own pool, made when first asked for; NULL: no memory. */
hw_pool hw_cuda_pool_own(struct hw_cuda_device *device);
/* Whether it is the default one of managed memory; and such a pool goes (pool_location.c). */
bool hw_cuda_pool_is_managed_default(hw_pool pool);
void hw_cuda_pool_forget_managed(hw_pool pool);
/* Keep what is in use, and of the rest whole steps that make up so many bytes. */
void hw_cuda_pool_shrink(hw_pool pool, uint64_t keep);

#endif
