/* Streams and events.  Work is done when it is asked for, so a stream has nothing to keep in order, and an
 * event that was recorded has happened; its time is real. */
#include "cuda/state.h"

#include <stdlib.h>

struct CUstream_st {
    struct CUstream_st *next;
};

struct CUevent_st {
    struct CUevent_st *next;
    bool timed, recorded;
    double seconds;
};

cudaError_t hw_cuda_stream_create(cudaStream_t *stream)
{
    if (!stream)
        return cudaErrorInvalidValue;
    struct CUstream_st *made = calloc(1, sizeof *made);
    if (!made)
        return cudaErrorMemoryAllocation;
    made->next = hw_cuda.streams;
    hw_cuda.streams = *stream = made;
    return cudaSuccess;
}

static struct CUstream_st **find_stream(cudaStream_t stream)
{
    struct CUstream_st **link = &hw_cuda.streams;

    while (*link && *link != stream)
        link = &(*link)->next;
    return link;
}

static struct CUevent_st **find_event(cudaEvent_t event)
{
    struct CUevent_st **link = &hw_cuda.events;

    while (*link && *link != event)
        link = &(*link)->next;
    return link;
}

cudaError_t hw_cuda_stream_check(cudaStream_t stream)
{
    return !stream || *find_stream(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t hw_cuda_stream_destroy(cudaStream_t stream)
{
    struct CUstream_st **link = find_stream(stream), *found = *link;

    if (!found)
        return cudaErrorInvalidResourceHandle;
    *link = found->next;
    free(found);
    return cudaSuccess;
}

cudaError_t hw_cuda_event_create(cudaEvent_t *event, unsigned flags)
{
    if (!event || (flags & ~(cudaEventBlockingSync | cudaEventDisableTiming)))
        return cudaErrorInvalidValue;
    struct CUevent_st *made = calloc(1, sizeof *made);
    if (!made)
        return cudaErrorMemoryAllocation;
    made->timed = !(flags & cudaEventDisableTiming);
    made->next = hw_cuda.events;
    hw_cuda.events = *event = made;
    return cudaSuccess;
}

cudaError_t hw_cuda_event_check(cudaEvent_t event)
{
    return event && *find_event(event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t hw_cuda_event_destroy(cudaEvent_t event)
{
    struct CUevent_st **link = find_event(event), *found = *link;

    if (!found)
        return cudaErrorInvalidResourceHandle;
    *link = found->next;
    free(found);
    return cudaSuccess;
}

cudaError_t hw_cuda_event_record(cudaEvent_t event, cudaStream_t stream)
{
    if (hw_cuda_event_check(event) != cudaSuccess || hw_cuda_stream_check(stream) != cudaSuccess)
        return cudaErrorInvalidResourceHandle;
    event->recorded = true;
    event->seconds = hw_cuda_seconds();
    return cudaSuccess;
}

cudaError_t hw_cuda_event_elapsed(float *milliseconds, cudaEvent_t from, cudaEvent_t to)
{
    if (!milliseconds)
        return cudaErrorInvalidValue;
    if (hw_cuda_event_check(from) != cudaSuccess || hw_cuda_event_check(to) != cudaSuccess ||
        !from->recorded || !to->recorded || !from->timed || !to->timed)
        return cudaErrorInvalidResourceHandle;
    *milliseconds = (float)((to->seconds - from->seconds) * 1e3);
    return cudaSuccess;
}

void hw_cuda_streams_clear(void)
{
    while (hw_cuda.streams)
        hw_cuda_stream_destroy(hw_cuda.streams);
    while (hw_cuda.events)
        hw_cuda_event_destroy(hw_cuda.events);
}
