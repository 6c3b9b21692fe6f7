/* SPDX-License-Identifier: MIT */
/* What becomes of work of streams that are captured, and of calls that would wait for them. */
#include "cuda/core/capture.h"
#include "cuda/core/context.h"
#include "cuda/core/stream.h"
#include "cuda/core/stream_event.h"

static struct hw_cuda_capture *find_capture(uint64_t number)
{
    struct hw_cuda_capture *capture = hw_cuda_capture_first;

    while (capture && capture->number != number)
        capture = capture->next;
    return number ? capture : NULL;
}

/* --- work --- */

/* The legacy default stream may not come to depend on a stream that is captured. */
static cudaError_t check_legacy(struct hw_cuda_context *context)
{
    cudaError_t error = cudaSuccess;

    for (cudaStream_t other = context->streams; other; other = other->next)
        if (other->lane.capture && !other->lane.alone)
            error = hw_cuda_capture_invalidate(other->lane.capture, cudaErrorStreamCaptureImplicit);
    return error;
}

static cudaError_t record(const struct hw_cuda_lane *lane, cudaEvent_t event)
{
    struct hw_cuda_event_capture *captured = hw_cuda_event_capture(event);

    captured->number = lane->capture->number;
    captured->nodes.count = 0;
    return hw_cuda_nodes_add(&captured->nodes, lane->nodes.node, lane->nodes.count)
               ? cudaSuccess
               : cudaErrorMemoryAllocation;
}

/* A stream waits for an event of a capture, or one that is captured for an event. */
static cudaError_t wait_for(struct hw_cuda_lane *lane, struct hw_cuda_capture *of,
                            const struct hw_cuda_event_capture *event)
{
    if (!of)
        return hw_cuda_capture_invalidate(lane->capture, event->number ? cudaErrorInvalidValue
                                                                       : cudaErrorStreamCaptureIsolation);
    if (of->invalid)
        return lane->capture ? cudaErrorStreamCaptureInvalidated : cudaErrorInvalidValue;
    if (lane->capture && lane->capture != of) {
        lane->capture->invalid = true;
        return hw_cuda_capture_invalidate(of, cudaErrorStreamCaptureMerge);
    }
    if (!lane->capture)
        hw_cuda_capture_join(of, lane);
    return hw_cuda_nodes_add(&lane->nodes, event->nodes.node, event->nodes.count) ? cudaSuccess
                                                                                  : cudaErrorMemoryAllocation;
}

static cudaError_t add_node(struct hw_cuda_lane *lane, const struct hw_cuda_work *work)
{
    hw_node node;
    const cudaError_t error =
        hw_cuda_node_add(&node, lane->capture->graph, lane->nodes.node, lane->nodes.count, work);

    if (error != cudaSuccess)
        return hw_cuda_capture_invalidate(lane->capture, error);
    lane->nodes.count = 0;
    return hw_cuda_nodes_add(&lane->nodes, &node, 1) ? cudaSuccess : cudaErrorMemoryAllocation;
}

/* A wait that is a node only where it is external. */
static cudaError_t capture_wait(cudaStream_t stream, struct hw_cuda_lane *lane,
                                const struct hw_cuda_work *work, bool *taken)
{
    const struct hw_cuda_event_capture *event = hw_cuda_event_capture(work->event);
    struct hw_cuda_capture *of = find_capture(event->number);

    *taken = lane->capture || of;
    if (of && !stream)
        return hw_cuda_capture_invalidate(of, cudaErrorStreamCaptureImplicit);
    if (!*taken)
        return event->number ? cudaErrorInvalidValue : cudaSuccess; /* of a capture that is over */
    return work->external && !event->number ? add_node(lane, work) : wait_for(lane, of, event);
}

