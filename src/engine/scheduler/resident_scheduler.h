/* SPDX-License-Identifier: MIT */
/* The resident-block scheduler holds the blocks of a launch that are on the chip at the same time, although
 * each worker runs one block at a time.
 *
 * Workers (launch/running_launch.c) move a block from state to state:
 *
 *     not started --start_block--> running --run_quantum: it ends or faults--> ended
 *                                   |   ^
 *     run_quantum: its quantum is   |   |   resume_block: hw_resident_next takes the
 *     over, hw_resident_yield       v   |   block that has waited longest
 *                                  waiting
 *
 * A block waits in the struct hw_block in which it ran, so the worker gets another one for its next block.
 * New blocks start as long as the chip has capacity for them (hw_resident_may_start).  When it has none, or
 * no new block is left, the waiting blocks run round robin, a quantum each.  So a kernel whose blocks wait
 * for each other makes progress if they all fit on the chip.
 *
 * Workers may enter and leave at any time.  A waiting block is ready until it has had a quantum, since the
 * launch last made progress, in which it only waited.  While no block is ready there is nothing to do for a
 * worker.  When the last one leaves, and blocks wait, the launch waits: for something outside of it, or for
 * ever, which a livelock proof can tell (launch/livelock_proof.h). */
#ifndef HW_ENGINE_SCHEDULER_RESIDENT_SCHEDULER_H
#define HW_ENGINE_SCHEDULER_RESIDENT_SCHEDULER_H

#include "engine/scheduler/block_dispatch.h"
#include "engine/scheduler/block_pool.h"
#include "engine/scheduler/blocks.h"

#include <pthread.h>
#include <stdatomic.h>

/* What the scheduler knows of a worker that takes part. */
struct hw_worker_slot {
    struct hw_worker_slot *next;
    struct hw_block_range range; /* blocks that it has taken and not started */
    uint64_t seen;               /* the progress when its block's quantum began */
    uint64_t ended;              /* blocks that it has ended, and the scheduler does not know of */
};

#define HW_SLOTS_MAX 2048u /* 16 clusters of 4 multiprocessors of 32 warps */

struct hw_resident_scheduler {
    struct hw_block_setup setup; /* of every block */
    struct hw_block_pool *pool;
    _Atomic bool spins;                           /* whether a block was found spinning */
    struct hw_drawn_order drawn;                  /* of waiting blocks; under the lock */
    uint32_t locked_global[HW_GLOBAL_LOCK_WORDS]; /* used if no other launch runs meanwhile */
    uint32_t slots;                               /* SM slots, if it matters which one a block has; else 0 */
    uint8_t taken[HW_SLOTS_MAX / 8];              /* a bit for each of them */

    /* Written under the lock, and read anywhere. */
    _Atomic uint32_t max_resident; /* blocks that the chip holds at once; 0: not computed, since no block has
                                      waited */
    _Atomic uint32_t waiting;      /* the number of waiting blocks; */
    _Atomic uint32_t ready;        /* of these, those that are ready */
    _Atomic uint32_t present;      /* workers that take part */
    _Atomic uint64_t progress;     /* how often the launch has made progress while blocks waited */
    _Atomic uint64_t ended;        /* blocks that have ended, as far as workers have told */

    pthread_mutex_t lock;                /* of the rest */
    struct hw_block *first, *last;       /* the queue of waiting blocks, the longest waiting first */
    struct hw_block *free;               /* ready for hw_block_start */
    struct hw_worker_slot *worker_slots; /* of the workers that take part */

    struct hw_block *_Atomic used; /* all in which blocks of the launch ran */
    struct hw_block *kept;         /* between two launches: memory for a block of the next one; NULL: none */
    struct hw_block_dispatch dispatch;
};

/* The memory of a scheduler is all zero, or had another launch.  `setup` lacks what the scheduler has itself:
 * `locked_global`, `stop` and `spins`. */
void hw_resident_scheduler_init(struct hw_resident_scheduler *scheduler, const struct hw_block_setup *setup,
                                struct hw_block_pool *pool, uint32_t workers);
/* Nobody takes part: memory goes back to the pool, except for what is kept, and what the blocks counted is
 * added to `stats`. */
void hw_resident_scheduler_clear(struct hw_resident_scheduler *scheduler, struct hw_stats *stats);

/* Free what is kept. */
void hw_resident_scheduler_destroy(struct hw_resident_scheduler *scheduler);

/* A worker takes part; false: `most` do already.  It may get memory for a block, ready for hw_block_start. */
bool hw_resident_enter(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot,
                       uint32_t most, struct hw_block **block);
/* It leaves, and returns what is left of its range, and memory for a block, unless that is NULL.  `asked`: it
 * does so although there is more to do. */
enum hw_resident_left {
    HW_LEFT_OTHERS = 0, /* others take part */
    HW_LEFT_WAITS,      /* none does, and blocks wait */
    HW_LEFT_OVER,       /* none does, and all blocks have ended */
    HW_LEFT_MORE,       /* none does, and there is more to do */
    HW_STAYS            /* it must not leave, for nobody else would do what there is to do */
};
enum hw_resident_left hw_resident_leave(struct hw_resident_scheduler *scheduler,
                                        struct hw_worker_slot *worker_slot, struct hw_block *block,
                                        bool asked);

/* Whether blocks wait. */
static inline bool hw_resident_any_waiting(const struct hw_resident_scheduler *scheduler)
{
    return atomic_load_explicit(&scheduler->waiting, memory_order_acquire) > 0;
}

/* Admission control: whether the worker may start the next block of its range.  Chips start blocks in order,
 * and hold a number of them at once.  So the block at a position may start when all but fewer than so many
 * blocks in front of it have ended, whoever runs those or has yet to start them. */
bool hw_resident_has_capacity(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot);
static inline bool hw_resident_may_start(struct hw_resident_scheduler *scheduler,
                                         struct hw_worker_slot *worker_slot)
{
    return !hw_resident_any_waiting(scheduler) || hw_resident_has_capacity(scheduler, worker_slot);
}

/* A struct hw_block for one more block, ready for hw_block_start; NULL: the host has no memory. */
struct hw_block *hw_resident_create_block(struct hw_resident_scheduler *scheduler);
/* A block gets an SM slot when it starts, and releases it at its end. */
void hw_resident_assign_slot(struct hw_resident_scheduler *scheduler, struct hw_block *block);
void hw_resident_release_slot(struct hw_resident_scheduler *scheduler, const struct hw_block *block);
/* Its block has ended, and the worker has another struct hw_block, or none. */
void hw_resident_recycle(struct hw_resident_scheduler *scheduler, struct hw_block *block);

/* The quantum of a worker's block is over: the block joins the queue. */
void hw_resident_yield(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot,
                       struct hw_block *block);
/* Dequeue the block that has waited longest, which the worker runs; NULL: no block is ready. */
struct hw_block *hw_resident_next(struct hw_resident_scheduler *scheduler,
                                  struct hw_worker_slot *worker_slot);
/* There is progress, so waiting blocks are ready: a block starts, or all are to end. */
void hw_resident_note_progress(struct hw_resident_scheduler *scheduler);
/* A block of the worker has ended, which is progress, too. */
void hw_resident_note_end(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot);

/* Whether a waiting block is drawn to go on before a new one starts. */
bool hw_resident_draws_waiting(struct hw_resident_scheduler *scheduler);

/* How many more workers would find a block to run. */
uint32_t hw_resident_work(struct hw_resident_scheduler *scheduler);

#endif
