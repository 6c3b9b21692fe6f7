/* SPDX-License-Identifier: MIT */
/* Device memory that several processes use.  All functions are for calls with the lock and a context. */
#ifndef HW_CUDA_CORE_IPC_IPC_MEMORY_H
#define HW_CUDA_CORE_IPC_IPC_MEMORY_H

#include "cuda/core/ipc/ipc_slot.h"

struct hw_cuda_context;

#pragma GCC visibility push(default)

/* A handle for the block that holds an address, in 64 bytes of the program. */
cudaError_t hw_cuda_share_memory(void *handle, const void *address);
/* A block of another process; where it was opened before, the same address again. */
cudaError_t hw_cuda_open_memory(void **address, const void *handle, unsigned flags);
/* As often as it was opened. */
cudaError_t hw_cuda_close_memory(void *address);

#pragma GCC visibility pop

/* Share a block of this process, or NULL; and it is about to be freed. */
struct hw_shared_slot *hw_cuda_shared_begin(uint64_t address, uint64_t bytes);
void hw_cuda_shared_stop(struct hw_shared_slot *slot, uint64_t address, uint64_t bytes);

/* Close all that a context has opened. */
void hw_cuda_opened_clear(struct hw_cuda_context *context);

#endif
