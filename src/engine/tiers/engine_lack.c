/* SPDX-License-Identifier: MIT */
/* The first reason why a program is interpreted is stored for the process: one is enough to know why it is
 * slow, and it is never freed. */
#include "engine/tiers/engine_lack.h"

#include <halfwarp/machine.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

static char reason[sizeof((struct hw_error *)0)->text];
static atomic_bool is_set;

void hw_engine_lacks(const struct hw_error *error)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

    pthread_mutex_lock(&lock);
    if (!atomic_load(&is_set)) {
        memcpy(reason, error->text, sizeof reason);
        atomic_store(&is_set, true);
    }
    pthread_mutex_unlock(&lock);
}

const char *hw_engine_lack(void)
{
    return atomic_load(&is_set) ? reason : NULL;
}
