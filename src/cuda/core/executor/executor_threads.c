/* SPDX-License-Identifier: MIT */
/* See executor_threads.h. */
#include "cuda/core/executor/executor_threads.h"

#include "clock.h"
#include "cuda/core/call.h"
#include "cuda/core/executor/host_threads.h"
#include "cuda/core/executor/item_order.h"
#include "cuda/core/executor/stall.h"
#include "cuda/core/settings.h"
#include "engine/launch/worker_pool.h"
#include "own_threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#define WORKERS_MAX           257u /* with a watch */
#define TICK_NANOSECONDS      50000u
#define LONG_TICK_NANOSECONDS 1000000u
#define STARVED_TICKS         4u
#define STARVED_TICKS_ALONE   1000u
#define QUIET_NANOSECONDS     10000000u   /* of processor time: the program is busy, and calls nothing */
#define STILL_NANOSECONDS     1000000000u /* it sleeps, and calls nothing: for so long, */
#define STILL_LOOKS           500u        /* and as often as that a worker came to run, but it did not */
#define IDLE_TICKS            20u         /* without items, after which the watch sleeps */

static struct {
    pthread_t thread[WORKERS_MAX];
    uint32_t count, limit;
    uint32_t asleep; /* without a tick */
    bool watched, over;
    bool naps; /* the watch, for work that only waits */
    _Atomic uint64_t tick;
    uint64_t starved; /* long ticks, of work that is ready */
    uint64_t steps;   /* of the host, as last seen; when that was, and what processor time it had */
    uint64_t still_since, quiet_since;
    uint32_t still_looks;
} workers;

static pthread_mutex_t sleepers = PTHREAD_MUTEX_INITIALIZER; /* below the core's lock */
static pthread_cond_t comes;
static _Atomic uint64_t calls; /* of workers: changed under `sleepers` */
static _Thread_local bool is_worker;

uint32_t hw_cuda_worker_limit(void)
{
    if (hw_cuda_item_order() == HW_CUDA_ORDER_DRAWN)
        return 1;
    if (workers.limit == 0) {
        const uint32_t wanted = hw_cuda_workers(), count = wanted ? wanted : hw_processor_count();
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
    return atomic_load(&workers.tick);
}

/* The processor time of the program's threads; the caller is the only worker. */
static uint64_t program_nanoseconds(void)
{
    return hw_nanoseconds_of(CLOCK_PROCESS_CPUTIME_ID) - hw_nanoseconds_of(CLOCK_THREAD_CPUTIME_ID);
}

bool hw_cuda_worker_sees_quiet(void)
{
    const uint64_t steps = hw_cuda_host_steps();

    if (workers.steps != steps) {
        workers.steps = steps;
        workers.still_since = hw_nanoseconds();
        workers.quiet_since = program_nanoseconds();
        workers.still_looks = 0;
    }
    workers.still_looks++;
    return program_nanoseconds() - workers.quiet_since >= QUIET_NANOSECONDS ||
           (workers.still_looks >= STILL_LOOKS &&
            hw_nanoseconds() - workers.still_since >= STILL_NANOSECONDS);
}

/* Sleep until workers are called, or for so long (0: for ever), without the core's lock: whoever took that
 * with each tick would have each call wake somebody up when it gives the lock back.  The caller has seen so
 * many calls. */
static void sleep_without_lock(uint64_t seen, uint32_t nanoseconds)
{
    struct timespec until;
    int error = 0;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += nanoseconds;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&sleepers);
    while (atomic_load(&calls) == seen && error == 0)
        error = nanoseconds ? pthread_cond_timedwait(&comes, &sleepers, &until)
                            : pthread_cond_wait(&comes, &sleepers);
    pthread_mutex_unlock(&sleepers);
}

