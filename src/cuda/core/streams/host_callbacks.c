/* SPDX-License-Identifier: MIT */
/* See host_callbacks.h.  There is one thread: host functions that no order binds may be serialized. */
#include "cuda/core/streams/host_callbacks.h"

#include "cuda/core/call.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/executor/host_threads.h"
#include "cuda/core/launches/launch_output.h"
#include "cuda/core/streams/stream_queue.h"

#include "own_threads.h"

static struct hw_cuda_pending *first, **end = &first; /* whose turn has come */
static pthread_cond_t one_comes = PTHREAD_COND_INITIALIZER;
static bool started, calling;
static _Thread_local bool inside;

bool hw_cuda_in_host_function(void)
{
    return inside;
}

bool hw_cuda_host_function_runs(void)
{
    return calling || first;
}

void hw_cuda_host_call(struct hw_cuda_pending *item)
{
    item->next_ready = NULL;
    *end = item;
    end = &item->next_ready;
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
    hw_cuda_host_thread_calls();
    hw_cuda_host_thread_stops();
    for (;;) {
        while (!first)
            hw_cuda_lock_wait(&one_comes);
        struct hw_cuda_pending *item = first;
        first = item->next_ready;
        if (!first)
            end = &first;
        const cudaError_t status = item->context ? item->context->failed : cudaSuccess;
        hw_cuda_host_thread_goes_on();
        hw_cuda_output_flush();
        calling = true;
        hw_cuda_unlock(cudaSuccess);
        call(&item->work->host, status);
        hw_cuda_lock();
        calling = false;
        hw_cuda_host_thread_stops();
        hw_cuda_item_end(item);
    }
    return nothing;
}

cudaError_t hw_cuda_host_caller_start(void)
{
    pthread_t thread;

    if (started)
        return cudaSuccess;
    started = hw_own_thread_create(&thread, serve, NULL);
    if (started)
        pthread_detach(thread);
    return started ? cudaSuccess : cudaErrorMemoryAllocation;
}
