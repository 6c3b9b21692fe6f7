/* SPDX-License-Identifier: MIT */
/* See runtime_thread.h. */
#include "cuda/runtime/runtime_thread.h"

#include "cuda/core/cuda_core.h"
#include "cuda/runtime/soname/soname.h"

#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t own_context;

static void destroy(struct hw_cuda_context *context)
{
    hw_cuda_context_destroy(context);
    hw_cuda_pop(NULL);
}

/* A thread that ends takes its context along. */
static void thread_ends(void *context)
{
    hw_cuda_lock();
    destroy(context);
    hw_cuda_unlock(cudaSuccess);
}

static void make_key(void)
{
    pthread_key_create(&own_context, thread_ends);
}

static struct hw_cuda_context *context_of_thread(void)
{
    pthread_once(&once, make_key);
    return pthread_getspecific(own_context);
}

static void make_context(void)
{
    struct hw_cuda_context *made;
    const int device = hw_cuda_device();

    if (context_of_thread() || hw_cuda_current())
        return;
    if (hw_cuda_context_create(&made, hw_cuda_device_flags(device), device) == cudaSuccess)
        pthread_setspecific(own_context, made);
}

bool hw_runtime_enter(void)
{
    if (hw_soname.thread_contexts) {
        hw_cuda_lock();
        make_context();
        hw_cuda_unlock(cudaSuccess);
    }
    return hw_cuda_enter();
}

void hw_runtime_forget(void)
{
    struct hw_cuda_context *context = context_of_thread();

    if (!context)
        return;
    destroy(context);
    pthread_setspecific(own_context, NULL);
}

bool hw_runtime_active(void)
{
    return context_of_thread() != NULL;
}
