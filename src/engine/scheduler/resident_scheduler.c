/* SPDX-License-Identifier: MIT */
/* See resident_scheduler.h. */
#include "engine/scheduler/resident_scheduler.h"

#include "engine/scheduler/drawn_order.h"
#include "machine/chip/resident_limit.h"
#include "machine/chip/sm_slot.h"
#include "machine/stats.h"

#include <stdlib.h>
#include <string.h>

/* --- under the lock --- */

static struct hw_block *take_free(struct hw_resident_scheduler *scheduler)
{
    struct hw_block *block = scheduler->free;

    if (block)
        scheduler->free = block->next_waiting;
    return block;
}

static void put_free(struct hw_resident_scheduler *scheduler, struct hw_block *block)
{
    block->next_waiting = scheduler->free;
    scheduler->free = block;
}

/* Every waiting block is ready. */
static void begin_round(struct hw_resident_scheduler *scheduler)
{
    atomic_fetch_add(&scheduler->progress, 1);
    atomic_store(&scheduler->ready, atomic_load(&scheduler->waiting));
}

static bool is_ready(const struct hw_resident_scheduler *scheduler, const struct hw_block *block)
{
    return block->waited_at != atomic_load(&scheduler->progress);
}

static void tell_ended(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot)
{
    atomic_store(&scheduler->ended, atomic_load(&scheduler->ended) + worker_slot->ended);
    worker_slot->ended = 0;
}

/* The position from which on no block may start now. */
static uint64_t start_limit(const struct hw_resident_scheduler *scheduler)
{
    const uint32_t max_resident = atomic_load(&scheduler->max_resident);

    return max_resident ? atomic_load(&scheduler->ended) + max_resident : HW_NO_POSITION;
}

/* --- memory for blocks --- */

/* Make memory ready for the launch, and add its statistics to the launch's at the end. */
static bool add_block(struct hw_resident_scheduler *scheduler, struct hw_block *block)
{
    if (!hw_block_prepare(block, &scheduler->setup))
        return false;
    block->next_used = atomic_load(&scheduler->used);
    while (!atomic_compare_exchange_weak(&scheduler->used, &block->next_used, block))
        ;
    return true;
}

static void prepare_kept(struct hw_resident_scheduler *scheduler)
{
    struct hw_block *block = scheduler->kept;

    scheduler->kept = NULL;
    if (!block)
        return;
    if (add_block(scheduler, block))
        put_free(scheduler, block);
    else
        hw_block_pool_put(scheduler->pool, block);
}

struct hw_block *hw_resident_create_block(struct hw_resident_scheduler *scheduler)
{
    pthread_mutex_lock(&scheduler->lock);
    struct hw_block *block = take_free(scheduler);
    pthread_mutex_unlock(&scheduler->lock);
    if (block)
        return block;
    block = hw_block_pool_take(scheduler->pool);
    if (!block || add_block(scheduler, block))
        return block;
    hw_block_pool_put(scheduler->pool, block);
    return NULL;
}

void hw_resident_recycle(struct hw_resident_scheduler *scheduler, struct hw_block *block)
{
    hw_block_finish(block);
    pthread_mutex_lock(&scheduler->lock);
    put_free(scheduler, block);
    pthread_mutex_unlock(&scheduler->lock);
}

/* --- the scheduler --- */

void hw_resident_scheduler_init(struct hw_resident_scheduler *scheduler, const struct hw_block_setup *setup,
                                struct hw_block_pool *pool, uint32_t workers)
{
    const struct hw_launch *launch = setup->launch;

    scheduler->setup = *setup;
    scheduler->setup.locked_global =
        launch->host.beside_others ? hw_memory_word_locks(launch->memory) : scheduler->locked_global;
    scheduler->setup.stop = &scheduler->dispatch.stop;
    scheduler->setup.spins = &scheduler->spins;
    scheduler->pool = pool;
    memset(scheduler->locked_global, 0, sizeof scheduler->locked_global);
    memset(scheduler->taken, 0, sizeof scheduler->taken);
    scheduler->slots = hw_launch_is_placed(launch) ? hw_slot_count(launch) : 0;
    atomic_init(&scheduler->spins, false);
    atomic_init(&scheduler->max_resident, 0);
    atomic_init(&scheduler->waiting, 0);
    atomic_init(&scheduler->ready, 0);
    atomic_init(&scheduler->present, 0);
    atomic_init(&scheduler->progress, 0);
    atomic_init(&scheduler->ended, 0);
    pthread_mutex_init(&scheduler->lock, NULL);
    atomic_init(&scheduler->used, NULL);
    scheduler->first = scheduler->last = scheduler->free = NULL;
    scheduler->worker_slots = NULL;
    hw_dispatch_init(&scheduler->dispatch, (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2],
                     workers);
    if (setup->logs_reductions)
        hw_dispatch_one_by_one(&scheduler->dispatch);
    hw_drawn_order_begin(&scheduler->drawn, launch->host.order, UINT64_MAX);
    if (launch->host.order)
        hw_dispatch_draw(&scheduler->dispatch, launch->host.order, hw_resident_blocks(launch));
    prepare_kept(scheduler);
}

