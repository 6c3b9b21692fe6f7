/* SPDX-License-Identifier: MIT */
/* The in-process code cache is a linked list.  A linear search is enough: compiling takes long, so the list
 * is short. */
#include "jit/jit_code_cache.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct hw_jit_cached *all;

/* Under the lock. */
static struct hw_jit_cached *find_code(const struct hw_cache_key *key)
{
    struct hw_jit_cached *cached = all;

    while (cached && !hw_cache_key_equal(&cached->key, key))
        cached = cached->next;
    return cached;
}

/* A fork happens with the lock held, so that the list is consistent.  The child drops code that other threads
 * were making, since these threads do not exist there. */
static void before_fork(void)
{
    pthread_mutex_lock(&lock);
}

static void after_fork(void)
{
    pthread_mutex_unlock(&lock);
}

static void in_child(void)
{
    struct hw_jit_cached **link = &all;

    pthread_cond_init(&changed, NULL); /* no thread of the child waits */
    while (*link)
        if ((*link)->ready)
            link = &(*link)->next;
        else
            *link = (*link)->next;
    after_fork();
}

static void watch_forks(void)
{
    pthread_atfork(before_fork, after_fork, in_child);
}

struct hw_jit_cached *hw_jit_code_cache_enter(struct hw_jit_cached *own)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct hw_jit_cached *found;

    pthread_once(&once, watch_forks);
    pthread_mutex_lock(&lock);
    while ((found = find_code(&own->key)) && !found->ready)
        pthread_cond_wait(&changed, &lock);
    if (!found) {
        found = own;
        own->ready = false;
        own->users = 0;
        own->next = all;
        all = own;
    }
    found->users++;
    pthread_mutex_unlock(&lock);
    return found;
}

void hw_jit_code_cache_made(struct hw_jit_cached *own)
{
    pthread_mutex_lock(&lock);
    own->ready = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

bool hw_jit_code_cache_leave(struct hw_jit_cached *cached)
{
    pthread_mutex_lock(&lock);
    const bool last = --cached->users == 0;
    if (last)
        cached->ready = false;
    pthread_mutex_unlock(&lock);
    return last;
}

void hw_jit_code_cache_remove(struct hw_jit_cached *cached)
{
    struct hw_jit_cached **link = &all;

    pthread_mutex_lock(&lock);
    while (*link != cached)
        link = &(*link)->next;
    *link = cached->next;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}
