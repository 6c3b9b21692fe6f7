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

void hw_execution_context_init(struct hw_execution_context *runner)
{
    memset(runner, 0, sizeof *runner);
    pthread_mutex_init(&runner->lock, NULL);
    pthread_cond_init(&runner->idle, NULL);
}

/* Under the lock: wake the existing threads with numbers below `count`. */
static void wake(struct hw_execution_context *runner, uint32_t count)
{
    for (uint32_t i = 1; i < count && runner->workers[i]; i++)
        pthread_cond_signal(&runner->workers[i]->called);
}

static void stop_threads(struct hw_execution_context *runner)
{
    pthread_mutex_lock(&runner->lock);
    runner->over = true;
    wake(runner, HW_WORKERS_MAX);
    pthread_mutex_unlock(&runner->lock);
    for (uint32_t i = 1; i < HW_WORKERS_MAX && runner->workers[i]; i++)
        pthread_join(runner->workers[i]->thread, NULL);
}

void hw_execution_context_clear(struct hw_execution_context *runner)
{
    stop_threads(runner);
    for (uint32_t i = 0; i < HW_WORKERS_MAX; i++) {
        if (!runner->workers[i])
            continue;
        hw_block_destroy(&runner->workers[i]->block);
        pthread_cond_destroy(&runner->workers[i]->called);
        free(runner->workers[i]);
    }
    for (unsigned i = 0; i < HW_FILLED_BANKS; i++)
        free(runner->filled[i].data);
    for (unsigned i = 0; i < HW_EXECUTABLES_CACHED; i++)
        hw_executable_destroy(runner->cached[i].code);
    pthread_cond_destroy(&runner->idle);
    pthread_mutex_destroy(&runner->lock);
}

hw_status hw_execution_context_create(struct hw_execution_context **runner, struct hw_error *error)
{
    struct hw_execution_context *made = malloc(sizeof *made);

    if (!made)
        return hw_fail(error, HW_ERR_NO_MEMORY, "machine", "no memory for what launches keep");
    hw_execution_context_init(made);
    *runner = made;
    return HW_OK;
}

void hw_execution_context_destroy(struct hw_execution_context *runner)
{
    if (!runner)
        return;
    hw_execution_context_clear(runner);
    free(runner);
}

/* --- code --- */

hw_status hw_execution_context_executable(struct hw_execution_context *runner, const struct hw_launch *launch,
                                          struct hw_cached_executable **cached, struct hw_error *error)
{
    struct hw_executable *fresh;

    for (unsigned i = 0; i < HW_EXECUTABLES_CACHED; i++)
        if (runner->cached[i].code && hw_executable_patch(runner->cached[i].code, launch)) {
            *cached = &runner->cached[i];
            return HW_OK;
        }
    hw_status status = hw_executable_create(launch, &fresh, error);
    if (status != HW_OK)
        return status;
    *cached = &runner->cached[runner->next_code++ % HW_EXECUTABLES_CACHED];
    hw_executable_destroy((*cached)->code);
    **cached = (struct hw_cached_executable){.code = fresh};
    return HW_OK;
}

/* --- threads --- */

static struct hw_pool_worker *add_worker(struct hw_execution_context *runner, uint32_t number)
{
    struct hw_pool_worker *made = hw_alloc_zeroed_padded(sizeof *made);

    if (!made)
        return NULL;
    made->execution_context = runner;
    made->number = number;
    pthread_cond_init(&made->called, NULL);
    runner->workers[number] = made;
    return made;
}

struct hw_block *hw_execution_context_block(struct hw_execution_context *runner)
{
    struct hw_pool_worker *own = runner->workers[0] ? runner->workers[0] : add_worker(runner, 0);

    return own ? &own->block : NULL;
}

/* Under the lock: wait for a call that this thread may follow; false: the pool ends. */
static bool next_call(struct hw_execution_context *runner, struct hw_pool_worker *own)
{
    while (!runner->over && (own->seen == runner->calls || own->number >= runner->wanted))
        pthread_cond_wait(&own->called, &runner->lock);
    own->seen = runner->calls;
    return !runner->over;
}

uint64_t hw_nanoseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Poll for the next call, and yield to other threads of the host. */
static void poll_for_call(struct hw_execution_context *runner, const struct hw_pool_worker *own,
                          uint64_t worked)
{
    const uint64_t part = worked / POLL_PART, most = part < POLL_MAX ? part : POLL_MAX,
                   end = hw_nanoseconds() + most;

    while (atomic_load(&runner->calls) == own->seen && hw_nanoseconds() < end)
        sched_yield();
}

static void *worker_main(void *argument)
{
    struct hw_pool_worker *own = argument;
    struct hw_execution_context *runner = own->execution_context;

    pthread_mutex_lock(&runner->lock);
    while (next_call(runner, own)) {
        runner->busy++;
        pthread_mutex_unlock(&runner->lock);
        const uint64_t begin = hw_nanoseconds();
        runner->work(runner->context, own->number, &own->block);
        const uint64_t worked = hw_nanoseconds() - begin;
        pthread_mutex_lock(&runner->lock);
        if (--runner->busy == 0)
            pthread_cond_signal(&runner->idle);
        pthread_mutex_unlock(&runner->lock);
        poll_for_call(runner, own, worked);
        pthread_mutex_lock(&runner->lock);
    }
    pthread_mutex_unlock(&runner->lock);
    return NULL;
}

static bool start_thread(struct hw_execution_context *runner, uint32_t number)
{
    struct hw_pool_worker *made = add_worker(runner, number);

    if (made && pthread_create(&made->thread, NULL, worker_main, made) == 0)
        return true;
    if (made)
        pthread_cond_destroy(&made->called);
    free(made);
    runner->workers[number] = NULL;
    return false;
}

void hw_execution_context_call(struct hw_execution_context *runner, uint32_t count, hw_work_fn *work,
                               void *context)
{
    pthread_mutex_lock(&runner->lock);
    runner->calls++;
    runner->wanted = count;
    runner->work = work;
    runner->context = context;
    wake(runner, count);
    pthread_mutex_unlock(&runner->lock);
    for (uint32_t i = 1; i < count; i++)
        if (!runner->workers[i] && !start_thread(runner, i))
            return;
}

void hw_execution_context_wait(struct hw_execution_context *runner)
{
    pthread_mutex_lock(&runner->lock);
    runner->wanted = 0;
    while (runner->busy > 0)
        pthread_cond_wait(&runner->idle, &runner->lock);
    pthread_mutex_unlock(&runner->lock);
}
