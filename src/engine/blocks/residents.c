/* SPDX-License-Identifier: MIT */
/* See residents.h. */
#include "engine/blocks/residents.h"

#include "engine/blocks/apart.h"
#include "engine/blocks/blocks.h"

#include "machine/chip/resident.h"
#include "machine/chip/slot.h"
#include "machine/stats.h"
#include "engine/blocks/stuck.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_PATIENCE 2u
#define MOST_PATIENCE  65536u
#define MOST_LAPS      16u

void hw_residents_init(struct hw_residents *residents, const struct hw_launch *launch,
                       const struct hw_code *code, uint32_t workers)
{
    memset(residents, 0, sizeof *residents);
    residents->launch = launch;
    residents->code = code;
    residents->workers = workers;
    residents->slots = hw_launch_is_placed(launch) ? hw_slot_count(launch) : 0;
    residents->proof.patience = FIRST_PATIENCE;
    atomic_init(&residents->waiting, 0);
    pthread_mutex_init(&residents->lock, NULL);
    pthread_cond_init(&residents->changed, NULL);
}

void hw_residents_clear(struct hw_residents *residents, struct hw_stats *stats)
{
    for (struct hw_block *block = residents->used, *next; block; block = next) {
        next = block->next_used;
        hw_stats_add(stats, &block->stats);
        if (!block->made)
            continue;
        hw_block_destroy(block);
        free(block);
    }
    pthread_cond_destroy(&residents->changed);
    pthread_mutex_destroy(&residents->lock);
}

/* --- memory for blocks --- */

/* Make a block ready for the launch, and count what it will do; for a worker that comes with it, or NULL. */
static bool enter(struct hw_residents *residents, struct hw_seat *seat, struct hw_block *block)
{
    if (!hw_block_prepare(block, residents->launch, residents->code, residents->workers == 1,
                          residents->locked_global))
        return false;
    pthread_mutex_lock(&residents->lock);
    block->next_used = residents->used;
    residents->used = block;
    if (seat) {
        *seat = (struct hw_seat){.next = residents->seats, .busy = true};
        residents->seats = seat;
        residents->present++;
    }
    pthread_mutex_unlock(&residents->lock);
    return true;
}

bool hw_residents_join(struct hw_residents *residents, struct hw_seat *seat, struct hw_block *own)
{
    return enter(residents, seat, own);
}

void hw_residents_leave(struct hw_residents *residents, struct hw_seat *seat)
{
    struct hw_seat **link = &residents->seats;

    pthread_mutex_lock(&residents->lock);
    while (*link != seat)
        link = &(*link)->next;
    *link = seat->next;
    residents->present--;
    pthread_cond_broadcast(&residents->changed);
    pthread_mutex_unlock(&residents->lock);
}

bool hw_residents_find_room(struct hw_residents *residents, struct hw_seat *seat)
{
    pthread_mutex_lock(&residents->lock);
    uint32_t blocks = atomic_load(&residents->waiting) + 1;
    for (const struct hw_seat *other = residents->seats; other; other = other->next)
        blocks += other != seat && other->busy;
    const bool room = residents->most == 0 || blocks <= residents->most;
    seat->busy |= room;
    pthread_mutex_unlock(&residents->lock);
    return room;
}

struct hw_block *hw_residents_make(struct hw_residents *residents)
{
    pthread_mutex_lock(&residents->lock);
    struct hw_block *block = residents->free;
    if (block)
        residents->free = block->next_waiting;
    pthread_mutex_unlock(&residents->lock);
    if (block)
        return block;
    block = hw_zeroed(sizeof *block);
    if (!block)
        return NULL;
    block->made = true;
    if (enter(residents, NULL, block))
        return block;
    hw_block_destroy(block);
    free(block);
    return NULL;
}

void hw_residents_spare(struct hw_residents *residents, struct hw_block *block)
{
    pthread_mutex_lock(&residents->lock);
    block->next_waiting = residents->free;
    residents->free = block;
    pthread_mutex_unlock(&residents->lock);
}

/* --- slots on the chip --- */

/* One worker runs a placed launch, and no more blocks have begun than there are slots. */
void hw_residents_take_slot(struct hw_residents *residents, struct hw_block *block)
{
    const uint32_t count = residents->slots;

    block->slot = HW_NO_SLOT;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t slot = (uint32_t)((block->number + i) % count);
        if (residents->taken[slot / 8] >> slot % 8 & 1)
            continue;
        residents->taken[slot / 8] |= (uint8_t)(1u << slot % 8);
        block->slot = slot;
        return;
    }
}

void hw_residents_give_slot(struct hw_residents *residents, const struct hw_block *block)
{
    if (block->slot != HW_NO_SLOT)
        residents->taken[block->slot / 8] &= (uint8_t) ~(1u << block->slot % 8);
}

/* --- the lack of progress; all under the lock --- */

