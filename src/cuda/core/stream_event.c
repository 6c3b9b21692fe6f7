/* SPDX-License-Identifier: MIT */
/* Events.  One that was recorded has happened, unless its stream waits for a host function; its time is real,
 * or the clock's where that is on. */
#include "cuda/core/stream_event.h"

#include "cuda/base/say.h"
#include "cuda/core/context.h"
#include "cuda/core/device_time.h"
#include "cuda/core/handle.h"
#include "cuda/core/stream.h"
#include "cuda/core/stream_queue.h"

#include <stdlib.h>

struct CUevent_st {
    struct CUevent_st *next;
    struct hw_cuda_context *context;
    bool timed, recorded;
    double seconds;
    uint64_t picoseconds;         /* of the clock */
    struct hw_cuda_pending *item; /* it has not happened before that is done */
};

#define EVENT_FLAGS (cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess)

/* Events for other processes cannot have a time. */
cudaError_t hw_cuda_event_create(cudaEvent_t *event, unsigned flags)
{
    struct hw_cuda_context *context = hw_cuda.context;

    if (!event || (flags & ~EVENT_FLAGS))
        return cudaErrorInvalidValue;
    if ((flags & cudaEventInterprocess) && !(flags & cudaEventDisableTiming))
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
    hw_cuda_queue_forget_event(event);
    for (link = &event->context->events; *link != event; link = &(*link)->next)
        ;
    *link = event->next;
    hw_cuda_handle_remove(event);
    free(event);
    return cudaSuccess;
}

void hw_cuda_events_clear(struct hw_cuda_context *context)
{
    while (context->events)
        hw_cuda_event_destroy(context->events);
}

/* --- what happens to it --- */

void hw_cuda_event_happens(cudaEvent_t event, cudaStream_t stream)
{
    event->recorded = true;
    event->seconds = hw_cuda_seconds();
    event->picoseconds = hw_cuda_time_mark(event->context, stream);
}

void hw_cuda_event_holds(cudaEvent_t event, cudaStream_t stream)
{
    hw_cuda_time_hold(hw_cuda_stream_context(stream), stream, event->picoseconds);
}

struct hw_cuda_pending *hw_cuda_event_item(cudaEvent_t event)
{
    return event->item;
}

void hw_cuda_event_awaits(cudaEvent_t event, struct hw_cuda_pending *item)
{
    event->recorded = true;
    event->item = item;
}

void hw_cuda_event_ended(cudaEvent_t event, const struct hw_cuda_pending *item)
{
    if (event->item == item)
        event->item = NULL;
}

/* --- what programs ask for --- */

static struct hw_cuda_work work_of(enum hw_cuda_work_kind kind, cudaEvent_t event)
{
    return (struct hw_cuda_work){.kind = kind, .event = event};
}

/* Both must be of one device (CUDA C Programming Guide 4.2, 3.2.6.3). */
cudaError_t hw_cuda_event_record(cudaEvent_t event, cudaStream_t stream)
{
    if (hw_cuda_event_check(event) != cudaSuccess || hw_cuda_stream_check(stream) != cudaSuccess ||
        event->context != hw_cuda_stream_context(stream))
        return cudaErrorInvalidResourceHandle;
    const struct hw_cuda_work work = work_of(HW_CUDA_WORK_RECORD, event);
    return hw_cuda_submit(stream, &work);
}

cudaError_t hw_cuda_stream_wait_event(cudaStream_t stream, cudaEvent_t event)
{
    cudaError_t error = hw_cuda_stream_check(stream);

    if (error == cudaSuccess)
        error = hw_cuda_event_check(event);
    if (error != cudaSuccess)
        return error;
    const struct hw_cuda_work work = work_of(HW_CUDA_WORK_WAIT, event);
    return hw_cuda_submit(stream, &work);
}

cudaError_t hw_cuda_event_query(cudaEvent_t event)
{
    const cudaError_t error = hw_cuda_event_check(event);

    return error == cudaSuccess && event->item ? cudaErrorNotReady : hw_cuda_event_wait(event);
}

cudaError_t hw_cuda_event_wait(cudaEvent_t event)
{
    const cudaError_t error = hw_cuda_event_check(event);

    if (error != cudaSuccess)
        return error;
    const struct hw_cuda_context *context = event->context;
    const bool waits = event->item;
    if (waits)
        hw_cuda_queue_wait_item(event->item);
    if (waits && hw_cuda_event_check(event) != cudaSuccess) /* another thread destroyed it */
        return context->fault;
    hw_cuda_time_wait(context, event->picoseconds);
    return context->fault;
}

cudaError_t hw_cuda_event_elapsed(float *milliseconds, cudaEvent_t from, cudaEvent_t to)
{
    if (!milliseconds)
        return cudaErrorInvalidValue;
    if (hw_cuda_event_check(from) != cudaSuccess || hw_cuda_event_check(to) != cudaSuccess ||
        from->context != to->context || !from->recorded || !to->recorded || !from->timed || !to->timed)
        return cudaErrorInvalidResourceHandle;
    if (from->item || to->item)
        return cudaErrorNotReady;
    *milliseconds = hw_cuda_clock(from->context)
                        ? (float)((double)(int64_t)(to->picoseconds - from->picoseconds) * 1e-9)
                        : (float)((to->seconds - from->seconds) * 1e3);
    return cudaSuccess;
}