void hw_resident_scheduler_clear(struct hw_resident_scheduler *scheduler, struct hw_stats *stats)
{
    for (struct hw_block *block = scheduler->used, *next; block; block = next) {
        next = block->next_used;
        hw_stats_add(stats, &block->stats);
        if (scheduler->kept)
            hw_block_pool_put(scheduler->pool, block);
        else
            scheduler->kept = block;
    }
    hw_dispatch_clear(&scheduler->dispatch);
    pthread_mutex_destroy(&scheduler->lock);
}

void hw_resident_scheduler_destroy(struct hw_resident_scheduler *scheduler)
{
    if (!scheduler->kept)
        return;
    hw_block_destroy(scheduler->kept);
    free(scheduler->kept);
}

/* --- workers come and go --- */

bool hw_resident_enter(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot,
                       uint32_t most, struct hw_block **block)
{
    pthread_mutex_lock(&scheduler->lock);
    const uint32_t present = atomic_load(&scheduler->present);
    const bool enters = present < most;
    if (enters) {
        *worker_slot = (struct hw_worker_slot){.next = scheduler->worker_slots};
        scheduler->worker_slots = worker_slot;
        atomic_store_explicit(&scheduler->present, present + 1, memory_order_release);
        if (present == 0 && hw_resident_any_waiting(scheduler))
            begin_round(scheduler);
        *block = take_free(scheduler);
    }
    pthread_mutex_unlock(&scheduler->lock);
    return enters;
}

/* What the worker leaves behind. */
static enum hw_resident_left leaves_behind(struct hw_resident_scheduler *scheduler,
                                           const struct hw_worker_slot *worker_slot, bool asked)
{
    if (atomic_load(&scheduler->present) > 1)
        return HW_LEFT_OTHERS;
    const uint64_t others = hw_dispatch_first(&scheduler->dispatch),
                   own = hw_dispatch_has_blocks(&scheduler->dispatch, worker_slot->range)
                             ? worker_slot->range.next
                             : HW_NO_POSITION,
                   first = own < others ? own : others;
    if (atomic_load(&scheduler->ready) > 0 || first < start_limit(scheduler))
        return asked ? HW_LEFT_MORE : HW_STAYS;
    return first != HW_NO_POSITION || hw_resident_any_waiting(scheduler) ? HW_LEFT_WAITS : HW_LEFT_OVER;
}

enum hw_resident_left hw_resident_leave(struct hw_resident_scheduler *scheduler,
                                        struct hw_worker_slot *worker_slot, struct hw_block *block,
                                        bool asked)
{
    struct hw_worker_slot **link = &scheduler->worker_slots;

    if (block)
        hw_block_finish(block);
    pthread_mutex_lock(&scheduler->lock);
    if (block)
        put_free(scheduler, block);
    tell_ended(scheduler, worker_slot);
    const enum hw_resident_left left = leaves_behind(scheduler, worker_slot, asked);
    if (left != HW_STAYS) {
        if (hw_dispatch_has_blocks(&scheduler->dispatch, worker_slot->range))
            hw_dispatch_return(&scheduler->dispatch, worker_slot->range);
        while (*link != worker_slot)
            link = &(*link)->next;
        *link = worker_slot->next;
        atomic_store_explicit(&scheduler->present, atomic_load(&scheduler->present) - 1,
                              memory_order_release);
    }
    pthread_mutex_unlock(&scheduler->lock);
    return left;
}

bool hw_resident_has_capacity(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot)
{
    pthread_mutex_lock(&scheduler->lock);
    tell_ended(scheduler, worker_slot);
    const bool fits = worker_slot->range.next < start_limit(scheduler);
    pthread_mutex_unlock(&scheduler->lock);
    return fits;
}

uint32_t hw_resident_work(struct hw_resident_scheduler *scheduler)
{
    const uint64_t starts = hw_dispatch_ranges(&scheduler->dispatch, start_limit(scheduler)),
                   work = starts + atomic_load(&scheduler->ready);

    return work < UINT32_MAX ? (uint32_t)work : UINT32_MAX;
}

