/* SPDX-License-Identifier: MIT */
/* See worker_pool.h. */
#include "engine/launch/worker_pool.h"

#include "clock.h"
#include "own_threads.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

#define POLL_PART 8u     /* part of its last working time for which a thread polls for the next call */
#define POLL_MAX  50000u /* nanoseconds */

struct hw_pool_worker {
    struct hw_worker_pool *pool;
    pthread_t thread;
    pthread_cond_t called; /* one a thread, so that those that are not called sleep on */
    uint32_t number;
    uint64_t seen; /* the last call that it has followed */
};

void hw_worker_pool_init(struct hw_worker_pool *pool)
{
    memset(pool, 0, sizeof *pool);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->changed, NULL);
}

/* Under the lock: wake the existing threads with numbers below `count`. */
static void wake_threads(struct hw_worker_pool *pool, uint32_t count)
{
    for (uint32_t i = 1; i < count && pool->workers[i]; i++)
        pthread_cond_signal(&pool->workers[i]->called);
}

void hw_worker_pool_clear(struct hw_worker_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->over = true;
    wake_threads(pool, HW_WORKERS_MAX);
    pthread_mutex_unlock(&pool->lock);
    for (uint32_t i = 1; i < HW_WORKERS_MAX && pool->workers[i]; i++) {
        pthread_join(pool->workers[i]->thread, NULL);
        pthread_cond_destroy(&pool->workers[i]->called);
        free(pool->workers[i]);
    }
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->lock);
}

/* Under the lock: wait for a call that this thread may follow; false: the pool ends. */
static bool next_call(struct hw_worker_pool *pool, struct hw_pool_worker *own)
{
    while (!pool->over && (own->seen == pool->calls || own->number >= pool->wanted))
        pthread_cond_wait(&own->called, &pool->lock);
    own->seen = pool->calls;
    return !pool->over;
}

void hw_poll_for_call(const _Atomic uint64_t *calls, uint64_t seen, uint64_t worked)
{
    const uint64_t part = worked / POLL_PART, most = part < POLL_MAX ? part : POLL_MAX,
                   end = hw_nanoseconds() + most;

    while (atomic_load(calls) == seen && hw_nanoseconds() < end)
        sched_yield();
}

static void *worker_main(void *argument)
{
    struct hw_pool_worker *own = argument;
    struct hw_worker_pool *pool = own->pool;

    pthread_mutex_lock(&pool->lock);
    while (next_call(pool, own)) {
        hw_work_fn *work = pool->work;
        void *context = pool->context;
        pool->busy++;
        pthread_mutex_unlock(&pool->lock);
        const uint64_t begin = hw_nanoseconds();
        work(context);
        const uint64_t worked = hw_nanoseconds() - begin;
        pthread_mutex_lock(&pool->lock);
        if (--pool->busy == 0)
            pthread_cond_signal(&pool->changed);
        pthread_mutex_unlock(&pool->lock);
        hw_poll_for_call(&pool->calls, own->seen, worked);
        pthread_mutex_lock(&pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Under the lock. */
static bool start_thread(struct hw_worker_pool *pool, uint32_t number)
{
    struct hw_pool_worker *made = calloc(1, sizeof *made);

    if (!made)
        return false;
    *made = (struct hw_pool_worker){.pool = pool, .number = number};
    pthread_cond_init(&made->called, NULL);
    if (hw_own_thread_create(&made->thread, worker_main, made)) {
        pool->workers[number] = made;
        return true;
    }
    pthread_cond_destroy(&made->called);
    free(made);
    return false;
}

void hw_worker_pool_call(struct hw_worker_pool *pool, uint32_t count, hw_work_fn *work, void *context)
{
    pthread_mutex_lock(&pool->lock);
    if (!pool->context || pool->context == context) {
        pool->calls++;
        pool->wanted = count;
        pool->work = work;
        pool->context = context;
        wake_threads(pool, count);
        pthread_cond_signal(&pool->changed);
        for (uint32_t i = 1; i < count; i++)
            if (!pool->workers[i] && !start_thread(pool, i))
                break;
    }
    pthread_mutex_unlock(&pool->lock);
}

void hw_worker_pool_rest(struct hw_worker_pool *pool, uint64_t calls, void *context)
{
    pthread_mutex_lock(&pool->lock);
    while (pool->context == context && pool->busy > 0 && pool->calls == calls)
        pthread_cond_wait(&pool->changed, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

void hw_worker_pool_wait(struct hw_worker_pool *pool, void *context)
{
    pthread_mutex_lock(&pool->lock);
    if (pool->context == context) {
        pool->wanted = 0;
        while (pool->busy > 0)
            pthread_cond_wait(&pool->changed, &pool->lock);
        pool->context = NULL;
    }
    pthread_mutex_unlock(&pool->lock);
}
