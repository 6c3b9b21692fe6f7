/* SPDX-License-Identifier: MIT */
/* See resident_scheduler.h. */
#include "engine/scheduler/resident_scheduler.h"

#include "engine/scheduler/cache_line.h"
#include "engine/scheduler/blocks.h"

#include "machine/chip/resident_limit.h"
#include "machine/chip/sm_slot.h"
#include "machine/stats.h"
#include "engine/scheduler/livelock.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_THRESHOLD 2u
#define MAX_THRESHOLD   65536u
#define MAX_PASSES      16u

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

/* Make a block ready for the launch, and count what it will do; for a worker that comes with it, or NULL. */
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
    const bool room = scheduler->max_resident == 0 || blocks <= scheduler->max_resident;
    worker_slot->busy |= room;
    pthread_mutex_unlock(&scheduler->lock);
    return room;
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

/* --- slots on the chip --- */

/* One worker runs a placed launch, and no more blocks have begun than there are slots. */
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

/* --- the lack of progress; all under the lock --- */

static bool is_checker(const struct hw_resident_scheduler *scheduler)
{
    return scheduler->livelock_check.on && pthread_equal(scheduler->livelock_check.checker, pthread_self());
}

static void stop_check(struct hw_resident_scheduler *scheduler)
{
    scheduler->livelock_check.idle_quanta = 0;
    scheduler->livelock_check.on = scheduler->livelock_check.begun = false;
    pthread_cond_broadcast(&scheduler->changed);
}

/* The others have stopped: note what everything is like. */
static void begin_check(struct hw_resident_scheduler *scheduler)
{
    struct hw_livelock_check *livelock_check = &scheduler->livelock_check;

    livelock_check->begun = true;
    livelock_check->passes = 0;
    livelock_check->left = atomic_load(&scheduler->waiting);
    hw_livelock_watch(scheduler->first);
    livelock_check->state = hw_livelock_fingerprint(scheduler->first);
}

/* Whether a new block can begin, which could change something. */
static bool has_capacity(const struct hw_resident_scheduler *scheduler)
{
    return (scheduler->paused_with_block > 0 || scheduler->livelock_check.wants) &&
           atomic_load(&scheduler->waiting) < scheduler->max_resident;
}

/* All have run once around. Whether nothing can ever change. */
static bool end_pass(struct hw_resident_scheduler *scheduler)
{
    struct hw_livelock_check *livelock_check = &scheduler->livelock_check;

    if (has_capacity(scheduler)) {
        stop_check(scheduler);
        return false;
    }
    const uint64_t state = hw_livelock_fingerprint(scheduler->first);
    const bool open = hw_livelock_excluded(scheduler->first);
    if (state == livelock_check->state && !open)
        return true;
    if (open || ++livelock_check->passes == MAX_PASSES) {
        livelock_check->threshold = livelock_check->threshold < MAX_THRESHOLD ? livelock_check->threshold * 2
                                                                              : livelock_check->threshold;
        stop_check(scheduler);
        return false;
    }
    if ((livelock_check->passes & (livelock_check->passes - 1)) ==
        0) /* the first laps may lead to where it goes round and round */
        livelock_check->state = state;
    livelock_check->left = atomic_load(&scheduler->waiting);
    return false;
}

/* What a quantum that has ended says about progress; true: there will be none. */
static bool is_livelocked(struct hw_resident_scheduler *scheduler, bool idle)
{
    struct hw_livelock_check *livelock_check = &scheduler->livelock_check;
    const uint64_t around = atomic_load(&scheduler->waiting) + scheduler->present;

    if (!idle) {
        stop_check(scheduler);
        return false;
    }
    livelock_check->idle_quanta++;
    if (livelock_check->begun)
        return --livelock_check->left == 0 && end_pass(scheduler);
    if (!livelock_check->on && livelock_check->idle_quanta >= livelock_check->threshold * around) {
        livelock_check->on = true;
        livelock_check->checker = pthread_self();
    }
    return false;
}

/* Stop until the proof is over. */
static void pause_for_check(struct hw_resident_scheduler *scheduler, bool wants)
{
    scheduler->paused++;
    scheduler->paused_with_block += wants;
    pthread_cond_broadcast(&scheduler->changed);
    while (scheduler->livelock_check.on)
        pthread_cond_wait(&scheduler->changed, &scheduler->lock);
    scheduler->paused--;
    scheduler->paused_with_block -= wants;
}

/* Before a worker takes a block: let the prover work alone.  While the prover waits for the others, its proof
 * may be stopped and another worker's begin. */
static void wait_for_checker(struct hw_resident_scheduler *scheduler, bool wants)
{
    struct hw_livelock_check *livelock_check = &scheduler->livelock_check;

    while (is_checker(scheduler) && !livelock_check->begun && scheduler->paused + 1 < scheduler->present)
        pthread_cond_wait(&scheduler->changed, &scheduler->lock);
    if (!livelock_check->on)
        return;
    if (!is_checker(scheduler)) {
        pause_for_check(scheduler, wants);
        return;
    }
    livelock_check->wants = wants;
    if (!livelock_check->begun)
        begin_check(scheduler);
}

/* --- the list --- */

bool hw_resident_yield(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot,
                       struct hw_block *block, struct hw_fault *fault)
{
    pthread_mutex_lock(&scheduler->lock);
    worker_slot->busy = false;
    block->watched &= scheduler->livelock_check.begun;
    block->next_waiting = NULL;
    if (scheduler->last)
        scheduler->last->next_waiting = block;
    else
        scheduler->first = block;
    scheduler->last = block;
    if (!scheduler->max_resident)
        scheduler->max_resident = hw_resident_blocks(scheduler->launch);
    atomic_fetch_add(&scheduler->waiting, 1);
    const bool livelocked = is_livelocked(scheduler, block->quantum.idle);
    if (livelocked) {
        hw_livelock_report(scheduler, fault);
        stop_check(scheduler);
    }
    pthread_mutex_unlock(&scheduler->lock);
    return !livelocked;
}

struct hw_block *hw_resident_next(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot,
                                  bool wants)
{
    if (!hw_resident_any_waiting(scheduler) && scheduler->workers == 1)
        return NULL;
    pthread_mutex_lock(&scheduler->lock);
    worker_slot->busy = false;
    wait_for_checker(scheduler, wants);
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
    stop_check(scheduler);
    pthread_mutex_unlock(&scheduler->lock);
}
