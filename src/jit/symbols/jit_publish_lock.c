/* SPDX-License-Identifier: MIT */
/* See jit_publish_lock.h. */
#include "jit/symbols/jit_publish_lock.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void take(void)
{
    pthread_mutex_lock(&lock);
}

static void watch_forks(void)
{
    pthread_atfork(take, hw_jit_publish_unlock, hw_jit_publish_unlock);
}

void hw_jit_publish_lock(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, watch_forks);
    take();
}

void hw_jit_publish_unlock(void)
{
    pthread_mutex_unlock(&lock);
}
