/* SPDX-License-Identifier: MIT */
/* See compile_queue.h.
 *
 * The thread starts with the first piece of work and ends with the process: what it works on then is waited
 * for, because LLVM must not be taken down under it; what waits is left.  A child of fork has no thread, and
 * may find the lock taken for ever: so nobody waits for the lock, and the child's work stays undone, which
 * only means that it interprets. */
#include "engine/tiers/compile_queue.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct hw_queued *first, **last;
    bool over, working;
    pid_t process; /* that has the thread */
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void *work(void *unused)
{
    pthread_mutex_lock(&queue.lock);
    for (;;) {
        while (!queue.first && !queue.over)
            pthread_cond_wait(&queue.changed, &queue.lock);
        if (queue.over)
            break;
        struct hw_queued *queued = queue.first;
        queue.first = queued->next;
        queue.working = true;
        pthread_mutex_unlock(&queue.lock);
        queued->work(queued);
        pthread_mutex_lock(&queue.lock);
        queue.working = false;
        pthread_cond_broadcast(&queue.changed);
    }
    pthread_mutex_unlock(&queue.lock);
    return unused;
}

static void end(void)
{
    if (queue.process != getpid())
        return;
    pthread_mutex_lock(&queue.lock);
    queue.over = true;
    pthread_cond_broadcast(&queue.changed);
    while (queue.working)
        pthread_cond_wait(&queue.changed, &queue.lock);
    pthread_mutex_unlock(&queue.lock);
}

/* Under the lock. */
static bool has_thread(void)
{
    pthread_t thread;

    if (queue.process)
        return queue.process == getpid();
    if (atexit(end) != 0 || pthread_create(&thread, NULL, work, NULL) != 0)
        return false;
    pthread_detach(thread);
    queue.process = getpid();
    return true;
}

bool hw_queue_add(struct hw_queued *queued)
{
    if (pthread_mutex_trylock(&queue.lock) != 0)
        return false;
    const bool ok = has_thread() && !queue.over;
    if (ok) {
        queued->next = NULL;
        if (!queue.first)
            queue.last = &queue.first;
        *queue.last = queued;
        queue.last = &queued->next;
        pthread_cond_broadcast(&queue.changed);
    }
    pthread_mutex_unlock(&queue.lock);
    return ok;
}
