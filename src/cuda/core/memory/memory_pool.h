/* SPDX-License-Identifier: MIT */
/* What other parts of core tell pools of memory. */
#ifndef HW_CUDA_CORE_MEMORY_MEMORY_POOL_H
#define HW_CUDA_CORE_MEMORY_MEMORY_POOL_H

#include "cuda/core/memory/cuda_memory_pool.h"

struct hw_cuda_device;

/* A pool that other processes may know (ipc_pool.c). */
struct hw_pool_sharing {
    int types;       /* of handles that it may have, HW_SHARE_...; for what was imported, too */
    uint64_t secret; /* what its handles and those of its memory have in common; 0: none was asked for yet */
    bool imported;
};
/* NULL: there is no such pool. */
struct hw_pool_sharing *hw_cuda_pool_sharing(hw_pool pool);
/* The context in which its memory is, active; NULL: no memory for that. */
struct hw_cuda_context *hw_cuda_pool_context(hw_pool pool);
const struct hw_cuda_device *hw_cuda_pool_device(hw_pool pool);
/* A pool of the device that has such a secret, without memory of its own; NULL: no memory. */
hw_pool hw_cuda_pool_import(struct hw_cuda_device *device, uint64_t secret);

/* Bytes of a pool are in use, allocated (false: there is no room for them) or imported; or no longer. */
bool hw_cuda_pool_take(hw_pool pool, uint64_t bytes);
void hw_cuda_pool_opened(hw_pool pool, uint64_t bytes);
void hw_cuda_pool_give_back(hw_pool pool, uint64_t bytes);

/* The host has waited for a device: its pools keep what their thresholds say. */
void hw_cuda_pools_settle(struct hw_cuda_device *device);
/* They keep only what is in use: somebody else needs memory. */
void hw_cuda_pools_shrink(struct hw_cuda_device *device);
/* The device is reset: pools of programs go, its own is as at the beginning. */
void hw_cuda_pools_clear(struct hw_cuda_device *device);

#endif
