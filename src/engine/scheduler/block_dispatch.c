/* SPDX-License-Identifier: MIT */
/* See block_dispatch.h. */
#include "engine/scheduler/block_dispatch.h"

#include "engine/scheduler/drawn_order.h"

#define CHUNK_MAX         64u /* blocks of a range, at most */
#define CHUNKS_PER_WORKER 32u /* at least, so that all workers end at about the same time */
#define GROUP_MAX         64u /* blocks whose order is drawn */

static uint64_t chunk_length(uint64_t blocks, uint32_t workers)
{
    const uint64_t length = blocks / ((uint64_t)workers * CHUNKS_PER_WORKER);

    return length < 1 ? 1 : length < CHUNK_MAX ? length : CHUNK_MAX;
}

void hw_dispatch_init(struct hw_block_dispatch *dispatch, uint64_t blocks, uint32_t workers)
{
    dispatch->blocks = blocks;
    dispatch->chunk = chunk_length(blocks, workers);
    dispatch->order = 0;
    dispatch->group = 1;
    atomic_init(&dispatch->stop, UINT64_MAX);
    atomic_init(&dispatch->returned_count, 0);
    atomic_init(&dispatch->next, 0);
    pthread_mutex_init(&dispatch->lock, NULL);
}

void hw_dispatch_draw(struct hw_block_dispatch *dispatch, uint64_t order, uint32_t resident)
{
    dispatch->order = order;
    dispatch->group = resident < GROUP_MAX ? resident : GROUP_MAX;
}

uint64_t hw_dispatch_block(const struct hw_block_dispatch *dispatch, uint64_t position)
{
    const uint64_t first = position - position % dispatch->group, after = dispatch->blocks - first;
    const uint32_t count = after < dispatch->group ? (uint32_t)after : dispatch->group;
    struct hw_drawn_order drawn;

    if (!dispatch->order)
        return position;
    hw_drawn_order_begin(&drawn, dispatch->order, ~first);
    hw_drawn_order_next(&drawn, count);
    return first + hw_drawn_at(&drawn, (uint32_t)(position - first), count);
}

void hw_dispatch_clear(struct hw_block_dispatch *dispatch)
{
    pthread_mutex_destroy(&dispatch->lock);
}

/* Take the lowest of the ranges that were returned. */
static bool take_returned(struct hw_block_dispatch *dispatch, struct hw_block_range *range)
{
    uint32_t lowest = 0;

    pthread_mutex_lock(&dispatch->lock);
    const uint32_t count = atomic_load(&dispatch->returned_count);
    for (uint32_t i = 1; i < count; i++)
        if (dispatch->returned[i].next < dispatch->returned[lowest].next)
            lowest = i;
    if (count) {
        *range = dispatch->returned[lowest];
        dispatch->returned[lowest] = dispatch->returned[count - 1];
        atomic_store(&dispatch->returned_count, count - 1);
    }
    pthread_mutex_unlock(&dispatch->lock);
    return count > 0;
}

bool hw_dispatch_take(struct hw_block_dispatch *dispatch, struct hw_block_range *range)
{
    if (atomic_load(&dispatch->returned_count) > 0 && take_returned(dispatch, range))
        return true;
    const uint64_t first = atomic_fetch_add(&dispatch->next, dispatch->chunk), blocks = dispatch->blocks;
    if (first >= blocks)
        return false;
    *range =
        (struct hw_block_range){first, blocks - first < dispatch->chunk ? blocks : first + dispatch->chunk};
    return true;
}

void hw_dispatch_return(struct hw_block_dispatch *dispatch, struct hw_block_range range)
{
    pthread_mutex_lock(&dispatch->lock);
    const uint32_t count = atomic_load(&dispatch->returned_count);
    dispatch->returned[count] = range;
    atomic_store(&dispatch->returned_count, count + 1);
    pthread_mutex_unlock(&dispatch->lock);
}

void hw_dispatch_stop_at(struct hw_block_dispatch *dispatch, uint64_t block)
{
    uint64_t before = atomic_load(&dispatch->stop);

    while (block < before && !atomic_compare_exchange_weak(&dispatch->stop, &before, block))
        ;
}

uint64_t hw_dispatch_ranges(struct hw_block_dispatch *dispatch)
{
    const uint64_t stop = atomic_load(&dispatch->stop), next = atomic_load(&dispatch->next),
                   all = stop < dispatch->blocks ? stop + dispatch->group - 1 : dispatch->blocks,
                   end = stop == 0                ? 0
                         : all < dispatch->blocks ? all
                                                  : dispatch->blocks;

    return atomic_load(&dispatch->returned_count) +
           (next < end ? (end - next + dispatch->chunk - 1) / dispatch->chunk : 0);
}