cudaError_t hw_cuda_capture_work(cudaStream_t stream, const struct hw_cuda_work *work, bool *taken)
{
    struct hw_cuda_lane *lane = hw_cuda_capture_lane(stream);
    const cudaError_t error = stream ? cudaSuccess : check_legacy(hw_cuda.context);

    *taken = lane->capture;
    if (error != cudaSuccess)
        return error;
    if (lane->capture && lane->capture->invalid)
        return cudaErrorStreamCaptureInvalidated;
    if (work->kind == HW_CUDA_WORK_WAIT)
        return capture_wait(stream, lane, work, taken);
    if (!lane->capture)
        return cudaSuccess;
    return work->kind == HW_CUDA_WORK_RECORD && !work->external ? record(lane, work->event)
                                                                : add_node(lane, work);
}

struct hw_cuda_nodes *hw_cuda_capture_nodes(cudaStream_t stream, hw_graph *graph)
{
    struct hw_cuda_lane *lane = hw_cuda_capture_lane(stream);

    if (!lane->capture || lane->capture->invalid)
        return NULL;
    *graph = lane->capture->graph;
    return &lane->nodes;
}

/* --- waiting --- */

cudaError_t hw_cuda_capture_allows_launch(cudaStream_t stream)
{
    const struct hw_cuda_lane *lane = hw_cuda_capture_lane(stream);

    if (lane->capture)
        return hw_cuda_capture_invalidate(lane->capture, cudaErrorStreamCaptureUnsupported);
    return stream ? cudaSuccess : check_legacy(hw_cuda.context);
}

cudaError_t hw_cuda_capture_allows_stream(cudaStream_t stream)
{
    const cudaError_t error = hw_cuda_capture_allows_launch(stream);

    if (error != cudaSuccess)
        return error;
    return hw_cuda_capture_forbids() ? cudaErrorStreamCaptureUnsupported : cudaSuccess;
}

cudaError_t hw_cuda_capture_allows_context(struct hw_cuda_context *context)
{
    cudaError_t error = hw_cuda_capture_forbids() ? cudaErrorStreamCaptureUnsupported : cudaSuccess;

    for (cudaStream_t stream = context->streams; stream; stream = stream->next)
        if (stream->lane.capture)
            error = hw_cuda_capture_invalidate(stream->lane.capture, cudaErrorStreamCaptureUnsupported);
    return error;
}

cudaError_t hw_cuda_capture_allows_event(const struct hw_cuda_event_capture *event)
{
    struct hw_cuda_capture *of = find_capture(event->number);

    if (event->number)
        return of ? hw_cuda_capture_invalidate(of, cudaErrorCapturedEvent) : cudaErrorInvalidValue;
    return hw_cuda_capture_forbids() ? cudaErrorStreamCaptureUnsupported : cudaSuccess;
}

/* --- what goes away --- */

void hw_cuda_capture_forget_lane(struct hw_cuda_lane *lane)
{
    struct hw_cuda_capture *capture = lane->capture;
    struct hw_cuda_lane **link;

    if (!capture)
        return;
    if (lane == capture->origin) {
        hw_graph graph = capture->graph;
        const bool given = capture->graph_given;
        hw_cuda_capture_close(capture);
        if (!given)
            hw_cuda_graph_free(graph);
        return;
    }
    if (!hw_cuda_nodes_add(&capture->left, lane->nodes.node, lane->nodes.count))
        capture->invalid = true;
    for (link = &capture->lanes; *link != lane; link = &(*link)->next_captured)
        ;
    *link = lane->next_captured;
    hw_cuda_nodes_clear(&lane->nodes);
}

void hw_cuda_capture_forget_node(hw_node node)
{
    for (struct hw_cuda_capture *capture = hw_cuda_capture_first; capture; capture = capture->next) {
        hw_cuda_nodes_remove(&capture->left, node);
        for (struct hw_cuda_lane *lane = capture->lanes; lane; lane = lane->next_captured)
            hw_cuda_nodes_remove(&lane->nodes, node);
    }
    if (hw_cuda_capture_first)
        hw_cuda_events_forget_node(node);
}