/* --- SM slots --- */

/* One worker runs such a launch, and no more blocks have started than there are slots. */
void hw_resident_assign_slot(struct hw_resident_scheduler *scheduler, struct hw_block *block)
{
    const uint32_t count = scheduler->slots;

    block->slot = HW_NO_SLOT;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t slot = (uint32_t)((block->number + i) % count);
        if (scheduler->taken[slot / 8] >> slot % 8 & 1)
            continue;
        scheduler->taken[slot / 8] |= (uint8_t)(1u << slot % 8);
        block->slot = slot;
        return;
    }
}

void hw_resident_release_slot(struct hw_resident_scheduler *scheduler, const struct hw_block *block)
{
    if (block->slot != HW_NO_SLOT)
        scheduler->taken[block->slot / 8] &= (uint8_t) ~(1u << block->slot % 8);
}

/* --- the queue of waiting blocks --- */

/* What a block did in its quantum may be what others wait for, unless it only waited. */
void hw_resident_yield(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot,
                       struct hw_block *block)
{
    const bool only_waited = block->quantum.only_waited;

    pthread_mutex_lock(&scheduler->lock);
    tell_ended(scheduler, worker_slot);
    block->next_waiting = NULL;
    if (scheduler->last)
        scheduler->last->next_waiting = block;
    else
        scheduler->first = block;
    scheduler->last = block;
    if (!atomic_load(&scheduler->max_resident))
        atomic_store(&scheduler->max_resident, hw_resident_blocks(scheduler->setup.launch));
    atomic_fetch_add(&scheduler->waiting, 1);
    block->waited_at = only_waited ? worker_slot->seen : UINT64_MAX;
    if (!only_waited)
        begin_round(scheduler);
    else if (is_ready(scheduler, block))
        atomic_fetch_add(&scheduler->ready, 1);
    pthread_mutex_unlock(&scheduler->lock);
}

/* Under the lock: take a block out of the queue, the one behind `before`; NULL: the first one. */
static struct hw_block *dequeue(struct hw_resident_scheduler *scheduler, struct hw_block *before)
{
    struct hw_block **link = before ? &before->next_waiting : &scheduler->first, *block = *link;

    *link = block->next_waiting;
    if (scheduler->last == block)
        scheduler->last = before;
    return block;
}

/* Under the lock: the block behind which the next one waits; NULL: the first one is the next.  It is the one
 * that has waited longest, or drawn from those that are ready. */
static struct hw_block *before_next(struct hw_resident_scheduler *scheduler)
{
    struct hw_block *before = NULL, *block = scheduler->first;

    if (!scheduler->drawn.state || block->watched)
        return NULL;
    uint32_t skipped = hw_draw(&scheduler->drawn, atomic_load(&scheduler->ready));
    while (!is_ready(scheduler, block) || skipped-- > 0) {
        before = block;
        block = block->next_waiting;
    }
    return before;
}

struct hw_block *hw_resident_next(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot)
{
    struct hw_block *block = NULL;

    pthread_mutex_lock(&scheduler->lock);
    if (atomic_load(&scheduler->ready) > 0)
        block = dequeue(scheduler, before_next(scheduler));
    if (block) {
        atomic_fetch_sub(&scheduler->waiting, 1);
        if (is_ready(scheduler, block))
            atomic_fetch_sub(&scheduler->ready, 1);
        worker_slot->seen = atomic_load(&scheduler->progress);
    }
    pthread_mutex_unlock(&scheduler->lock);
    return block;
}

bool hw_resident_draws_waiting(struct hw_resident_scheduler *scheduler)
{
    if (!scheduler->setup.launch->host.order || !hw_resident_any_waiting(scheduler))
        return false;
    pthread_mutex_lock(&scheduler->lock);
    const bool drawn = hw_draw(&scheduler->drawn, 2);
    pthread_mutex_unlock(&scheduler->lock);
    return drawn;
}

void hw_resident_note_progress(struct hw_resident_scheduler *scheduler)
{
    pthread_mutex_lock(&scheduler->lock);
    begin_round(scheduler);
    pthread_mutex_unlock(&scheduler->lock);
}

void hw_resident_note_end(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot)
{
    pthread_mutex_lock(&scheduler->lock);
    tell_ended(scheduler, worker_slot);
    begin_round(scheduler);
    pthread_mutex_unlock(&scheduler->lock);
}
