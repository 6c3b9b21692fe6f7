/* SPDX-License-Identifier: MIT */
/* See step_crew.h.  Steps are short, so whoever helps looks for the next one without sleeping. */
#include "timing/model/step_crew.h"

#include "own_threads.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A ticket has the number of the next part that nobody has taken, where the parts of its home end, and the
 * step's number, so that one atomic addition takes a part of the right step. */
#define PART_BITS       20u
#define END_OF(ticket)  ((uint32_t)((ticket) >> PART_BITS) & HW_STEP_PARTS_MAX)
#define NEXT_OF(ticket) ((uint32_t)(ticket)&HW_STEP_PARTS_MAX)

/* Neighbouring parts have a home: a thread, as far as it gets them done.  What they work on then stays in the
 * caches of a core from step to step.  Homes lie in cache lines of their own. */
struct home {
    _Alignas(64) _Atomic uint64_t ticket;
};

struct hw_step_crew {
    struct home *home;
    uint32_t homes;
    _Atomic uint32_t done; /* parts of the step */
    hw_step_part_fn *part;
    void *context;
    uint64_t steps;

    uint64_t serial;         /* of all crews that there were */
    _Atomic uint32_t joined; /* threads that have a home */

    _Atomic bool open; /* it becomes true under the lock */
    bool dismissed;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    pthread_t *thread; /* called in */
    uint32_t threads;
};

/* The home of this thread. */
static uint32_t own_home(struct hw_step_crew *crew)
{
    static _Thread_local struct {
        uint64_t serial;
        uint32_t home;
    } mine;

    if (mine.serial != crew->serial) {
        mine.serial = crew->serial;
        mine.home = atomic_fetch_add(&crew->joined, 1) % crew->homes;
    }
    return mine.home;
}

/* Do parts of one home as long as there are any. */
static void help_at(struct hw_step_crew *crew, struct home *home)
{
    uint64_t ticket = atomic_load(&home->ticket);

    while (NEXT_OF(ticket) < END_OF(ticket)) {
        ticket = atomic_fetch_add(&home->ticket, 1);
        if (NEXT_OF(ticket) >= END_OF(ticket))
            return;
        crew->part(crew->context, NEXT_OF(ticket));
        atomic_fetch_add(&crew->done, 1);
    }
}

/* Do parts of the current step as long as there are any, first those of this thread's home. */
static void help(struct hw_step_crew *crew)
{
    const uint32_t first = own_home(crew);

    for (uint32_t i = 0; i < crew->homes; i++)
        help_at(crew, &crew->home[(first + i) % crew->homes]);
}

void hw_step_crew_join(struct hw_step_crew *crew)
{
    for (uint32_t look = 1; atomic_load(&crew->open); look++) {
        help(crew);
        if (look % 64 == 0)
            sched_yield();
    }
}

void hw_step_crew_do(struct hw_step_crew *crew, uint32_t parts, hw_step_part_fn *part, void *context)
{
    crew->part = part;
    crew->context = context;
    atomic_store(&crew->done, 0);
    crew->steps++;
    for (uint32_t i = 0; i < crew->homes; i++) {
        const uint64_t from = (uint64_t)parts * i / crew->homes,
                       end = (uint64_t)parts * (i + 1) / crew->homes;
        atomic_store(&crew->home[i].ticket, crew->steps << 2 * PART_BITS | end << PART_BITS | from);
    }
    help(crew);
    for (uint32_t look = 1; atomic_load(&crew->done) < parts; look++)
        if (look % 64 == 0)
            sched_yield();
}

void hw_step_crew_open(struct hw_step_crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    atomic_store(&crew->open, true);
    pthread_cond_broadcast(&crew->wake);
    pthread_mutex_unlock(&crew->lock);
}

void hw_step_crew_close(struct hw_step_crew *crew)
{
    atomic_store(&crew->open, false);
}

/* --- threads of its own --- */

static void *follow(void *argument)
{
    struct hw_step_crew *crew = argument;

    pthread_mutex_lock(&crew->lock);
    while (!crew->dismissed) {
        if (!atomic_load(&crew->open)) {
            pthread_cond_wait(&crew->wake, &crew->lock);
            continue;
        }
        pthread_mutex_unlock(&crew->lock);
        hw_step_crew_join(crew);
        pthread_mutex_lock(&crew->lock);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

void hw_step_crew_call(struct hw_step_crew *crew, uint32_t count)
{
    crew->dismissed = false;
    crew->thread = calloc(count, sizeof *crew->thread);
    while (crew->thread && crew->threads < count &&
           hw_own_thread_create(&crew->thread[crew->threads], follow, crew))
        crew->threads++;
}

void hw_step_crew_dismiss(struct hw_step_crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    crew->dismissed = true;
    pthread_cond_broadcast(&crew->wake);
    pthread_mutex_unlock(&crew->lock);
    for (uint32_t i = 0; i < crew->threads; i++)
        pthread_join(crew->thread[i], NULL);
    free(crew->thread);
    crew->thread = NULL;
    crew->threads = 0;
}

struct hw_step_crew *hw_step_crew_create(uint32_t threads)
{
    static _Atomic uint64_t serials;
    struct hw_step_crew *crew = calloc(1, sizeof *crew);

    if (!crew)
        return NULL;
    crew->homes = threads ? threads : 1;
    crew->home = aligned_alloc(sizeof *crew->home, crew->homes * sizeof *crew->home);
    if (!crew->home) {
        free(crew);
        return NULL;
    }
    memset(crew->home, 0, crew->homes * sizeof *crew->home);
    crew->serial = atomic_fetch_add(&serials, 1) + 1;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->wake, NULL);
    return crew;
}

void hw_step_crew_destroy(struct hw_step_crew *crew)
{
    if (!crew)
        return;
    hw_step_crew_dismiss(crew);
    pthread_cond_destroy(&crew->wake);
    pthread_mutex_destroy(&crew->lock);
    free(crew->home);
    free(crew);
}
