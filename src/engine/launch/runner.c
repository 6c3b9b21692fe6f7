/* SPDX-License-Identifier: MIT */
/* See runner.h. */
#include "engine/launch/runner.h"

#include "engine/blocks/blocks.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LOOK_PART 8u     /* of the time that a thread has worked, it looks for more */
#define LOOK_MOST 50000u /* nanoseconds */

void hw_runner_init(struct hw_runner *runner)
{
    memset(runner, 0, sizeof *runner);
    pthread_mutex_init(&runner->lock, NULL);
    pthread_cond_init(&runner->idle, NULL);
}

/* Under the lock: the threads that there are up to this number. */
static void wake(struct hw_runner *runner, uint32_t count)
{
    for (uint32_t i = 1; i < count && runner->crew[i]; i++)
        pthread_cond_signal(&runner->crew[i]->called);
}

static void stop_threads(struct hw_runner *runner)
{
    pthread_mutex_lock(&runner->lock);
    runner->over = true;
    wake(runner, HW_WORKERS_MAX);
    pthread_mutex_unlock(&runner->lock);
    for (uint32_t i = 1; i < HW_WORKERS_MAX && runner->crew[i]; i++)
        pthread_join(runner->crew[i]->thread, NULL);
}

void hw_runner_clear(struct hw_runner *runner)
{
    stop_threads(runner);
    for (uint32_t i = 0; i < HW_WORKERS_MAX; i++) {
        if (!runner->crew[i])
            continue;
        hw_block_destroy(&runner->crew[i]->block);
        pthread_cond_destroy(&runner->crew[i]->called);
        free(runner->crew[i]);
    }
    for (unsigned i = 0; i < HW_FILLED_BANKS; i++)
        free(runner->filled[i].data);
    for (unsigned i = 0; i < HW_CODES_KEPT; i++)
        hw_code_destroy(runner->kept[i].code);
    pthread_cond_destroy(&runner->idle);
    pthread_mutex_destroy(&runner->lock);
}

hw_status hw_runner_create(struct hw_runner **runner, struct hw_error *error)
{
    struct hw_runner *made = malloc(sizeof *made);

    if (!made)
        return hw_fail(error, HW_ERR_NO_MEMORY, "machine", "no memory for what launches keep");
    hw_runner_init(made);
    *runner = made;
    return HW_OK;
}

void hw_runner_destroy(struct hw_runner *runner)
{
    if (!runner)
        return;
    hw_runner_clear(runner);
    free(runner);
}

/* --- code --- */

hw_status hw_runner_code(struct hw_runner *runner, const struct hw_launch *launch, struct hw_kept_code **kept,
                         struct hw_error *error)
{
    struct hw_code *fresh;

    for (unsigned i = 0; i < HW_CODES_KEPT; i++)
        if (runner->kept[i].code && hw_code_renew(runner->kept[i].code, launch)) {
            *kept = &runner->kept[i];
            return HW_OK;
        }
    hw_status status = hw_code_create(launch, &fresh, error);
    if (status != HW_OK)
        return status;
    *kept = &runner->kept[runner->next_code++ % HW_CODES_KEPT];
    hw_code_destroy((*kept)->code);
    **kept = (struct hw_kept_code){.code = fresh};
    return HW_OK;
}

/* --- threads --- */

static struct hw_crew *add_crew(struct hw_runner *runner, uint32_t number)
{
    struct hw_crew *made = hw_zeroed(sizeof *made);

    if (!made)
        return NULL;
    made->runner = runner;
    made->number = number;
    pthread_cond_init(&made->called, NULL);
    runner->crew[number] = made;
    return made;
}

struct hw_block *hw_runner_block(struct hw_runner *runner)
{
    struct hw_crew *own = runner->crew[0] ? runner->crew[0] : add_crew(runner, 0);

    return own ? &own->block : NULL;
}

/* Under the lock: wait for a call that this thread may follow; false when all is over. */
static bool next_call(struct hw_runner *runner, struct hw_crew *own)
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

/* Look for the next call.  Other threads of the host go first. */
static void look_for_call(struct hw_runner *runner, const struct hw_crew *own, uint64_t worked)
{
    const uint64_t part = worked / LOOK_PART, most = part < LOOK_MOST ? part : LOOK_MOST,
                   end = hw_nanoseconds() + most;

    while (atomic_load(&runner->calls) == own->seen && hw_nanoseconds() < end)
        sched_yield();
}

static void *follow(void *argument)
{
    struct hw_crew *own = argument;
    struct hw_runner *runner = own->runner;

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
        look_for_call(runner, own, worked);
        pthread_mutex_lock(&runner->lock);
    }
    pthread_mutex_unlock(&runner->lock);
    return NULL;
}

static bool start_thread(struct hw_runner *runner, uint32_t number)
{
    struct hw_crew *made = add_crew(runner, number);

    if (made && pthread_create(&made->thread, NULL, follow, made) == 0)
        return true;
    if (made)
        pthread_cond_destroy(&made->called);
    free(made);
    runner->crew[number] = NULL;
    return false;
}

void hw_runner_call(struct hw_runner *runner, uint32_t count, hw_work_fn *work, void *context)
{
    pthread_mutex_lock(&runner->lock);
    runner->calls++;
    runner->wanted = count;
    runner->work = work;
    runner->context = context;
    wake(runner, count);
    pthread_mutex_unlock(&runner->lock);
    for (uint32_t i = 1; i < count; i++)
        if (!runner->crew[i] && !start_thread(runner, i))
            return;
}

void hw_runner_wait(struct hw_runner *runner)
{
    pthread_mutex_lock(&runner->lock);
    runner->wanted = 0;
    while (runner->busy > 0)
        pthread_cond_wait(&runner->idle, &runner->lock);
    pthread_mutex_unlock(&runner->lock);
}
