/* SPDX-License-Identifier: MIT */
/* Device memory that processes share.  Functions are for calls with the lock in a context. */
#ifndef HW_CUDA_CORE_LENT_MEMORY_H
#define HW_CUDA_CORE_LENT_MEMORY_H

#include "cuda/core/cuda_core.h"

/* What goes from process to process: says where the memory is.  Programs see 64 bytes. */
struct hw_cuda_ticket {
    char magic[8];
    int32_t process, file;  /* of the process */
    uint64_t device, inode; /* of the file */
    uint64_t address, bytes;
    uint64_t number; /* of this lending */
    uint64_t sum;    /* of all before */
};

#pragma GCC visibility push(default)

/* A ticket for the allocation that holds an address. */
cudaError_t hw_cuda_lend(struct hw_cuda_ticket *ticket, const void *address);

/* Have another process's allocation at an address of one's own, which counts; and give it back. */
cudaError_t hw_cuda_borrow(void **address, const struct hw_cuda_ticket *ticket);
cudaError_t hw_cuda_bring_back(const void *address);

#pragma GCC visibility pop

/* An allocation that was lent is freed: tickets for it are void. */
void hw_cuda_lent_back(uint64_t address, uint64_t bytes);

/* Bring back all that a context has borrowed. */
void hw_cuda_borrowed_clear(struct hw_cuda_context *context);

#endif
