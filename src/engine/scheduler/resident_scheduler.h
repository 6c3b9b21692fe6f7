/* SPDX-License-Identifier: MIT */
/* The blocks of a launch that are on the chip together, although a worker runs one at a time.
 *
 * A block whose quantum is over waits here while others run; it waits in the memory that it ran in, so the
 * worker gets another struct hw_block for the next one.  New blocks begin as long as the chip has room for
 * them; then, or when none is left, those that wait run in turn, a quantum each.  So a kernel whose blocks
 * wait for each other goes on as long as they all fit on the chip.
 *
 * A launch that cannot go on is found by its lack of progress.  When block after block has only spun,
 * one worker takes over and runs all that wait once around.  If then everything is as it was, registers,
 * shared, local and device memory, it will be so for ever, since the machine is deterministic: that is a
 * fault.  Nothing is concluded from a round in which a block read the clock, or touched memory that the host
 * may write to meanwhile or that lies beside all allocations. */
#ifndef HW_ENGINE_SCHEDULER_RESIDENT_SCHEDULER_H
#define HW_ENGINE_SCHEDULER_RESIDENT_SCHEDULER_H

#include "machine/warp.h"

#include <pthread.h>
#include <stdatomic.h>

/* A worker that takes part. */
struct hw_worker_slot {
    struct hw_worker_slot *next;
    bool busy; /* it runs a block, or has just run one and may go on with another */
};

#define HW_SLOTS_MAX 2048u /* 16 clusters of 4 multiprocessors of 32 warps */

struct hw_resident_scheduler {
    const struct hw_launch *launch;
    const struct hw_executable *code;
    uint32_t workers;      /* as many as may take part */
    uint32_t max_resident; /* blocks that the chip holds at once; known as soon as one waits */
    uint32_t locked_global[HW_GLOBAL_LOCK_WORDS];
    uint32_t slots;                  /* on the chip, where it matters which a block has; else 0 */
    uint8_t taken[HW_SLOTS_MAX / 8]; /* a bit for each of them */
    _Atomic uint32_t waiting;        /* how many wait */

    pthread_mutex_t lock; /* of the rest */
    pthread_cond_t changed;
    struct hw_block *first, *last;       /* those that wait, the longest first */
    struct hw_block *free;               /* made here, and of no use now */
    struct hw_block *used;               /* all that took part */
    struct hw_worker_slot *worker_slots; /* of the workers that take part */
    uint32_t present;                    /* how many */
    uint32_t paused,
        paused_with_block; /* those that wait for the prover; of these, those with a new block to begin */
    struct hw_livelock_check {
        uint64_t idle_quanta; /* quanta since something moved */
        uint64_t threshold;   /* how many times around without progress are a sign of trouble */
        bool on, begun;       /* a worker has taken over; the others have stopped */
        pthread_t checker;
        bool wants;      /* the prover has a new block to begin */
        uint32_t left;   /* quanta until all have run once around */
        uint32_t passes; /* times around since it began */
        uint64_t state;  /* what everything was like */
    } livelock_check;
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

/* Whether the worker may begin a new block: the chip has room for it beside those that wait and those that
 * others run. */
bool hw_resident_has_capacity(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot);
static inline bool hw_resident_may_start(struct hw_resident_scheduler *scheduler,
                                         struct hw_worker_slot *worker_slot)
{
    return (worker_slot->busy && !hw_resident_any_waiting(scheduler)) ||
           hw_resident_has_capacity(scheduler, worker_slot);
}

/* A struct hw_block for one more block, ready for hw_block_start; NULL: the host has no memory. */
struct hw_block *hw_resident_create_block(struct hw_resident_scheduler *scheduler);
/* A block that begins gets its slot, and gives it back at its end. */
void hw_resident_assign_slot(struct hw_resident_scheduler *scheduler, struct hw_block *block);
void hw_resident_release_slot(struct hw_resident_scheduler *scheduler, const struct hw_block *block);
/* Its block has ended, and the caller has another one. */
void hw_resident_recycle(struct hw_resident_scheduler *scheduler, struct hw_block *block);

/* The quantum of a worker's block is over.  False: none can go on, as `fault` says. */
bool hw_resident_yield(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot,
                       struct hw_block *block, struct hw_fault *fault);
/* The block that waits longest, to be run by the worker; NULL: none waits.  `wants`: it has a new block to
 * begin. */
struct hw_block *hw_resident_next(struct hw_resident_scheduler *scheduler, struct hw_worker_slot *worker_slot,
                                  bool wants);
/* There is progress: a block that waited has ended, or one begins. */
void hw_resident_note_progress(struct hw_resident_scheduler *scheduler);

#endif