/* As many as there are asleep of these. */
static void wake(uint32_t count)
{
    pthread_mutex_lock(&sleepers);
    atomic_fetch_add(&calls, 1);
    for (uint32_t i = 0; i < count; i++)
        pthread_cond_signal(&comes);
    pthread_mutex_unlock(&sleepers);
}

/* Tick for as long as no item is there that nobody has visited. */
static void tick(uint64_t seen, uint32_t nanoseconds, unsigned *idle)
{
    do {
        sleep_without_lock(seen, nanoseconds);
        atomic_fetch_add(&workers.tick, 1);
    } while (hw_cuda_executor_unvisited() == 0 && atomic_load(&calls) == seen && ++*idle <= IDLE_TICKS);
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
    const bool nothing = outlook == HW_CUDA_OUTLOOK_NOTHING && !hw_cuda_stall_is_at_end();
    const uint64_t seen = atomic_load(&calls);

    workers.starved = outlook == HW_CUDA_OUTLOOK_STARVES ? workers.starved + 1 : 0;
    if (workers.watched || (nothing && *idle > IDLE_TICKS)) {
        workers.asleep++;
        hw_cuda_unlock(cudaSuccess);
        sleep_without_lock(seen, 0);
        hw_cuda_relock();
        workers.asleep--;
        *idle = 0;
        return;
    }
    workers.watched = true;
    workers.naps = outlook == HW_CUDA_OUTLOOK_WAITS;
    const uint32_t nanoseconds = sleep_time(outlook);
    hw_cuda_unlock(cudaSuccess);
    if (nothing) {
        tick(seen, TICK_NANOSECONDS, idle);
    } else {
        *idle = 0;
        sleep_without_lock(seen, nanoseconds);
        atomic_fetch_add(&workers.tick, 1);
    }
    hw_cuda_relock();
    workers.watched = workers.naps = false;
    if (outlook == HW_CUDA_OUTLOOK_WAITS)
        hw_cuda_stall_nap_is_over();
    else if (outlook == HW_CUDA_OUTLOOK_STARVES)
        hw_cuda_executor_look_again(); /* at values that streams wait for, which takes no worker */
    if (workers.starved >= patience())
        hw_cuda_executor_relieve();
    hw_cuda_stall_end_tick();
}

static void poll_for_call(uint64_t worked)
{
    const uint64_t seen = atomic_load(&calls);

    hw_cuda_unlock(cudaSuccess);
    hw_poll_for_call(&calls, seen, worked);
    hw_cuda_relock();
}

static void *serve(void *nothing)
{
    uint64_t worked = 0;
    unsigned idle = 0;

    (void)nothing;
    is_worker = true;
    hw_cuda_host_thread_is_ours();
    hw_cuda_lock();
    while (!workers.over) {
        const uint64_t begin = hw_nanoseconds();
        if (hw_cuda_executor_work()) {
            worked = hw_nanoseconds() - begin;
        } else if (worked) {
            poll_for_call(worked);
            worked = 0;
        } else {
            sleep_on(&idle);
        }
    }
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
    if (workers.watched && !workers.naps)
        return;
    if (workers.watched || workers.asleep > 0)
        wake(1);
    else if (workers.count <= hw_cuda_worker_limit())
        start_worker();
}

void hw_cuda_worker_call(uint32_t count)
{
    const uint32_t asleep = workers.asleep + workers.watched;

    wake(count < asleep ? count : asleep);
    for (uint32_t i = asleep; i < count && workers.count < hw_cuda_worker_limit() && start_worker(); i++)
        ;
}

void hw_cuda_workers_end(void)
{
    hw_cuda_lock();
    const uint32_t count = workers.count;
    workers.over = true;
    if (count)
        wake(count);
    hw_cuda_unlock(cudaSuccess);
    for (uint32_t i = 0; i < count; i++)
        pthread_join(workers.thread[i], NULL);
    workers.over = false;
    workers.count = 0;
}

void hw_cuda_workers_forget(void)
{
    memset(&workers, 0, sizeof workers);
    sleepers = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
}
