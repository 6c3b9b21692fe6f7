/* SPDX-License-Identifier: MIT */
/* See block_pool.h. */
#include "engine/scheduler/block_pool.h"

#include "engine/scheduler/blocks.h"
#include "engine/scheduler/cache_line.h"

#include <stdlib.h>
#include <string.h>

/* So many blocks are kept whatever their size, and more of them up to so many bytes. */
#define KEPT_COUNT 16u
#define KEPT_BYTES ((size_t)64 << 20)

void hw_block_pool_init(struct hw_block_pool *pool)
{
    memset(pool, 0, sizeof *pool);
    pthread_mutex_init(&pool->lock, NULL);
}

static void free_block(struct hw_block *block)
{
    hw_block_destroy(block);
    free(block);
}

void hw_block_pool_clear(struct hw_block_pool *pool)
{
    for (struct hw_block *block = pool->first, *next; block; block = next) {
        next = block->next_waiting;
        free_block(block);
    }
    pthread_mutex_destroy(&pool->lock);
}

struct hw_block *hw_block_pool_take(struct hw_block_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    struct hw_block *block = pool->first;
    if (block) {
        pool->first = block->next_waiting;
        pool->count--;
        pool->bytes -= block->pool_bytes;
    }
    pthread_mutex_unlock(&pool->lock);
    return block ? block : hw_alloc_zeroed_padded(sizeof *block);
}

void hw_block_pool_put(struct hw_block_pool *pool, struct hw_block *block)
{
    block->pool_bytes = hw_block_bytes(block);
    pthread_mutex_lock(&pool->lock);
    const bool keep = pool->count < KEPT_COUNT || pool->bytes + block->pool_bytes <= KEPT_BYTES;
    if (keep) {
        block->next_waiting = pool->first;
        pool->first = block;
        pool->count++;
        pool->bytes += block->pool_bytes;
    }
    pthread_mutex_unlock(&pool->lock);
    if (!keep)
        free_block(block);
}
