/* SPDX-License-Identifier: MIT */
/* Streams.  What a stream is asked for becomes an item (stream_queue.h), unless the call does it at once. */
#include "cuda/core/streams/stream.h"

#include "cuda/core/devices/context.h"
#include "cuda/core/handle.h"
#include "cuda/core/launches/launch_output.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/streams/stream_capture.h"
#include "cuda/core/streams/stream_queue.h"

#include <pthread.h>
#include <stdlib.h>

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
                                 .clock = {.time = {.alone = alone}, .number = ++number},
                                 .ordering = {.alone = alone}};
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

static bool is_own(cudaStream_t stream)
{
    return (uintptr_t)stream == HW_CUDA_STREAM_PER_THREAD;
}

cudaStream_t hw_cuda_stream_resolve(cudaStream_t stream)
{
    if (is_own(stream))
        return thread_stream();
    return (uintptr_t)stream == HW_CUDA_STREAM_LEGACY ? NULL : stream;
}

cudaError_t hw_cuda_stream_check(cudaStream_t stream)
{
    if (is_own(stream))
        return thread_stream() ? cudaSuccess : cudaErrorMemoryAllocation;
    if (!stream || (uintptr_t)stream == HW_CUDA_STREAM_LEGACY)
        return cudaSuccess;
    return hw_cuda_is(stream, HW_CUDA_STREAM)
               ? cudaSuccess
               : hw_cuda_fail_handle(cudaErrorInvalidResourceHandle, "stream", stream);
}

cudaError_t hw_cuda_stream_check_batch(cudaStream_t stream)
{
    const cudaError_t error = hw_cuda_stream_check(stream);

    if (error != cudaSuccess || hw_cuda_stream_resolve(stream))
        return error;
    return hw_cuda_fail(cudaErrorInvalidValue, "the legacy default stream; expected another one");
}

struct hw_cuda_context *hw_cuda_stream_context(cudaStream_t stream)
{
    stream = hw_cuda_stream_resolve(stream);
    return stream ? stream->context : hw_cuda.context;
}

/* --- orderings --- */

struct hw_cuda_stream_order *hw_cuda_stream_order_of(cudaStream_t stream, struct hw_cuda_context *context)
{
    return stream ? &stream->ordering : &context->ordering;
}

static void free_stream(cudaStream_t stream)
{
    struct CUstream_st **link;

    for (link = &stream->context->streams; *link != stream; link = &(*link)->next)
        ;
    *link = stream->next;
    free(stream);
}

void hw_cuda_stream_order_ended(cudaStream_t stream, struct hw_cuda_context *context,
                                const struct hw_cuda_pending *item)
{
    struct hw_cuda_stream_order *ordering = hw_cuda_stream_order_of(stream, context);

    if (ordering->tail != item)
        return;
    ordering->tail = NULL;
    if (stream && stream->destroyed)
        free_stream(stream);
}

/* Its work is done first, but nobody waits for that. */
cudaError_t hw_cuda_stream_destroy(cudaStream_t stream)
{
    if (!hw_cuda_is(stream, HW_CUDA_STREAM))
        return cudaErrorInvalidResourceHandle;
    hw_cuda_capture_forget_order(&stream->ordering);
    hw_cuda_nodes_clear(&stream->ordering.nodes);
    hw_cuda_handle_remove(stream);
    stream->destroyed = true;
    stream->thread = NULL;
    if (!stream->ordering.tail)
        free_stream(stream);
    return cudaSuccess;
}

void hw_cuda_streams_clear(struct hw_cuda_context *context)
{
    while (context->streams)
        hw_cuda_stream_destroy(context->streams);
}

/* --- waiting --- */

/* Whether the host may wait; *stream becomes the resolved one. */
static cudaError_t check_host(cudaStream_t *stream)
{
    const cudaError_t error = hw_cuda_stream_check(*stream);

    if (error != cudaSuccess)
        return error;
    *stream = hw_cuda_stream_resolve(*stream);
    return hw_cuda_capturing() ? hw_cuda_capture_allows_stream(*stream) : cudaSuccess;
}

/* A stream that another thread destroys meanwhile has done its work. */
cudaError_t hw_cuda_stream_wait(cudaStream_t stream)
{
    const cudaError_t error = check_host(&stream);

    if (error != cudaSuccess)
        return error;
    struct hw_cuda_context *context = hw_cuda_stream_context(stream);
    if (hw_cuda_queue_busy())
        hw_cuda_queue_wait(stream);
    hw_cuda_output_flush();
    if (context->failed != cudaSuccess || hw_cuda_stream_check(stream) != cudaSuccess)
        return hw_cuda_fault_told(context);
    hw_cuda_time_wait(context, hw_cuda_time_mark(context, stream));
    return cudaSuccess;
}

cudaError_t hw_cuda_stream_query(cudaStream_t stream)
{
    const cudaError_t error = check_host(&stream);

    if (error != cudaSuccess)
        return error;
    return hw_cuda_queue_is_done(stream) ? hw_cuda_stream_wait(stream) : cudaErrorNotReady;
}

cudaError_t hw_cuda_device_wait(void)
{
    struct hw_cuda_context *context = hw_cuda.context;
    const cudaError_t error = hw_cuda_capturing() ? hw_cuda_capture_allows_context(context) : cudaSuccess;

    if (error != cudaSuccess)
        return error;
    if (hw_cuda_queue_busy())
        hw_cuda_queue_wait_context(context);
    hw_cuda_output_flush();
    if (context->failed == cudaSuccess)
        hw_cuda_time_wait_all();
    return hw_cuda_fault_told(context);
}
