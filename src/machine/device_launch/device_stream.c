/* SPDX-License-Identifier: MIT */
/* Streams and events of device code.  Events order streams and have no times; named streams take no events.
 */
#include "machine/device_launch/device_function.h"

/* The flags that device code has to give (the guide, "Streams" and "Events" of the device runtime). */
#define NON_BLOCKING   1u /* cudaStreamNonBlocking */
#define DISABLE_TIMING 2u /* cudaEventDisableTiming */

/* Arguments, as registers. */
#define FIRST  4u
#define SECOND 6u

static struct hw_device_handle handle_of(const struct hw_lane_call *call, enum hw_created kind,
                                         uint64_t value)
{
    return (struct hw_device_handle){.kind = kind, .grid = hw_call_grid(call), .value = value};
}

/* Both are created by a pointer to the handle, and flags. */
static bool create(struct hw_lane_call *call, enum hw_created kind, uint32_t flags)
{
    const struct hw_device_handle handle = handle_of(call, kind, 0);

    if (hw_argument_word(call, SECOND) != flags)
        return hw_call_return(call, HW_CDP_INVALID_VALUE);
    const uint64_t value = hw_child_queue_create_handle(hw_call_queue(call), &handle);
    if (!value)
        return hw_call_return(call, HW_CDP_NO_MEMORY);
    return hw_call_store(call, hw_argument_pair(call, FIRST), &value, sizeof value) &&
           hw_call_return(call, HW_CDP_SUCCESS);
}

static bool destroy(struct hw_lane_call *call, enum hw_created kind)
{
    const struct hw_device_handle handle = handle_of(call, kind, hw_argument_pair(call, FIRST));

    return hw_call_return(call, hw_child_queue_destroy_handle(hw_call_queue(call), &handle)
                                    ? HW_CDP_SUCCESS
                                    : HW_CDP_INVALID_HANDLE);
}

bool hw_device_stream_create(struct hw_lane_call *call, const struct hw_device_function *function)
{
    (void)function;
    return create(call, HW_CREATED_STREAM, NON_BLOCKING);
}

bool hw_device_stream_destroy(struct hw_lane_call *call, const struct hw_device_function *function)
{
    (void)function;
    return destroy(call, HW_CREATED_STREAM);
}

bool hw_device_event_create(struct hw_lane_call *call, const struct hw_device_function *function)
{
    (void)function;
    return create(call, HW_CREATED_EVENT, DISABLE_TIMING);
}

bool hw_device_event_destroy(struct hw_lane_call *call, const struct hw_device_function *function)
{
    (void)function;
    return destroy(call, HW_CREATED_EVENT);
}

/* Stream and event of a call. */
static int read_stream(const struct hw_lane_call *call, const struct hw_device_function *function,
                       unsigned from, struct hw_child_stream *stream)
{
    const int error = hw_call_stream(call, function, hw_argument_pair(call, from), stream);

    if (error)
        return error;
    return stream->placed == HW_PLACED_IN_STREAM ? HW_CDP_SUCCESS : HW_CDP_INVALID_VALUE;
}

bool hw_device_event_record(struct hw_lane_call *call, const struct hw_device_function *function)
{
    const struct hw_device_handle event = handle_of(call, HW_CREATED_EVENT, hw_argument_pair(call, FIRST));
    struct hw_child_queue *queue = hw_call_queue(call);
    struct hw_child_stream stream;
    int error = read_stream(call, function, SECOND, &stream);

    if (!error && !hw_child_queue_record(queue, &event, hw_child_last(queue, hw_call_grid(call), &stream)))
        error = HW_CDP_INVALID_HANDLE;
    return hw_call_return(call, error);
}

bool hw_device_stream_wait_event(struct hw_lane_call *call, const struct hw_device_function *function)
{
    const struct hw_device_handle event = handle_of(call, HW_CREATED_EVENT, hw_argument_pair(call, SECOND));
    struct hw_child_queue *queue = hw_call_queue(call);
    struct hw_child mark = {
        .kind = HW_CHILD_MARK, .parent = hw_call_grid(call), .submitter = call->warp->block->number};
    int error = read_stream(call, function, FIRST, &mark.stream);

    if (!error && !hw_child_queue_find_handle(queue, &event, &mark.awaited))
        error = HW_CDP_INVALID_HANDLE;
    if (!error && mark.awaited)
        error = hw_child_submit(queue, &mark);
    return hw_call_return(call, error);
}
