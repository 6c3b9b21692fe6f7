/* SPDX-License-Identifier: MIT */
/* Events.  One that was recorded has happened when all is done that its stream was asked for before; its time
 * is real, or the clock's where that is on.  One that other processes share (ipc_event.h) may be recorded
 * there. */
#include "cuda/core/streams/stream_event.h"

#include "cuda/base/message.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/launches/device_time.h"
#include "cuda/core/launches/launch_output.h"
#include "cuda/core/handle.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/ipc/ipc_event.h"
#include "cuda/core/ipc/ipc_wait.h"
#include "cuda/core/streams/stream.h"
#include "cuda/core/streams/stream_capture.h"
#include "cuda/core/streams/stream_queue.h"

#include <stdlib.h>
#include <string.h>

struct CUevent_st {
    struct CUevent_st *next;
    struct hw_cuda_context *context;
    bool timed, recorded, for_others;
    double seconds;
    uint64_t picoseconds;           /* of the clock */
    struct hw_cuda_pending *item;   /* it has not happened before that is done */
    struct hw_shared_event *shared; /* NULL: no other process has it */
    struct hw_cuda_event_capture capture;
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
    *made = (struct CUevent_st){.next = context->events,
                                .context = context,
                                .timed = !(flags & cudaEventDisableTiming),
                                .for_others = flags & cudaEventInterprocess};
    context->events = *event = made;
    return cudaSuccess;
}

cudaError_t hw_cuda_event_check(cudaEvent_t event)
{
    return hw_cuda_is(event, HW_CUDA_EVENT)
               ? cudaSuccess
               : hw_cuda_fail_handle(cudaErrorInvalidResourceHandle, "event", event);
}

struct hw_cuda_context *hw_cuda_owner(const void *handle)
{
    if (hw_cuda_is(handle, HW_CUDA_EVENT))
        return ((const struct CUevent_st *)handle)->context;
    return hw_cuda_is(handle, HW_CUDA_STREAM) ? ((const struct CUstream_st *)handle)->context : NULL;
}

bool hw_cuda_event_is_light(cudaEvent_t event)
{
    return !event->timed && !event->for_others;
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
    hw_cuda_nodes_clear(&event->capture.nodes);
    if (event->shared)
        hw_shared_event_release(event->shared);
    free(event);
    return cudaSuccess;
}

void hw_cuda_events_clear(struct hw_cuda_context *context)
{
    while (context->events)
        hw_cuda_event_destroy(context->events);
}

/* --- what happens to it --- */

void hw_cuda_event_happens(cudaEvent_t event, cudaStream_t stream, const struct hw_cuda_pending *item)
{
    if (item && event->item != item)
        return;
    if (!item)
        event->item = NULL;
    event->recorded = true;
    event->capture.number = 0;
    event->seconds = hw_cuda_seconds();
    event->picoseconds = hw_cuda_time_mark(event->context, stream);
    if (event->shared && !item)
        hw_shared_event_record(event->shared, NULL);
}

void hw_cuda_event_holds(cudaEvent_t event, cudaStream_t stream)
{
    hw_cuda_time_hold(hw_cuda_stream_context(stream), stream, event->picoseconds);
}

static bool is_others(cudaEvent_t event)
{
    return event->shared && hw_shared_event_is_others(event->shared);
}

/* Whether the last record has not happened. */
static bool is_pending(cudaEvent_t event)
{
    return is_others(event) ? hw_shared_event_awaited(event->shared) != 0 : event->item != NULL;
}

struct hw_cuda_pending *hw_cuda_event_item(cudaEvent_t event)
{
    return is_others(event) ? NULL : event->item;
}

bool hw_cuda_event_other_wait(cudaEvent_t event, struct hw_cuda_work *work)
{
    return is_others(event) && hw_shared_wait_work(event->shared, work);
}

void hw_cuda_event_awaits(cudaEvent_t event, struct hw_cuda_pending *item)
{
    event->recorded = true;
    event->capture.number = 0;
    event->item = item;
    if (event->shared)
        hw_shared_event_record(event->shared, item);
}

void hw_cuda_event_ended(cudaEvent_t event, const struct hw_cuda_pending *item)
{
    if (event->item == item)
        event->item = NULL;
}

struct hw_cuda_event_capture *hw_cuda_event_capture(cudaEvent_t event)
{
    return &event->capture;
}

void hw_cuda_events_forget_node(hw_node node)
{
    for (struct hw_cuda_context *context = hw_cuda.contexts; context; context = context->next)
        for (cudaEvent_t event = context->events; event; event = event->next)
            hw_cuda_nodes_remove(&event->capture.nodes, node);
}

/* --- what programs ask for --- */

/* An event is external only to a capture. */
static cudaError_t submit(enum hw_cuda_work_kind kind, cudaEvent_t event, cudaStream_t stream, bool external)
{
    hw_graph graph;

    if (external && !hw_cuda_capture_nodes(hw_cuda_stream_resolve(stream), &graph))
        return kind == HW_CUDA_WORK_RECORD ? cudaErrorIllegalState : cudaErrorInvalidValue;
    return hw_cuda_submit(stream, &(struct hw_cuda_work){.kind = kind, .external = external, .event = event});
}

