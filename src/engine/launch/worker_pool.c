/* SPDX-License-Identifier: MIT */
/* The worker pool and the execution context of launches. */
#include "engine/launch/worker_pool.h"

#include "engine/scheduler/blocks.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define POLL_PART 8u     /* part of its last working time for which a thread polls for the next call */
#define POLL_MAX  50000u /* nanoseconds */

void hw_execution_context_init(struct hw_execution_context *execution_context)
{
    memset(execution_context, 0, sizeof *execution_context);
    pthread_mutex_init(&execution_context->lock, NULL);
    pthread_cond_init(&execution_context->idle, NULL);
}

/* Under the lock: wake the existing threads with numbers below `count`. */
static void wake_threads(struct hw_execution_context *execution_context, uint32_t count)
{
    for (uint32_t i = 1; i < count && execution_context->workers[i]; i++)
        pthread_cond_signal(&execution_context->workers[i]->called);
}

static void stop_threads(struct hw_execution_context *execution_context)
{
    pthread_mutex_lock(&execution_context->lock);
    execution_context->over = true;
    wake_threads(execution_context, HW_WORKERS_MAX);
    pthread_mutex_unlock(&execution_context->lock);
    for (uint32_t i = 1; i < HW_WORKERS_MAX && execution_context->workers[i]; i++)
        pthread_join(execution_context->workers[i]->thread, NULL);
}

void hw_execution_context_clear(struct hw_execution_context *execution_context)
{
    stop_threads(execution_context);
    for (uint32_t i = 0; i < HW_WORKERS_MAX; i++) {
        if (!execution_context->workers[i])
            continue;
        hw_block_destroy(&execution_context->workers[i]->block);
        pthread_cond_destroy(&execution_context->workers[i]->called);
        free(execution_context->workers[i]);
    }
    for (unsigned i = 0; i < HW_FILLED_BANKS; i++)
        free(execution_context->filled[i].data);
    for (unsigned i = 0; i < HW_EXECUTABLES_CACHED; i++)
        hw_executable_destroy(execution_context->cached[i].code);
    pthread_cond_destroy(&execution_context->idle);
    pthread_mutex_destroy(&execution_context->lock);
}

hw_status hw_execution_context_create(struct hw_execution_context **execution_context, struct hw_error *error)
{
    struct hw_execution_context *made = malloc(sizeof *made);

    if (!made)
        return hw_fail(error, HW_ERR_NO_MEMORY, "machine", "no memory for what launches keep");
    hw_execution_context_init(made);
    *execution_context = made;
    return HW_OK;
}

void hw_execution_context_destroy(struct hw_execution_context *execution_context)
{
    if (!execution_context)
        return;
    hw_execution_context_clear(execution_context);
    free(execution_context);
}

/* --- code --- */

hw_status hw_execution_context_executable(struct hw_execution_context *execution_context,
                                          const struct hw_launch *launch,
                                          struct hw_cached_executable **cached, struct hw_error *error)
{
    struct hw_executable *fresh;

    for (unsigned i = 0; i < HW_EXECUTABLES_CACHED; i++)
        if (execution_context->cached[i].code &&
            hw_executable_patch(execution_context->cached[i].code, launch)) {
            *cached = &execution_context->cached[i];
            return HW_OK;
        }
    hw_status status = hw_executable_create(launch, &fresh, error);
    if (status != HW_OK)
        return status;
    *cached = &execution_context->cached[execution_context->next_code++ % HW_EXECUTABLES_CACHED];
    hw_executable_destroy((*cached)->code);
    **cached = (struct hw_cached_executable){.code = fresh};
    return HW_OK;
}

/* --- threads --- */

static struct hw_pool_worker *add_worker(struct hw_execution_context *execution_context, uint32_t number)
{
    struct hw_pool_worker *made = hw_alloc_zeroed_padded(sizeof *made);

    if (!made)
        return NULL;
    made->execution_context = execution_context;
    made->number = number;
    pthread_cond_init(&made->called, NULL);
    execution_context->workers[number] = made;
    return made;
}

struct hw_block *hw_execution_context_block(struct hw_execution_context *execution_context)
{
    struct hw_pool_worker *own =
        execution_context->workers[0] ? execution_context->workers[0] : add_worker(execution_context, 0);

    return own ? &own->block : NULL;
}

/* Under the lock: wait for a call that this thread may follow; false: the pool ends. */
static bool next_call(struct hw_execution_context *execution_context, struct hw_pool_worker *own)
{
    while (!execution_context->over &&
           (own->seen == execution_context->calls || own->number >= execution_context->wanted))
        pthread_cond_wait(&own->called, &execution_context->lock);
    own->seen = execution_context->calls;
    return !execution_context->over;
}

uint64_t hw_nanoseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Poll for the next call, and yield to other threads of the host. */
static void poll_for_call(struct hw_execution_context *execution_context, const struct hw_pool_worker *own,
                          uint64_t worked)
{
    const uint64_t part = worked / POLL_PART, most = part < POLL_MAX ? part : POLL_MAX,
                   end = hw_nanoseconds() + most;

    while (atomic_load(&execution_context->calls) == own->seen && hw_nanoseconds() < end)
        sched_yield();
}

static void *worker_main(void *argument)
{
    struct hw_pool_worker *own = argument;
    struct hw_execution_context *execution_context = own->execution_context;

    pthread_mutex_lock(&execution_context->lock);
    while (next_call(execution_context, own)) {
        execution_context->busy++;
        pthread_mutex_unlock(&execution_context->lock);
        const uint64_t begin = hw_nanoseconds();
        execution_context->work(execution_context->context, own->number, &own->block);
        const uint64_t worked = hw_nanoseconds() - begin;
        pthread_mutex_lock(&execution_context->lock);
        if (--execution_context->busy == 0)
            pthread_cond_signal(&execution_context->idle);
        pthread_mutex_unlock(&execution_context->lock);
        poll_for_call(execution_context, own, worked);
        pthread_mutex_lock(&execution_context->lock);
    }
    pthread_mutex_unlock(&execution_context->lock);
    return NULL;
}

static bool start_thread(struct hw_execution_context *execution_context, uint32_t number)
{
    struct hw_pool_worker *made = add_worker(execution_context, number);

    if (made && pthread_create(&made->thread, NULL, worker_main, made) == 0)
        return true;
    if (made)
        pthread_cond_destroy(&made->called);
    free(made);
    execution_context->workers[number] = NULL;
    return false;
}

void hw_execution_context_call(struct hw_execution_context *execution_context, uint32_t count,
                               hw_work_fn *work, void *context)
{
    pthread_mutex_lock(&execution_context->lock);
    execution_context->calls++;
    execution_context->wanted = count;
    execution_context->work = work;
    execution_context->context = context;
    wake_threads(execution_context, count);
    pthread_mutex_unlock(&execution_context->lock);
    for (uint32_t i = 1; i < count; i++)
        if (!execution_context->workers[i] && !start_thread(execution_context, i))
            return;
}

void hw_execution_context_wait(struct hw_execution_context *execution_context)
{
    pthread_mutex_lock(&execution_context->lock);
    execution_context->wanted = 0;
    while (execution_context->busy > 0)
        pthread_cond_wait(&execution_context->idle, &execution_context->lock);
    pthread_mutex_unlock(&execution_context->lock);
}
