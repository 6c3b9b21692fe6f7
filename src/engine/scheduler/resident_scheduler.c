/* SPDX-License-Identifier: MIT */
/* See resident_scheduler.h. */
#include "engine/scheduler/resident_scheduler.h"

#include "engine/scheduler/blocks.h"
#include "engine/scheduler/cache_line.h"
#include "engine/scheduler/livelock.h"
#include "machine/chip/resident_limit.h"
#include "machine/chip/sm_slot.h"
#include "machine/stats.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_THRESHOLD 2u

void hw_resident_scheduler_init(struct hw_resident_scheduler *scheduler, const struct hw_launch *launch,
                                const struct hw_executable *code, uint32_t workers)
{
    memset(scheduler, 0, sizeof *scheduler);
    scheduler->launch = launch;
    scheduler->code = code;
    scheduler->workers = workers;
    scheduler->slots = hw_launch_is_placed(launch) ? hw_slot_count(launch) : 0;
    scheduler->livelock_check.threshold = FIRST_THRESHOLD;
    atomic_init(&scheduler->waiting, 0);
    pthread_mutex_init(&scheduler->lock, NULL);
    pthread_cond_init(&scheduler->changed, NULL);
}

void hw_resident_scheduler_clear(struct hw_resident_scheduler *scheduler, struct hw_stats *stats)
{
    for (struct hw_block *block = scheduler->used, *next; block; block = next) {
        next = block->next_used;
        hw_stats_add(stats, &block->stats);
        if (!block->made)
            continue;
        hw_block_destroy(block);
        free(block);
    }
    pthread_cond_destroy(&scheduler->changed);
    pthread_mutex_destroy(&scheduler->lock);
}

/* --- memory for blocks --- */

/* Make a block's memory ready for the launch, and add its statistics to the launch's at the end.
 * `worker_slot`: of a worker that joins with this block; NULL: of none. */
static bool add_block(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot,
                      struct hw_block *block)
{
    if (!hw_block_prepare(block, scheduler->launch, scheduler->code, scheduler->workers == 1,
                          scheduler->locked_global))
        return false;
    pthread_mutex_lock(&scheduler->lock);
    block->next_used = scheduler->used;
    scheduler->used = block;
    if (worker_slot) {
        *worker_slot = (struct hw_worker_slot){.next = scheduler->worker_slots, .busy = true};
        scheduler->worker_slots = worker_slot;
        scheduler->present++;
    }
    pthread_mutex_unlock(&scheduler->lock);
    return true;
}

bool hw_resident_join(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot,
                      struct hw_block *own)
{
    return add_block(scheduler, worker_slot, own);
}

void hw_resident_leave(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot)
{
    struct hw_worker_slot **link = &scheduler->worker_slots;

    pthread_mutex_lock(&scheduler->lock);
    while (*link != worker_slot)
        link = &(*link)->next;
    *link = worker_slot->next;
    scheduler->present--;
    pthread_cond_broadcast(&scheduler->changed);
    pthread_mutex_unlock(&scheduler->lock);
}

bool hw_resident_has_capacity(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot)
{
    pthread_mutex_lock(&scheduler->lock);
    uint32_t blocks = atomic_load(&scheduler->waiting) + 1;
    for (const struct hw_worker_slot *other = scheduler->worker_slots; other; other = other->next)
        blocks += other != worker_slot && other->busy;
    const bool fits = scheduler->max_resident == 0 || blocks <= scheduler->max_resident;
    worker_slot->busy |= fits;
    pthread_mutex_unlock(&scheduler->lock);
    return fits;
}

struct hw_block *hw_resident_create_block(struct hw_resident_scheduler *scheduler)
{
    pthread_mutex_lock(&scheduler->lock);
    struct hw_block *block = scheduler->free;
    if (block)
        scheduler->free = block->next_waiting;
    pthread_mutex_unlock(&scheduler->lock);
    if (block)
        return block;
    block = hw_alloc_zeroed_padded(sizeof *block);
    if (!block)
        return NULL;
    block->made = true;
    if (add_block(scheduler, NULL, block))
        return block;
    hw_block_destroy(block);
    free(block);
    return NULL;
}

void hw_resident_recycle(struct hw_resident_scheduler *scheduler, struct hw_block *block)
{
    pthread_mutex_lock(&scheduler->lock);
    block->next_waiting = scheduler->free;
    scheduler->free = block;
    pthread_mutex_unlock(&scheduler->lock);
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

bool hw_resident_yield(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot,
                       struct hw_block *block, struct hw_fault *fault)
{
    pthread_mutex_lock(&scheduler->lock);
    worker_slot->busy = false;
    block->watched &= scheduler->livelock_check.phase == HW_LIVELOCK_CHECKING;
    block->next_waiting = NULL;
    if (scheduler->last)
        scheduler->last->next_waiting = block;
    else
        scheduler->first = block;
    scheduler->last = block;
    if (!scheduler->max_resident)
        scheduler->max_resident = hw_resident_blocks(scheduler->launch);
    atomic_fetch_add(&scheduler->waiting, 1);
    const bool livelocked = hw_livelock_end_quantum(scheduler, block->quantum.idle);
    if (livelocked) {
        hw_livelock_report(scheduler, fault);
        hw_livelock_stop_check(scheduler);
    }
    pthread_mutex_unlock(&scheduler->lock);
    return !livelocked;
}

struct hw_block *hw_resident_next(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot,
                                  bool has_new_block)
{
    if (!hw_resident_any_waiting(scheduler) && scheduler->workers == 1)
        return NULL;
    pthread_mutex_lock(&scheduler->lock);
    worker_slot->busy = false;
    hw_livelock_wait_for_check(scheduler, has_new_block);
    struct hw_block *block = scheduler->first;
    worker_slot->busy = block != NULL;
    if (block) {
        scheduler->first = block->next_waiting;
        if (!scheduler->first)
            scheduler->last = NULL;
        atomic_fetch_sub(&scheduler->waiting, 1);
    }
    pthread_mutex_unlock(&scheduler->lock);
    return block;
}

void hw_resident_note_progress(struct hw_resident_scheduler *scheduler)
{
    pthread_mutex_lock(&scheduler->lock);
    hw_livelock_stop_check(scheduler);
    pthread_mutex_unlock(&scheduler->lock);
}
