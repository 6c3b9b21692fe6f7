/* SPDX-License-Identifier: MIT */
/* What becomes of work of streams that are captured, and of calls that would wait for them. */
#include "cuda/core/streams/capture.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/streams/stream.h"
#include "cuda/core/streams/stream_event.h"

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
        if (other->ordering.capture && !other->ordering.alone)
            error = hw_cuda_capture_invalidate(other->ordering.capture, cudaErrorStreamCaptureImplicit);
    return error;
}

static cudaError_t record(const struct hw_cuda_stream_order *ordering, cudaEvent_t event)
{
    struct hw_cuda_event_capture *captured = hw_cuda_event_capture(event);

    captured->number = ordering->capture->number;
    captured->nodes.count = 0;
    return hw_cuda_nodes_add(&captured->nodes, ordering->nodes.node, ordering->nodes.edge,
                             ordering->nodes.count)
               ? cudaSuccess
               : cudaErrorMemoryAllocation;
}

void hw_cuda_capture_record_port(cudaEvent_t event, struct hw_edge port)
{
    struct hw_cuda_event_capture *captured = hw_cuda_event_capture(event);

    if (captured->number)
        for (size_t i = 0; i < captured->nodes.count; i++)
            captured->nodes.edge[i] = port;
}

/* A stream waits for an event of a capture, or one that is captured for an event. */
static cudaError_t wait_for(struct hw_cuda_stream_order *ordering, struct hw_cuda_capture *of,
                            const struct hw_cuda_event_capture *event)
{
    if (!of)
        return hw_cuda_capture_invalidate(ordering->capture, event->number ? cudaErrorInvalidValue
                                                                           : cudaErrorStreamCaptureIsolation);
    if (of->invalid)
        return ordering->capture ? cudaErrorStreamCaptureInvalidated : cudaErrorInvalidValue;
    if (ordering->capture && ordering->capture != of) {
        ordering->capture->invalid = true;
        return hw_cuda_capture_invalidate(of, cudaErrorStreamCaptureMerge);
    }
    if (!ordering->capture)
        hw_cuda_capture_join(of, ordering);
    return hw_cuda_nodes_add(&ordering->nodes, event->nodes.node, event->nodes.edge, event->nodes.count)
               ? cudaSuccess
               : cudaErrorMemoryAllocation;
}

/* The edges to a new node.  One that is no kernel depends on the end of what a programmatic dependency names.
 * A kernel with the attribute for it may begin before the end of the kernel before it in the stream, if it
 * depends on nothing else.  Both are guesses: no document says what becomes of the rest. */
static void make_edges(struct hw_cuda_stream_order *ordering, const struct hw_cuda_work *work)
{
    struct hw_cuda_nodes *nodes = &ordering->nodes;
    const bool kernel = work->kind == HW_CUDA_WORK_KERNEL;

    for (size_t i = 0; i < nodes->count && !kernel; i++)
        if (nodes->edge[i].type == HW_DEPENDENCY_PROGRAMMATIC)
            nodes->edge[i] = (struct hw_edge){0};
    if (kernel && work->kernel.programmatic && nodes->count == 1 &&
        hw_cuda_node_number(nodes->node[0]) == ordering->last_kernel)
        nodes->edge[0] =
            (struct hw_edge){.from_port = HW_PORT_PROGRAMMATIC, .type = HW_DEPENDENCY_PROGRAMMATIC};
}

static cudaError_t add_node(struct hw_cuda_stream_order *ordering, const struct hw_cuda_work *work)
{
    struct hw_cuda_nodes *nodes = &ordering->nodes;
    hw_node node;
    const cudaError_t error =
        hw_cuda_node_add(&node, ordering->capture->graph, nodes->node, nodes->count, work);

    if (error != cudaSuccess)
        return hw_cuda_capture_invalidate(ordering->capture, error);
    make_edges(ordering, work);
    hw_cuda_node_set_edges(node, nodes->edge, nodes->count);
    ordering->last_kernel = work->kind == HW_CUDA_WORK_KERNEL ? hw_cuda_node_number(node) : 0;
    nodes->count = 0;
    return hw_cuda_nodes_add(nodes, &node, NULL, 1) ? cudaSuccess : cudaErrorMemoryAllocation;
}

