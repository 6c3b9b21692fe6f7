/* SPDX-License-Identifier: MIT */
/* See host_callbacks.h.  There is one thread: host functions that no order binds may be serialized. */
#include "cuda/core/streams/host_callbacks.h"

#include "cuda/core/call.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/streams/stream_queue.h"

#include <signal.h>

static struct hw_cuda_pending *first, **end = &first; /* whose turn has come */
static pthread_cond_t one_comes = PTHREAD_COND_INITIALIZER;
static bool started;
static _Thread_local bool inside;

bool hw_cuda_in_host_function(void)
{
    return inside;
}

void hw_cuda_host_call(struct hw_cuda_pending *item)
{
    item->next_free = NULL;
    *end = item;
    end = &item->next_free;
    pthread_cond_signal(&one_comes);
}

static void call(const struct hw_cuda_host_work *work, cudaError_t status)
{
    inside = true;
    if (work->call)
        work->call(work, status);
    else if (status == cudaSuccess)
        work->function(work->data);
    inside = false;
}

static void *serve(void *nothing)
{
    hw_cuda_lock();
    for (;;) {
        while (!first)
            hw_cuda_lock_wait(&one_comes);
        struct hw_cuda_pending *item = first;
        first = item->next_free;
        if (!first)
            end = &first;
        const cudaError_t status = item->context ? item->context->fault : cudaSuccess;
        hw_cuda_unlock(cudaSuccess);
        call(&item->work->host, status);
        hw_cuda_lock();
        hw_cuda_item_end(item);
    }
    return nothing;
}

/* Signals are the program's own threads'. */
cudaError_t hw_cuda_host_caller_start(void)
{
    pthread_t thread;
    sigset_t all, before;

    if (started)
        return cudaSuccess;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    started = pthread_create(&thread, NULL, serve, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started)
        pthread_detach(thread);
    return started ? cudaSuccess : cudaErrorMemoryAllocation;
}
