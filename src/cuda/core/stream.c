/* SPDX-License-Identifier: MIT */
/* Streams and events.  Work is done when it is asked for, so a stream has nothing to keep in order, and an
 * event that was recorded has happened; its time is real, or the clock's where that is on.
 * Whoever waits has nothing to wait for, but the clock's host does. */
#include "cuda/core/stream.h"

#include "cuda/base/say.h"
#include "cuda/core/context.h"
#include "cuda/core/device_time.h"
#include "cuda/core/handle.h"

#include <pthread.h>
#include <stdlib.h>

struct CUstream_st {
    struct CUstream_st *next;
    struct hw_cuda_context *context;
    const void *thread; /* whose default stream it is; NULL: a program made it */
    struct hw_cuda_stream_clock clock;
};

struct CUevent_st {
    struct CUevent_st *next;
    struct hw_cuda_context *context;
    bool timed, recorded;
    double seconds;
    uint64_t picoseconds; /* of the clock */
};

cudaError_t hw_cuda_stream_create(cudaStream_t *stream, bool alone)
{
    static unsigned number; /* of the last one */
    struct hw_cuda_context *context = hw_cuda.context;

    if (!stream)
        return cudaErrorInvalidValue;
    struct CUstream_st *made = calloc(1, sizeof *made);
    if (!made || !hw_cuda_handle_add(made, HW_CUDA_STREAM)) {
        free(made);
        return cudaErrorMemoryAllocation;
    }
    *made = (struct CUstream_st){.next = context->streams,
                                 .context = context,
                                 .clock = {.time = {.alone = alone}, .number = ++number}};
    context->streams = *stream = made;
    return cudaSuccess;
}

/* --- default streams --- */

static _Thread_local char this_thread; /* its address stands for the thread */
static pthread_key_t thread_end;
static pthread_once_t thread_end_once = PTHREAD_ONCE_INIT;

/* A thread's default streams end with it. */
static void end_thread(void *thread)
{
    hw_cuda_lock();
    for (struct hw_cuda_context *context = hw_cuda.contexts; context; context = context->next)
        for (struct CUstream_st *stream = context->streams, *next; stream; stream = next) {
            next = stream->next;
            if (stream->thread == thread)
                hw_cuda_stream_destroy(stream);
        }
    hw_cuda_unlock(cudaSuccess);
}

static void make_thread_end(void)
{
    pthread_key_create(&thread_end, end_thread);
}

/* The calling thread's in the current context, made when first used; NULL: no memory. */
static cudaStream_t thread_stream(void)
{
    cudaStream_t stream = hw_cuda.context->streams;

    while (stream && stream->thread != &this_thread)
        stream = stream->next;
    if (stream || hw_cuda_stream_create(&stream, false) != cudaSuccess)
        return stream;
    pthread_once(&thread_end_once, make_thread_end);
    pthread_setspecific(thread_end, &this_thread);
    stream->thread = &this_thread;
    return stream;
}

cudaStream_t hw_cuda_stream_resolve(cudaStream_t stream)
{
    switch ((uintptr_t)stream) {
    case HW_CUDA_STREAM_LEGACY: return NULL;
    case HW_CUDA_STREAM_PER_THREAD: return thread_stream();
    default: return stream;
    }
}