/* A wait that is a node only where it is external. */
static cudaError_t capture_wait(cudaStream_t stream, struct hw_cuda_stream_order *ordering,
                                const struct hw_cuda_work *work, bool *taken)
{
    const struct hw_cuda_event_capture *event = hw_cuda_event_capture(work->event);
    struct hw_cuda_capture *of = find_capture(event->number);

    *taken = ordering->capture || of;
    if (of && !stream)
        return hw_cuda_capture_invalidate(of, cudaErrorStreamCaptureImplicit);
    if (!*taken)
        return event->number ? cudaErrorInvalidValue : cudaSuccess; /* of a capture that is over */
    return work->external && !event->number ? add_node(ordering, work) : wait_for(ordering, of, event);
}

cudaError_t hw_cuda_capture_work(cudaStream_t stream, const struct hw_cuda_work *work, bool *taken)
{
    struct hw_cuda_stream_order *ordering = hw_cuda_capture_order(stream);
    const cudaError_t error = stream ? cudaSuccess : check_legacy(hw_cuda.context);

    *taken = ordering->capture;
    if (error != cudaSuccess)
        return error;
    if (ordering->capture && ordering->capture->invalid)
        return cudaErrorStreamCaptureInvalidated;
    if (work->kind == HW_CUDA_WORK_WAIT)
        return capture_wait(stream, ordering, work, taken);
    if (!ordering->capture)
        return cudaSuccess;
    return work->kind == HW_CUDA_WORK_RECORD && !work->external ? record(ordering, work->event)
                                                                : add_node(ordering, work);
}

struct hw_cuda_nodes *hw_cuda_capture_nodes(cudaStream_t stream, hw_graph *graph)
{
    struct hw_cuda_stream_order *ordering = hw_cuda_capture_order(stream);

    if (!ordering->capture || ordering->capture->invalid)
        return NULL;
    *graph = ordering->capture->graph;
    return &ordering->nodes;
}

/* --- waiting --- */

cudaError_t hw_cuda_capture_allows_launch(cudaStream_t stream)
{
    const struct hw_cuda_stream_order *ordering = hw_cuda_capture_order(stream);

    if (ordering->capture)
        return hw_cuda_capture_invalidate(ordering->capture, cudaErrorStreamCaptureUnsupported);
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
        if (stream->ordering.capture)
            error = hw_cuda_capture_invalidate(stream->ordering.capture, cudaErrorStreamCaptureUnsupported);
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

void hw_cuda_capture_forget_order(struct hw_cuda_stream_order *ordering)
{
    struct hw_cuda_capture *capture = ordering->capture;
    struct hw_cuda_stream_order **link;

    if (!capture)
        return;
    if (ordering == capture->origin) {
        hw_graph graph = capture->graph;
        const bool given = capture->graph_given;
        hw_cuda_capture_close(capture);
        if (!given)
            hw_cuda_graph_free(graph);
        return;
    }
    if (!hw_cuda_nodes_add(&capture->left, ordering->nodes.node, ordering->nodes.edge, ordering->nodes.count))
        capture->invalid = true;
    for (link = &capture->orderings; *link != ordering; link = &(*link)->next_captured)
        ;
    *link = ordering->next_captured;
    hw_cuda_nodes_clear(&ordering->nodes);
}

void hw_cuda_capture_forget_node(hw_node node)
{
    for (struct hw_cuda_capture *capture = hw_cuda_capture_first; capture; capture = capture->next) {
        hw_cuda_nodes_remove(&capture->left, node);
        for (struct hw_cuda_stream_order *ordering = capture->orderings; ordering;
             ordering = ordering->next_captured)
            hw_cuda_nodes_remove(&ordering->nodes, node);
    }
    if (hw_cuda_capture_first)
        hw_cuda_events_forget_node(node);
}
