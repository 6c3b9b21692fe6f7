/* SPDX-License-Identifier: MIT */
/* Pools of device memory that several processes use.  All functions are for calls with the lock and a
 * context.
 *
 * A pool's handle is a descriptor of a file, which says of which device the pool is and has the pool's
 * secret. Who has imported the pool may open what is allocated from it, each allocation by data of its own.
 */
#ifndef HW_CUDA_CORE_IPC_IPC_POOL_H
#define HW_CUDA_CORE_IPC_IPC_POOL_H

#include "cuda/core/memory/cuda_memory_pool.h"

#pragma GCC visibility push(default)

/* A descriptor, which is the program's to close, of a pool that was created for that type of handle. */
cudaError_t hw_cuda_pool_export(int *file, hw_pool pool, int type, unsigned long long flags);
/* The pool of such a descriptor, from which nothing can be allocated; the descriptor stays the program's. */
cudaError_t hw_cuda_pool_open(hw_pool *pool, int file, int type, unsigned long long flags);
/* Data, in 64 bytes of the program, for an allocation of such a pool, by the address where it begins. */
cudaError_t hw_cuda_pool_export_memory(void *data, const void *address);
/* Such an allocation, until it is freed as any memory of a pool is; imported again: the same address, to be
 * freed as often. */
cudaError_t hw_cuda_pool_open_memory(void **address, hw_pool pool, const void *data);

#pragma GCC visibility pop

#endif
