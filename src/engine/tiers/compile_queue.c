/* SPDX-License-Identifier: MIT */
/* The compile queue has one background thread.
 *
 * The thread starts with the first job and ends with the process, even in the middle of a job.  A child of
 * fork has no thread, and the lock may be locked there for ever.  So enqueueing never waits for the lock, and
 * jobs of the child are not done: its programs are interpreted. */
#include "engine/tiers/compile_queue.h"

#include "own_threads.h"

#include <pthread.h>
#include <unistd.h>

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct hw_compile_job *first, **last;
    pid_t process; /* the process that has the thread */
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void *run_jobs(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&queue.lock);
        while (!queue.first)
            pthread_cond_wait(&queue.changed, &queue.lock);
        struct hw_compile_job *compile_job = queue.first;
        queue.first = compile_job->next;
        pthread_mutex_unlock(&queue.lock);
        compile_job->work(compile_job);
    }
    return unused;
}

/* Under the lock. */
static bool has_thread(void)
{
    pthread_t thread;

    if (queue.process)
        return queue.process == getpid();
    if (!hw_own_thread_create(&thread, run_jobs, NULL))
        return false;
    pthread_detach(thread);
    queue.process = getpid();
    return true;
}

bool hw_compile_enqueue(struct hw_compile_job *compile_job)
{
    if (pthread_mutex_trylock(&queue.lock) != 0)
        return false;
    const bool ok = has_thread();
    if (ok) {
        compile_job->next = NULL;
        if (!queue.first)
            queue.last = &queue.first;
        *queue.last = compile_job;
        queue.last = &compile_job->next;
        pthread_cond_broadcast(&queue.changed);
    }
    pthread_mutex_unlock(&queue.lock);
    return ok;
}
