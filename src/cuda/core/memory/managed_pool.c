/* SPDX-License-Identifier: MIT */
/* See managed_pool.h.  The memory itself is as all managed memory (managed.c); here stands which pool each
 * block is of. */
#include "cuda/core/memory/managed_pool.h"

#include "cuda/core/devices/context.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/memory/managed.h"
#include "cuda/core/memory/page_locked.h"
#include "cuda/core/memory/pool_state.h"

#include <stdlib.h>

struct managed_block {
    struct managed_block *next;
    void *address;
    size_t bytes;
    hw_pool pool;
    bool leaves; /* it will be freed when its turn in a stream comes */
};
static struct managed_block *blocks;

/* The link to the block that begins there; to NULL: none does. */
static struct managed_block **find(const void *address)
{
    struct managed_block **link = &blocks;

    while (*link && (*link)->address != address)
        link = &(*link)->next;
    return link;
}

/* Memory belongs to the context that the call goes on in. */
static cudaError_t allocate_in(struct hw_cuda_context *context, struct managed_block *block)
{
    struct hw_cuda_context *caller = hw_cuda.context;

    hw_cuda.context = context;
    cudaError_t error = hw_cuda_managed_alloc(&block->address, block->bytes, HW_ATTACH_GLOBAL);
    if (error == cudaSuccess && block->pool->place != HW_PLACE_NONE)
        error = hw_cuda_managed_advise(block->address, block->bytes, HW_ADVICE_PREFERRED, block->pool->place);
    hw_cuda.context = caller;
    return error;
}

cudaError_t hw_cuda_managed_block_add(struct hw_cuda_context *context, hw_pool pool, size_t bytes,
                                      void **address)
{
    struct managed_block *made = calloc(1, sizeof *made);

    if (!made || !hw_cuda_pool_take(pool, bytes)) {
        free(made);
        return hw_cuda_fail(cudaErrorMemoryAllocation,
                            "%zu bytes; the pool of managed memory has no room for them", bytes);
    }
    *made = (struct managed_block){.next = blocks, .bytes = bytes, .pool = pool};
    const cudaError_t error = allocate_in(context, made);
    if (error != cudaSuccess) {
        if (made->address)
            hw_cuda_host_release(made->address);
        hw_cuda_pool_give_back(pool, bytes);
        free(made);
        return error;
    }
    blocks = made;
    *address = made->address;
    return cudaSuccess;
}

bool hw_cuda_managed_block_leave(const void *address)
{
    struct managed_block *block = *find(address);

    return block && !block->leaves && (block->leaves = true);
}

bool hw_cuda_managed_block_remove(void *address)
{
    const struct managed_block *block = *find(address);

    return block && block->leaves && hw_cuda_host_release(address) == cudaSuccess;
}

hw_pool hw_cuda_managed_block_pool(const void *address)
{
    const struct managed_block *block = *find(address);

    return block ? block->pool : NULL;
}

void hw_cuda_managed_block_freed(const void *address)
{
    struct managed_block **link = find(address), *block = *link;

    if (!block)
        return;
    *link = block->next;
    hw_cuda_pool_give_back(block->pool, block->bytes);
    free(block);
}
