/* SPDX-License-Identifier: MIT */
/* What other parts of core tell pools of memory. */
#ifndef HW_CUDA_CORE_MEMORY_MEMORY_POOL_H
#define HW_CUDA_CORE_MEMORY_MEMORY_POOL_H

#include "cuda/core/memory/cuda_memory_pool.h"

struct hw_cuda_device;

/* Bytes of a pool are in use, or no longer; false: there is no room for them. */
bool hw_cuda_pool_take(hw_pool pool, uint64_t bytes);
void hw_cuda_pool_give_back(hw_pool pool, uint64_t bytes);

/* The host has waited for a device: its pools keep what their thresholds say. */
void hw_cuda_pools_settle(struct hw_cuda_device *device);
/* They keep only what is in use: somebody else needs memory. */
void hw_cuda_pools_shrink(struct hw_cuda_device *device);
/* The device is reset: pools of programs go, its own is as at the beginning. */
void hw_cuda_pools_clear(struct hw_cuda_device *device);

#endif
