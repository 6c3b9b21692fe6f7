/* SPDX-License-Identifier: MIT */
/* The worker pool has the threads that work on a launch beside the one that called hw_launch_run.
 *
 * Threads wait for work.  One that has not woken up before a launch is over takes no part in it, so short
 * launches wait for no thread.  Waking up takes as long as a short launch, so a thread that has worked polls
 * for more work before it sleeps, for a part of the time that it has worked.  The pool works on one launch at
 * a time; a launch that finds it at work runs on its caller's thread alone. */
#ifndef HW_ENGINE_LAUNCH_WORKER_POOL_H
#define HW_ENGINE_LAUNCH_WORKER_POOL_H

#include "engine/scheduler/block_dispatch.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* What a thread does. */
typedef void hw_work_fn(void *context);

struct hw_pool_worker;

struct hw_worker_pool {
    struct hw_pool_worker
        *workers[HW_WORKERS_MAX]; /* 0: the caller, which is none; NULL: not needed so far */
    pthread_mutex_t lock;         /* of all */
    pthread_cond_t changed;       /* nobody is at work, or there was another call */
    _Atomic uint64_t calls;
    uint32_t wanted; /* threads up to this number may follow the call; 0: it is over */
    uint32_t busy;   /* how many follow it */
    bool over;       /* all threads end */
    hw_work_fn *work;
    void *context; /* whose call it is; NULL: nobody's */
};

void hw_worker_pool_init(struct hw_worker_pool *pool);
void hw_worker_pool_clear(struct hw_worker_pool *pool);

/* Let threads 1 .. count - 1 work, or as many as the host can start; they come again if they did. */
void hw_worker_pool_call(struct hw_worker_pool *pool, uint32_t count, hw_work_fn *work, void *context);
/* The number of calls so far; and wait until no thread is at work, or there have been more calls. */
static inline uint64_t hw_worker_pool_calls(struct hw_worker_pool *pool)
{
    return atomic_load(&pool->calls);
}
void hw_worker_pool_rest(struct hw_worker_pool *pool, uint64_t calls, void *context);
/* The call is over: wait until those that took part have finished. */
void hw_worker_pool_wait(struct hw_worker_pool *pool, void *context);

/* To wake up takes as long as a short launch.  So a thread that has worked for so many nanoseconds polls for
 * the next call before it sleeps, for a part of that time, and yields to other threads of the host: until
 * there have been other than `seen` calls. */
void hw_poll_for_call(const _Atomic uint64_t *calls, uint64_t seen, uint64_t worked);

#endif
