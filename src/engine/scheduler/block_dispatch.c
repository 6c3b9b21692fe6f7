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
    atomic_init(&dispatch->returned_first, HW_NO_POSITION);
    atomic_init(&dispatch->next, 0);
    pthread_mutex_init(&dispatch->lock, NULL);
}

void hw_dispatch_one_by_one(struct hw_block_dispatch *dispatch)
{
    dispatch->chunk = 1;
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

/* --- ranges that were returned; under the lock --- */

static uint32_t lowest_returned(const struct hw_block_dispatch *dispatch)
{
    const uint32_t count = atomic_load(&dispatch->returned_count);
    uint32_t lowest = 0;

    for (uint32_t i = 1; i < count; i++)
        if (dispatch->returned[i].next < dispatch->returned[lowest].next)
            lowest = i;
    return lowest;
}

static void set_returned(struct hw_block_dispatch *dispatch, uint32_t count)
{
    atomic_store(&dispatch->returned_count, count);
    atomic_store(&dispatch->returned_first,
                 count ? dispatch->returned[lowest_returned(dispatch)].next : HW_NO_POSITION);
}

static void add_returned(struct hw_block_dispatch *dispatch, struct hw_block_range range)
{
    const uint32_t count = atomic_load(&dispatch->returned_count);

    dispatch->returned[count] = range;
    set_returned(dispatch, count + 1);
}

/* Take the lowest one if it begins in front of a position. */
static bool take_returned(struct hw_block_dispatch *dispatch, uint64_t before, struct hw_block_range *range)
{
    const uint32_t count = atomic_load(&dispatch->returned_count), lowest = lowest_returned(dispatch);

    if (count == 0 || dispatch->returned[lowest].next >= before)
        return false;
    *range = dispatch->returned[lowest];
    dispatch->returned[lowest] = dispatch->returned[count - 1];
    set_returned(dispatch, count - 1);
    return true;
}

/* --- taking and returning --- */

static bool take_any_returned(struct hw_block_dispatch *dispatch, struct hw_block_range *range)
{
    pthread_mutex_lock(&dispatch->lock);
    const bool taken = take_returned(dispatch, HW_NO_POSITION, range);
    pthread_mutex_unlock(&dispatch->lock);
    return taken;
}

bool hw_dispatch_take(struct hw_block_dispatch *dispatch, struct hw_block_range *range)
{
    if (atomic_load(&dispatch->returned_count) > 0 && take_any_returned(dispatch, range))
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
    add_returned(dispatch, range);
    pthread_mutex_unlock(&dispatch->lock);
}

bool hw_dispatch_exchange(struct hw_block_dispatch *dispatch, struct hw_block_range *range)
{
    const struct hw_block_range own = *range;

    if (atomic_load(&dispatch->returned_first) >= own.next)
        return false;
    pthread_mutex_lock(&dispatch->lock);
    const bool taken = take_returned(dispatch, own.next, range);
    if (taken)
        add_returned(dispatch, own);
    pthread_mutex_unlock(&dispatch->lock);
    return taken;
}

void hw_dispatch_stop_at(struct hw_block_dispatch *dispatch, uint64_t block)
{
    uint64_t before = atomic_load(&dispatch->stop);

    while (block < before && !atomic_compare_exchange_weak(&dispatch->stop, &before, block))
        ;
}

/* The position from which on no block may start. */
static uint64_t end_position(const struct hw_block_dispatch *dispatch)
{
    const uint64_t stop = atomic_load(&dispatch->stop),
                   end = stop < dispatch->blocks ? stop + dispatch->group - 1 : dispatch->blocks;

    return stop == 0 ? 0 : end < dispatch->blocks ? end : dispatch->blocks;
}

uint64_t hw_dispatch_first(struct hw_block_dispatch *dispatch)
{
    const uint64_t returned = atomic_load(&dispatch->returned_first), next = atomic_load(&dispatch->next),
                   first = returned < next ? returned : next;

    return first < end_position(dispatch) ? first : HW_NO_POSITION;
}

uint64_t hw_dispatch_ranges(struct hw_block_dispatch *dispatch, uint64_t before)
{
    const uint64_t all = end_position(dispatch), end = before < all ? before : all,
                   next = atomic_load(&dispatch->next),
                   returned = atomic_load(&dispatch->returned_first) < end
                                  ? atomic_load(&dispatch->returned_count)
                                  : 0;

    return returned + (next < end ? (end - next + dispatch->chunk - 1) / dispatch->chunk : 0);
}
