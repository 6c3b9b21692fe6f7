/* SPDX-License-Identifier: MIT */
/* The block pool keeps the memory of running blocks (struct hw_block) from launch to launch.
 *
 * A launch takes memory for each thread that works on it and for each block that waits, and puts all of it
 * back at its end.  What was put back last is taken first: it lies in the caches, and its registers often
 * hold what the next launch of the same kernel needs. */
#ifndef HW_ENGINE_SCHEDULER_BLOCK_POOL_H
#define HW_ENGINE_SCHEDULER_BLOCK_POOL_H

#include "machine/warp.h"

#include <pthread.h>

struct hw_block_pool {
    pthread_mutex_t lock; /* of the rest */
    struct hw_block *first;
    size_t count, bytes; /* how many there are, and of how much memory */
};

void hw_block_pool_init(struct hw_block_pool *pool);
void hw_block_pool_clear(struct hw_block_pool *pool);

/* Memory for a block, as the launch before has left it, or all zero; NULL: the host has none. */
struct hw_block *hw_block_pool_take(struct hw_block_pool *pool);
/* Put it back.  It is freed if the pool has enough. */
void hw_block_pool_put(struct hw_block_pool *pool, struct hw_block *block);

#endif
