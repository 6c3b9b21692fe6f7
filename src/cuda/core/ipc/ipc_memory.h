/* SPDX-License-Identifier: MIT */
/* Device memory that several processes use.  All functions are for calls with the lock and a context. */
#ifndef HW_CUDA_CORE_IPC_IPC_MEMORY_H
#define HW_CUDA_CORE_IPC_IPC_MEMORY_H

#include "cuda/core/ipc/ipc_slot.h"

struct hw_cuda_context;
struct CUmemPoolHandle_st;

#pragma GCC visibility push(default)

/* A handle for the block that holds an address, in 64 bytes of the program. */
cudaError_t hw_cuda_share_memory(void *handle, const void *address);
/* A block of another process; where it was opened before, the same address again. */
cudaError_t hw_cuda_open_memory(void **address, const void *handle, unsigned flags);
/* As often as it was opened. */
cudaError_t hw_cuda_close_memory(void *address);

#pragma GCC visibility pop

/* A block of a pool of another process, or of this one.  It is freed as any memory of a pool is: known to be
 * about to be freed once more (false: it is not such a block), and freed. */
cudaError_t hw_cuda_open_pool_memory(void **address, struct CUmemPoolHandle_st *pool,
                                     const struct hw_shared_handle *handle);
bool hw_cuda_opened_leave(const void *address);
bool hw_cuda_opened_remove(const void *address);

/* Which context has opened the block that holds an address, and through which pool (NULL: none); NULL: no
 * such block. */
struct hw_cuda_context *hw_cuda_opened_at(const void *address, struct CUmemPoolHandle_st **pool);

/* Share a block of this process, or NULL; and it is about to be freed. */
struct hw_shared_slot *hw_cuda_shared_begin(uint64_t address, uint64_t bytes);
void hw_cuda_shared_stop(struct hw_shared_slot *slot, uint64_t address, uint64_t bytes);

/* Close all that a context has opened. */
void hw_cuda_opened_clear(struct hw_cuda_context *context);

#endif
