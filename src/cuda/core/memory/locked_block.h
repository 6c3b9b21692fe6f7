/* SPDX-License-Identifier: MIT */
/* Blocks of page-locked memory, as page_locked.c lists them: what was allocated, and what programs registered
 * (page_registered.c). */
#ifndef HW_CUDA_CORE_MEMORY_LOCKED_BLOCK_H
#define HW_CUDA_CORE_MEMORY_LOCKED_BLOCK_H

#include "cuda/core/memory/page_locked.h"

struct hw_locked_block {
    struct hw_locked_block *next;
    struct hw_cuda_context *context;
    uint8_t *pointer;
    uint64_t address, bytes;
    unsigned flags;
    bool registered; /* the program's own memory */
    struct hw_cuda_page_advice *advice;
};

/* All blocks. */
struct hw_locked_block *hw_locked_blocks(void);
/* The link to the block that holds a host address; to NULL: none does. */
struct hw_locked_block **hw_locked_find(const void *pointer);
/* A block whose memory is the file's; its pointer is NULL until the caller says where the host has it.  NULL:
 * no memory. */
struct hw_locked_block *hw_locked_add(int file, size_t skip, size_t bytes, unsigned flags);
void hw_locked_remove(struct hw_locked_block **link);

/* A registered block is the program's alone again. */
cudaError_t hw_locked_unregister(struct hw_locked_block **link);

/* Whole pages that hold a block. */
struct hw_pages {
    uint8_t *first;
    size_t bytes;
};

static inline struct hw_pages hw_pages_of(const void *pointer, size_t bytes)
{
    const uintptr_t mask = HW_CUDA_PAGE - 1, first = (uintptr_t)pointer & ~mask;

    return (struct hw_pages){(uint8_t *)first, (((uintptr_t)pointer + bytes + mask) & ~mask) - first};
}

#endif