/* Both must be of one device (CUDA C Programming Guide 4.2, 3.2.6.3). */
cudaError_t hw_cuda_event_record(cudaEvent_t event, cudaStream_t stream, bool external)
{
    if (hw_cuda_event_check(event) != cudaSuccess || hw_cuda_stream_check(stream) != cudaSuccess ||
        event->context != hw_cuda_stream_context(stream))
        return cudaErrorInvalidResourceHandle;
    return submit(HW_CUDA_WORK_RECORD, event, stream, external);
}

/* An event that was never recorded is nothing to wait for. */
cudaError_t hw_cuda_stream_wait_event(cudaStream_t stream, cudaEvent_t event, bool external)
{
    cudaError_t error = hw_cuda_stream_check(stream);
    struct hw_cuda_work others;

    if (error == cudaSuccess)
        error = hw_cuda_event_check(event);
    if (error == cudaSuccess && is_others(event) && !hw_cuda_capturing())
        return hw_cuda_event_other_wait(event, &others) ? hw_cuda_submit(stream, &others) : cudaSuccess;
    if (error != cudaSuccess || (!event->recorded && !event->capture.number && !external))
        return error;
    if (event->capture.number && !hw_cuda_capturing()) /* recorded in a capture that is over */
        return cudaErrorInvalidValue;
    return submit(HW_CUDA_WORK_WAIT, event, stream, external);
}

static cudaError_t check_host(cudaEvent_t event)
{
    const cudaError_t error = hw_cuda_event_check(event);

    if (error != cudaSuccess || (!hw_cuda_capturing() && !event->capture.number))
        return error;
    return hw_cuda_capture_allows_event(&event->capture);
}

cudaError_t hw_cuda_event_query(cudaEvent_t event)
{
    const cudaError_t error = check_host(event);

    return error == cudaSuccess && is_pending(event) ? cudaErrorNotReady : hw_cuda_event_wait(event);
}

cudaError_t hw_cuda_event_wait(cudaEvent_t event)
{
    const cudaError_t error = check_host(event);

    if (error != cudaSuccess)
        return error;
    struct hw_cuda_context *context = event->context;
    const bool waits = is_pending(event);
    if (waits && is_others(event))
        hw_shared_event_wait(event->shared);
    else if (waits)
        hw_cuda_queue_wait_item(event->item);
    hw_cuda_output_flush();
    if (waits && hw_cuda_event_check(event) != cudaSuccess) /* another thread destroyed it */
        return hw_cuda_fault_told(context);
    hw_cuda_time_wait(context, event->picoseconds);
    return hw_cuda_fault_told(context);
}

static bool was_recorded(cudaEvent_t event)
{
    return event->recorded || event->capture.number;
}

cudaError_t hw_cuda_event_elapsed(float *milliseconds, cudaEvent_t from, cudaEvent_t to)
{
    if (!milliseconds)
        return cudaErrorInvalidValue;
    if (hw_cuda_event_check(from) != cudaSuccess || hw_cuda_event_check(to) != cudaSuccess ||
        from->context != to->context || !from->timed || !to->timed || !was_recorded(from) ||
        !was_recorded(to))
        return cudaErrorInvalidResourceHandle;
    if (from->capture.number || to->capture.number)
        return hw_cuda_capture_allows_event(from->capture.number ? &from->capture : &to->capture);
    if (from->item || to->item)
        return cudaErrorNotReady;
    if (from->context->failed != cudaSuccess) /* what was to record them may not have run */
        return hw_cuda_fault_told(from->context);
    *milliseconds = hw_cuda_clock(from->context)
                        ? (float)((double)(int64_t)(to->picoseconds - from->picoseconds) * 1e-9)
                        : (float)((to->seconds - from->seconds) * 1e3);
    return cudaSuccess;
}

/* --- for other processes --- */

/* What it was recorded in is so far known here only. */
static cudaError_t begin_sharing(cudaEvent_t event)
{
    const cudaError_t error = hw_shared_event_make(&event->shared);

    if (error != cudaSuccess)
        return error;
    if (event->recorded)
        hw_shared_event_record(event->shared, event->item);
    return cudaSuccess;
}

cudaError_t hw_cuda_event_share(void *handle, cudaEvent_t event)
{
    struct hw_shared_handle made;

    if (!handle)
        return cudaErrorInvalidValue;
    if (hw_cuda_event_check(event) != cudaSuccess || !event->for_others)
        return cudaErrorInvalidResourceHandle;
    const cudaError_t error = event->shared ? cudaSuccess : begin_sharing(event);
    if (error != cudaSuccess)
        return error;
    if (!hw_shared_event_handle(event->shared, &made))
        return cudaErrorInvalidResourceHandle;
    memcpy(handle, &made, sizeof made);
    return cudaSuccess;
}

cudaError_t hw_cuda_event_open(cudaEvent_t *event, const void *handle)
{
    struct hw_shared_handle asked;
    struct hw_shared_event *shared;

    if (!event)
        return cudaErrorInvalidValue;
    memcpy(&asked, handle, sizeof asked);
    cudaError_t error = hw_shared_event_open(&asked, &shared);
    if (error != cudaSuccess)
        return error;
    error = hw_cuda_event_create(event, cudaEventDisableTiming | cudaEventInterprocess);
    if (error == cudaSuccess)
        (*event)->shared = shared;
    else
        hw_shared_event_release(shared);
    return error;
}
