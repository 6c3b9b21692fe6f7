/* SPDX-License-Identifier: MIT */
/* The execution context keeps what a launch leaves for the next one: a pool of worker threads, the memory of
 * running blocks, translated code.
 *
 * A launch without a context creates all of them.  Threads wait for work.  One that has not woken up before a
 * launch is over takes no part in it, so short launches wait for no thread.  Waking up takes as long as a
 * short launch, so a thread that has worked polls for more work before it sleeps, for a part of the time that
 * it has worked. */
#ifndef HW_ENGINE_LAUNCH_WORKER_POOL_H
#define HW_ENGINE_LAUNCH_WORKER_POOL_H

#include "engine/scheduler/cache_line.h"
#include "engine/executable.h"
#include "machine/warp.h"

#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>

#define HW_WORKERS_MAX 256u

/* What a thread does for a launch, with its number and its own block. */
typedef void hw_work_fn(void *context, uint32_t number, struct hw_block *block);

struct hw_pool_worker {
    alignas(HW_CACHE_LINE_PAIR) struct hw_block block;
    struct hw_execution_context *execution_context;
    pthread_t thread;
    pthread_cond_t called; /* one a thread, so that those that are not called sleep on */
    uint32_t number;
    uint64_t seen; /* the last call that it has followed */
};

#define HW_EXECUTABLES_CACHED 32u

/* A cached executable. */
struct hw_cached_executable {
    struct hw_executable *code; /* NULL: none */
    uint64_t block_time;        /* nanoseconds that a block took in the last launch; 0: there was none */
};

struct hw_execution_context {
    struct hw_pool_worker
        *workers[HW_WORKERS_MAX]; /* 0: the caller itself, which has no thread; NULL: not needed so far */
    struct hw_filled_bank filled[HW_FILLED_BANKS];
    struct hw_cached_executable cached[HW_EXECUTABLES_CACHED];
    uint32_t next_code; /* the entry that is replaced next */

    pthread_mutex_t lock; /* of the rest */
    pthread_cond_t idle;
    _Atomic uint64_t calls;
    uint32_t wanted; /* threads up to this number may follow the call; 0: it is over */
    uint32_t busy;   /* how many follow it */
    bool over;       /* all threads end */
    hw_work_fn *work;
    void *context;
};

void hw_execution_context_init(struct hw_execution_context *execution_context);
void hw_execution_context_clear(struct hw_execution_context *execution_context);

/* The block of the calling thread; NULL: no memory. */
struct hw_block *hw_execution_context_block(struct hw_execution_context *execution_context);

/* The executable of a launch, which belongs to the context. */
hw_status hw_execution_context_executable(struct hw_execution_context *execution_context,
                                          const struct hw_launch *launch,
                                          struct hw_cached_executable **cached, struct hw_error *error);

/* Let threads 1 .. count - 1 work, or as many as the host can start.  Then wait until those that took part
 * have finished. */
void hw_execution_context_call(struct hw_execution_context *execution_context, uint32_t count,
                               hw_work_fn *work, void *context);
void hw_execution_context_wait(struct hw_execution_context *execution_context);

uint64_t hw_nanoseconds(void);

#endif