cudaError_t hw_cuda_stream_check(cudaStream_t stream)
{
    if (!stream || (uintptr_t)stream == HW_CUDA_STREAM_LEGACY)
        return cudaSuccess;
    if ((uintptr_t)stream == HW_CUDA_STREAM_PER_THREAD)
        return thread_stream() ? cudaSuccess : cudaErrorMemoryAllocation;
    return hw_cuda_is(stream, HW_CUDA_STREAM) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

struct hw_cuda_stream_clock *hw_cuda_stream_clock(cudaStream_t stream)
{
    return &stream->clock;
}

cudaError_t hw_cuda_stream_wait(cudaStream_t stream)
{
    const cudaError_t error = hw_cuda_stream_check(stream);

    if (error == cudaSuccess) {
        const struct hw_cuda_context *context = hw_cuda_stream_context(stream);
        hw_cuda_time_wait(context, hw_cuda_time_mark(context, stream));
    }
    return error;
}

struct hw_cuda_context *hw_cuda_stream_context(cudaStream_t stream)
{
    stream = hw_cuda_stream_resolve(stream);
    return stream ? stream->context : hw_cuda.context;
}

cudaError_t hw_cuda_stream_destroy(cudaStream_t stream)
{
    struct CUstream_st **link;

    if (!hw_cuda_is(stream, HW_CUDA_STREAM))
        return cudaErrorInvalidResourceHandle;
    for (link = &stream->context->streams; *link != stream; link = &(*link)->next)
        ;
    *link = stream->next;
    hw_cuda_handle_remove(stream);
    free(stream);
    return cudaSuccess;
}

cudaError_t hw_cuda_event_create(cudaEvent_t *event, unsigned flags)
{
    struct hw_cuda_context *context = hw_cuda.context;

    if (!event || (flags & ~(cudaEventBlockingSync | cudaEventDisableTiming)))
        return cudaErrorInvalidValue;
    struct CUevent_st *made = calloc(1, sizeof *made);
    if (!made || !hw_cuda_handle_add(made, HW_CUDA_EVENT)) {
        free(made);
        return cudaErrorMemoryAllocation;
    }
    *made = (struct CUevent_st){
        .next = context->events, .context = context, .timed = !(flags & cudaEventDisableTiming)};
    context->events = *event = made;
    return cudaSuccess;
}

cudaError_t hw_cuda_event_check(cudaEvent_t event)
{
    return hw_cuda_is(event, HW_CUDA_EVENT) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t hw_cuda_event_destroy(cudaEvent_t event)
{
    struct CUevent_st **link;

    if (hw_cuda_event_check(event) != cudaSuccess)
        return cudaErrorInvalidResourceHandle;
    for (link = &event->context->events; *link != event; link = &(*link)->next)
        ;
    *link = event->next;
    hw_cuda_handle_remove(event);
    free(event);
    return cudaSuccess;
}

/* Both must be of one device (CUDA C Programming Guide 4.2, 3.2.6.3). */
cudaError_t hw_cuda_event_record(cudaEvent_t event, cudaStream_t stream)
{
    if (hw_cuda_event_check(event) != cudaSuccess || hw_cuda_stream_check(stream) != cudaSuccess ||
        event->context != hw_cuda_stream_context(stream))
        return cudaErrorInvalidResourceHandle;
    event->recorded = true;
    event->seconds = hw_cuda_seconds();
    event->picoseconds = hw_cuda_time_mark(event->context, stream);
    return cudaSuccess;
}

cudaError_t hw_cuda_event_wait(cudaEvent_t event)
{
    const cudaError_t error = hw_cuda_event_check(event);

    if (error == cudaSuccess)
        hw_cuda_time_wait(event->context, event->picoseconds);
    return error;
}

cudaError_t hw_cuda_stream_wait_event(cudaStream_t stream, cudaEvent_t event)
{
    cudaError_t error = hw_cuda_stream_check(stream);

    if (error == cudaSuccess)
        error = hw_cuda_event_check(event);
    if (error == cudaSuccess)
        hw_cuda_time_hold(hw_cuda_stream_context(stream), stream, event->picoseconds);
    return error;
}

cudaError_t hw_cuda_event_elapsed(float *milliseconds, cudaEvent_t from, cudaEvent_t to)
{
    if (!milliseconds)
        return cudaErrorInvalidValue;
    if (hw_cuda_event_check(from) != cudaSuccess || hw_cuda_event_check(to) != cudaSuccess ||
        from->context != to->context || !from->recorded || !to->recorded || !from->timed || !to->timed)
        return cudaErrorInvalidResourceHandle;
    *milliseconds = hw_cuda_clock(from->context)
                        ? (float)((double)(int64_t)(to->picoseconds - from->picoseconds) * 1e-9)
                        : (float)((to->seconds - from->seconds) * 1e3);
    return cudaSuccess;
}

void hw_cuda_streams_clear(struct hw_cuda_context *context)
{
    while (context->streams)
        hw_cuda_stream_destroy(context->streams);
    while (context->events)
        hw_cuda_event_destroy(context->events);
}
