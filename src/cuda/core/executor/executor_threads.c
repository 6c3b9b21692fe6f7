/* SPDX-License-Identifier: MIT */
/* See executor_threads.h. */
#include "cuda/core/executor/executor_threads.h"

#include "cuda/core/call.h"
#include "cuda/core/executor/host_threads.h"
#include "cuda/core/executor/item_order.h"
#include "cuda/core/executor/stall.h"
#include "cuda/core/settings.h"
#include "own_threads.h"

#include <pthread.h>
#include <sched.h>
#include <string.h>

#define WORKERS_MAX           257u /* with a watch */
#define TICK_NANOSECONDS      50000u
#define LONG_TICK_NANOSECONDS 1000000u
#define STARVED_TICKS         4u
#define STARVED_TICKS_ALONE   1000u
#define QUIET_TICKS           400u
#define IDLE_TICKS            20u /* without items, after which the watch sleeps */

static struct {
    pthread_t thread[WORKERS_MAX];
    uint32_t count, limit;
    uint32_t asleep; /* without a tick */
    bool watched, over;
    uint64_t tick, starved;
    uint64_t steps, quiet_since; /* of the host, as last seen; and the tick of it */
} workers;

static pthread_cond_t comes;
static _Thread_local bool is_worker;

static uint32_t count_processors(void)
{
    cpu_set_t set;

    return sched_getaffinity(0, sizeof set, &set) == 0 ? (uint32_t)CPU_COUNT(&set) : 1;
}

uint32_t hw_cuda_worker_limit(void)
{
    if (hw_cuda_item_order() == HW_CUDA_ORDER_DRAWN)
        return 1;
    if (workers.limit == 0) {
        const uint32_t wanted = hw_cuda_workers(), count = wanted ? wanted : count_processors();
        workers.limit = count < WORKERS_MAX ? count : WORKERS_MAX - 1;
    }
    return workers.limit;
}

bool hw_cuda_is_worker(void)
{
    return is_worker;
}

uint64_t hw_cuda_worker_tick(void)
{
    return workers.tick;
}

bool hw_cuda_worker_sees_quiet(void)
{
    const uint64_t steps = hw_cuda_host_steps();

    if (workers.steps != steps) {
        workers.steps = steps;
        workers.quiet_since = workers.tick;
    }
    return workers.tick - workers.quiet_since >= QUIET_TICKS;
}

static void sleep_for(uint32_t nanoseconds)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += nanoseconds;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    hw_cuda_lock_wait_until(&comes, &until);
}

static uint32_t sleep_time(enum hw_cuda_outlook outlook)
{
    switch (outlook) {
    case HW_CUDA_OUTLOOK_WAITS: return hw_cuda_stall_nap();
    case HW_CUDA_OUTLOOK_SOON: return TICK_NANOSECONDS;
    case HW_CUDA_OUTLOOK_NOTHING: return hw_cuda_stall_is_at_end() ? LONG_TICK_NANOSECONDS : TICK_NANOSECONDS;
    case HW_CUDA_OUTLOOK_STARVES: break;
    }
    return LONG_TICK_NANOSECONDS;
}

/* Long ticks for which work that is ready waits for a worker; in a drawn order only what never ends gives
 * way. */
static uint64_t patience(void)
{
    return hw_cuda_item_order() == HW_CUDA_ORDER_FREE ? STARVED_TICKS : STARVED_TICKS_ALONE;
}

/* One worker is the watch, which looks again after a while; the others sleep until they are called, and so
 * does the watch where it has found nothing to look for several times. */
static void sleep_on(unsigned *idle)
{
    const enum hw_cuda_outlook outlook = hw_cuda_executor_outlook();

    *idle = outlook == HW_CUDA_OUTLOOK_NOTHING && !hw_cuda_stall_is_at_end() ? *idle + 1 : 0;
    workers.starved = outlook == HW_CUDA_OUTLOOK_STARVES ? workers.starved + 1 : 0;
    if (workers.watched || *idle > IDLE_TICKS) {
        workers.asleep++;
        hw_cuda_lock_wait(&comes);
        workers.asleep--;
        return;
    }
    workers.watched = true;
    sleep_for(sleep_time(outlook));
    workers.watched = false;
    workers.tick++;
    if (outlook == HW_CUDA_OUTLOOK_WAITS)
        hw_cuda_stall_nap_is_over();
    else if (outlook == HW_CUDA_OUTLOOK_STARVES)
        hw_cuda_executor_look_again(); /* at values that streams wait for, which takes no worker */
    if (workers.starved >= patience())
        hw_cuda_executor_relieve();
    hw_cuda_stall_end_tick();
}

static void *serve(void *nothing)
{
    unsigned idle = 0;

    (void)nothing;
    is_worker = true;
    hw_cuda_host_thread_is_ours();
    hw_cuda_lock();
    while (!workers.over)
        if (!hw_cuda_executor_work())
            sleep_on(&idle);
    hw_cuda_unlock(cudaSuccess);
    return NULL;
}

static bool start_worker(void)
{
    pthread_condattr_t monotonic;

    if (workers.count == 0) {
        pthread_condattr_init(&monotonic);
        pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
        pthread_cond_init(&comes, &monotonic);
        pthread_condattr_destroy(&monotonic);
    }
    const bool started = hw_own_thread_create(&workers.thread[workers.count], serve, NULL);
    workers.count += started;
    return started;
}

/* As many as execute work, and a watch. */
void hw_cuda_worker_see_to_it(void)
{
    if (workers.watched)
        return;
    if (workers.asleep > 0)
        pthread_cond_signal(&comes);
    else if (workers.count <= hw_cuda_worker_limit())
        start_worker();
}

void hw_cuda_worker_call(uint32_t count)
{
    const uint32_t asleep = workers.asleep + workers.watched;

    for (uint32_t i = 0; i < count && i < asleep; i++)
        pthread_cond_signal(&comes);
    for (uint32_t i = asleep; i < count && workers.count < hw_cuda_worker_limit() && start_worker(); i++)
        ;
}

void hw_cuda_workers_end(void)
{
    hw_cuda_lock();
    const uint32_t count = workers.count;
    workers.over = true;
    if (count)
        pthread_cond_broadcast(&comes);
    hw_cuda_unlock(cudaSuccess);
    for (uint32_t i = 0; i < count; i++)
        pthread_join(workers.thread[i], NULL);
    workers.over = false;
    workers.count = 0;
}

void hw_cuda_workers_forget(void)
{
    memset(&workers, 0, sizeof workers);
}