static bool is_prover(const struct hw_residents *residents)
{
    return residents->proof.on && pthread_equal(residents->proof.prover, pthread_self());
}

static void stop_proof(struct hw_residents *residents)
{
    residents->proof.quiet = 0;
    residents->proof.on = residents->proof.begun = false;
    pthread_cond_broadcast(&residents->changed);
}

/* The others have stopped: note what everything is like. */
static void begin_proof(struct hw_residents *residents)
{
    struct hw_proof *proof = &residents->proof;

    proof->begun = true;
    proof->laps = 0;
    proof->left = atomic_load(&residents->waiting);
    hw_watch_blocks(residents->first);
    proof->state = hw_state_of(residents->first);
}

/* Whether a new block can begin, which could change something. */
static bool has_room(const struct hw_residents *residents)
{
    return (residents->wanting > 0 || residents->proof.wants) &&
           atomic_load(&residents->waiting) < residents->most;
}

/* All have run once around. Whether nothing can ever change. */
static bool end_lap(struct hw_residents *residents)
{
    struct hw_proof *proof = &residents->proof;

    if (has_room(residents)) {
        stop_proof(residents);
        return false;
    }
    const uint64_t state = hw_state_of(residents->first);
    const bool open = hw_may_be_ended(residents->first);
    if (state == proof->state && !open)
        return true;
    if (open || ++proof->laps == MOST_LAPS) {
        proof->patience = proof->patience < MOST_PATIENCE ? proof->patience * 2 : proof->patience;
        stop_proof(residents);
        return false;
    }
    if ((proof->laps & (proof->laps - 1)) == 0) /* the first laps may lead to where it goes round and round */
        proof->state = state;
    proof->left = atomic_load(&residents->waiting);
    return false;
}

/* What a stint that has ended says about progress; true: there will be none. */
static bool is_stuck(struct hw_residents *residents, bool idle)
{
    struct hw_proof *proof = &residents->proof;
    const uint64_t around = atomic_load(&residents->waiting) + residents->present;

    if (!idle) {
        stop_proof(residents);
        return false;
    }
    proof->quiet++;
    if (proof->begun)
        return --proof->left == 0 && end_lap(residents);
    if (!proof->on && proof->quiet >= proof->patience * around) {
        proof->on = true;
        proof->prover = pthread_self();
    }
    return false;
}

/* Stop until the proof is over. */
static void hold(struct hw_residents *residents, bool wants)
{
    residents->held++;
    residents->wanting += wants;
    pthread_cond_broadcast(&residents->changed);
    while (residents->proof.on)
        pthread_cond_wait(&residents->changed, &residents->lock);
    residents->held--;
    residents->wanting -= wants;
}

/* Before a worker takes a block: let the prover work alone.  While the prover waits for the others, its proof
 * may be stopped and another worker's begin. */
static void meet_prover(struct hw_residents *residents, bool wants)
{
    struct hw_proof *proof = &residents->proof;

    while (is_prover(residents) && !proof->begun && residents->held + 1 < residents->present)
        pthread_cond_wait(&residents->changed, &residents->lock);
    if (!proof->on)
        return;
    if (!is_prover(residents)) {
        hold(residents, wants);
        return;
    }
    proof->wants = wants;
    if (!proof->begun)
        begin_proof(residents);
}

/* --- the list --- */

bool hw_residents_put(struct hw_residents *residents, struct hw_seat *seat, struct hw_block *block,
                      struct hw_fault *fault)
{
    pthread_mutex_lock(&residents->lock);
    seat->busy = false;
    block->watched &= residents->proof.begun;
    block->next_waiting = NULL;
    if (residents->last)
        residents->last->next_waiting = block;
    else
        residents->first = block;
    residents->last = block;
    if (!residents->most)
        residents->most = hw_resident_blocks(residents->launch);
    atomic_fetch_add(&residents->waiting, 1);
    const bool stuck = is_stuck(residents, block->stint.idle);
    if (stuck) {
        hw_report_stuck(residents, fault);
        stop_proof(residents);
    }
    pthread_mutex_unlock(&residents->lock);
    return !stuck;
}

struct hw_block *hw_residents_take(struct hw_residents *residents, struct hw_seat *seat, bool wants)
{
    if (!hw_residents_any(residents) && residents->workers == 1)
        return NULL;
    pthread_mutex_lock(&residents->lock);
    seat->busy = false;
    meet_prover(residents, wants);
    struct hw_block *block = residents->first;
    seat->busy = block != NULL;
    if (block) {
        residents->first = block->next_waiting;
        if (!residents->first)
            residents->last = NULL;
        atomic_fetch_sub(&residents->waiting, 1);
    }
    pthread_mutex_unlock(&residents->lock);
    return block;
}

void hw_residents_moved(struct hw_residents *residents)
{
    pthread_mutex_lock(&residents->lock);
    stop_proof(residents);
    pthread_mutex_unlock(&residents->lock);
}
