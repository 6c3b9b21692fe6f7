/* SPDX-License-Identifier: MIT */
/* See step_crew.h.  Steps are short, so threads look for the next one for a while before they sleep. */
#include "timing/model/step_crew.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#define LOOKS 2000u

struct hw_step_crew {
    pthread_t *thread;
    uint32_t threads; /* without the caller */
    pthread_mutex_t lock;
    pthread_cond_t wake;
    _Atomic uint64_t step; /* which one is to be done; it changes under the lock */
    _Atomic uint32_t next, parts, working;
    _Atomic bool over;
    hw_step_part_fn *part;
    void *context;
};

static void work(struct hw_step_crew *crew)
{
    uint32_t part;

    while ((part = atomic_fetch_add(&crew->next, 1)) < atomic_load(&crew->parts))
        crew->part(crew->context, part);
}

/* Wait for another step than `seen`; false: all is over. */
static bool await(struct hw_step_crew *crew, uint64_t *seen)
{
    for (uint32_t look = 0; look < LOOKS && atomic_load(&crew->step) == *seen; look++)
        if (look % 64 == 63)
            sched_yield();
    pthread_mutex_lock(&crew->lock);
    while (atomic_load(&crew->step) == *seen && !atomic_load(&crew->over))
        pthread_cond_wait(&crew->wake, &crew->lock);
    *seen = atomic_load(&crew->step);
    pthread_mutex_unlock(&crew->lock);
    return !atomic_load(&crew->over);
}

static void *follow(void *argument)
{
    struct hw_step_crew *crew = argument;
    uint64_t seen = 0;

    while (await(crew, &seen)) {
        work(crew);
        atomic_fetch_sub(&crew->working, 1);
    }
    return NULL;
}

struct hw_step_crew *hw_step_crew_create(uint32_t count)
{
    struct hw_step_crew *crew = count > 1 ? calloc(1, sizeof *crew) : NULL;

    if (!crew)
        return NULL;
    crew->thread = calloc(count - 1, sizeof *crew->thread);
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->wake, NULL);
    while (crew->thread && crew->threads < count - 1 &&
           pthread_create(&crew->thread[crew->threads], NULL, follow, crew) == 0)
        crew->threads++;
    return crew;
}

void hw_step_crew_destroy(struct hw_step_crew *crew)
{
    if (!crew)
        return;
    pthread_mutex_lock(&crew->lock);
    atomic_store(&crew->over, true);
    pthread_cond_broadcast(&crew->wake);
    pthread_mutex_unlock(&crew->lock);
    for (uint32_t i = 0; i < crew->threads; i++)
        pthread_join(crew->thread[i], NULL);
    pthread_cond_destroy(&crew->wake);
    pthread_mutex_destroy(&crew->lock);
    free(crew->thread);
    free(crew);
}

void hw_step_crew_do(struct hw_step_crew *crew, uint32_t parts, hw_step_part_fn *part, void *context)
{
    if (!crew) {
        for (uint32_t i = 0; i < parts; i++)
            part(context, i);
        return;
    }
    pthread_mutex_lock(&crew->lock);
    crew->part = part;
    crew->context = context;
    atomic_store(&crew->parts, parts);
    atomic_store(&crew->next, 0);
    atomic_store(&crew->working, crew->threads);
    atomic_fetch_add(&crew->step, 1);
    pthread_cond_broadcast(&crew->wake);
    pthread_mutex_unlock(&crew->lock);
    work(crew);
    while (atomic_load(&crew->working))
        sched_yield();
}
