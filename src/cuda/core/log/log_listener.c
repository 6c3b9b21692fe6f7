/* SPDX-License-Identifier: MIT */
/* See log_listener.h.  A thread that tells holds the list, so a listener that has been removed is not called
 * any more; what a listener calls itself is not told. */
#include "cuda/core/log/log_listener.h"

#include "cuda/core/log/reason.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define LEVEL_ERROR 0

struct hw_log_listener {
    struct hw_log_listener *next;
    hw_log_listener_fn *function;
    void *data;
};
static struct hw_log_listener *listeners;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static _Thread_local bool telling;

bool hw_cuda_log_has_listeners(void)
{
    return __atomic_load_n(&listeners, __ATOMIC_RELAXED) != NULL;
}

static cudaError_t refuse_in_listener(void)
{
    return hw_cuda_fail(cudaErrorNotPermitted, "a function that is told of errors may not call this");
}

cudaError_t hw_cuda_log_listener_add(hw_log_listener_fn *function, void *data,
                                     struct hw_log_listener **listener)
{
    struct hw_log_listener *made = calloc(1, sizeof *made);

    if (!function || !made || telling) {
        free(made);
        return telling ? refuse_in_listener() : function ? cudaErrorMemoryAllocation : cudaErrorInvalidValue;
    }
    pthread_rwlock_wrlock(&lock);
    *made = (struct hw_log_listener){listeners, function, data};
    __atomic_store_n(&listeners, made, __ATOMIC_RELAXED);
    pthread_rwlock_unlock(&lock);
    if (listener)
        *listener = made;
    return cudaSuccess;
}

cudaError_t hw_cuda_log_listener_remove(struct hw_log_listener *listener)
{
    struct hw_log_listener **link = &listeners;

    if (telling)
        return refuse_in_listener();
    pthread_rwlock_wrlock(&lock);
    while (*link && *link != listener)
        link = &(*link)->next;
    struct hw_log_listener *found = *link;
    if (found)
        __atomic_store_n(link, found->next, __ATOMIC_RELAXED);
    pthread_rwlock_unlock(&lock);
    free(found);
    return found ? cudaSuccess : hw_cuda_fail_handle(cudaErrorInvalidValue, "callback", listener);
}

void hw_cuda_log_tell(const char *call, int error, const char *name, const char *reason)
{
    char message[512];

    if (telling || !hw_cuda_log_has_listeners())
        return;
    snprintf(message, sizeof message, "%s: %d %s%s%s", call, error, name, reason ? ": " : "",
             reason ? reason : "");
    telling = true;
    pthread_rwlock_rdlock(&lock);
    for (const struct hw_log_listener *listener = listeners; listener; listener = listener->next) {
        char own[sizeof message]; /* it may write there */
        const int length = snprintf(own, sizeof own, "%s", message);
        listener->function(listener->data, LEVEL_ERROR, own, (size_t)length);
    }
    pthread_rwlock_unlock(&lock);
    telling = false;
}
