/* SPDX-License-Identifier: MIT */
/* The resident-block scheduler holds the blocks of a launch that are on the chip at the same time, although
 * each worker runs one block at a time.
 *
 * Workers (launch/launch_run.c) move a block from state to state:
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
 * Livelock is found by lack of progress (livelock_check.c).  When block after block has only spun, one
 * worker, the checker, runs each waiting block once, while the others pause.  If registers, shared, local and
 * device memory are then unchanged, they can never change, because execution is deterministic.  The launch
 * ends with a fault.  Nothing is concluded from a pass in which a block read the clock, or touched memory
 * that the host may write to meanwhile or that is outside all allocations. */
#ifndef HW_ENGINE_SCHEDULER_RESIDENT_SCHEDULER_H
#define HW_ENGINE_SCHEDULER_RESIDENT_SCHEDULER_H

#include "machine/warp.h"

#include <pthread.h>
#include <stdatomic.h>

/* What the scheduler knows of a worker that takes part. */
struct hw_worker_slot {
    struct hw_worker_slot *next;
    bool busy; /* it runs a block, or has just run one and may go on with another */
};

#define HW_SLOTS_MAX 2048u /* 16 clusters of 4 multiprocessors of 32 warps */

/* The check whether the launch has a livelock (livelock_check.c). */
enum hw_livelock_phase {
    HW_LIVELOCK_OFF = 0,
    HW_LIVELOCK_PAUSING, /* the checker waits until the other workers have paused */
    HW_LIVELOCK_CHECKING /* the checker runs all waiting blocks, pass after pass */
};
struct hw_livelock_check {
    enum hw_livelock_phase phase;
    uint64_t idle_quanta; /* quanta since a block made progress */
    uint64_t threshold;   /* so many passes of idle quanta start a check */
    pthread_t checker;    /* unless off */
    bool has_new_block;   /* the checker has a new block to start */
    uint32_t remaining;   /* quanta until the pass ends */
    uint32_t passes;      /* since the check began */
    uint64_t fingerprint; /* of all state, after an earlier pass */
};

struct hw_resident_scheduler {
    const struct hw_launch *launch;
    const struct hw_executable *code;
    uint32_t workers; /* as many as may take part */
    uint32_t
        max_resident; /* blocks that the chip holds at once; 0: not computed, since no block has waited */
    uint32_t locked_global[HW_GLOBAL_LOCK_WORDS];
    uint32_t slots;                  /* SM slots, if it matters which one a block has; else 0 */
    uint8_t taken[HW_SLOTS_MAX / 8]; /* a bit for each of them */
    _Atomic uint32_t waiting;        /* the number of waiting blocks */

    pthread_mutex_t lock; /* of the rest */
    pthread_cond_t changed;
    struct hw_block *first, *last;       /* the queue of waiting blocks, the longest waiting first */
    struct hw_block *free;               /* created here and unused now */
    struct hw_block *used;               /* all in which blocks of the launch ran */
    struct hw_worker_slot *worker_slots; /* of the workers that take part */
    uint32_t present;                    /* how many */
    uint32_t paused,
        paused_with_block; /* workers that wait for the checker; of these, those with a new block to start */
    struct hw_livelock_check livelock_check;
};

void hw_resident_scheduler_init(struct hw_resident_scheduler *scheduler, const struct hw_launch *launch,
                                const struct hw_executable *code, uint32_t workers);
/* Frees what was made; what the blocks counted is added to `stats`. */
void hw_resident_scheduler_clear(struct hw_resident_scheduler *scheduler, struct hw_stats *stats);

/* A worker takes part with its own block, until it leaves; false: the host has no memory. */
bool hw_resident_join(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot,
                      struct hw_block *own);
void hw_resident_leave(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot);

/* Whether blocks wait. */
static inline bool hw_resident_any_waiting(const struct hw_resident_scheduler *scheduler)
{
    return atomic_load_explicit(&scheduler->waiting, memory_order_acquire) > 0;
}

/* Admission control: whether the worker may start a new block, since the chip has capacity for it beside the
 * waiting blocks and those that other workers run. */
bool hw_resident_has_capacity(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot);
static inline bool hw_resident_may_start(struct hw_resident_scheduler *scheduler,
                                         struct hw_worker_slot *worker_slot)
{
    return (worker_slot->busy && !hw_resident_any_waiting(scheduler)) ||
           hw_resident_has_capacity(scheduler, worker_slot);
}

/* A struct hw_block for one more block, ready for hw_block_start; NULL: the host has no memory. */
struct hw_block *hw_resident_create_block(struct hw_resident_scheduler *scheduler);
/* A block gets an SM slot when it starts, and releases it at its end. */
void hw_resident_assign_slot(struct hw_resident_scheduler *scheduler, struct hw_block *block);
void hw_resident_release_slot(struct hw_resident_scheduler *scheduler, const struct hw_block *block);
/* Its block has ended, and the caller has another struct hw_block. */
void hw_resident_recycle(struct hw_resident_scheduler *scheduler, struct hw_block *block);

/* The quantum of a worker's block is over: the block joins the queue.  False: it is a livelock, reported in
 * `fault`. */
bool hw_resident_yield(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot,
                       struct hw_block *block, struct hw_fault *fault);
/* Dequeue the block that has waited longest, which the worker runs; NULL: none waits.  `has_new_block`: the
 * worker has a new block to start. */
struct hw_block *hw_resident_next(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot,
                                  bool has_new_block);
/* There is progress: a waiting block has ended, or a new one starts. */
void hw_resident_note_progress(struct hw_resident_scheduler *scheduler);

#endif
