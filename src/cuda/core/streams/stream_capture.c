/* SPDX-License-Identifier: MIT */
/* See stream_capture.h. */
#include "cuda/core/streams/stream_capture.h"

#include "cuda/core/streams/capture.h"
#include "cuda/core/devices/context.h"
#include "cuda/core/streams/stream.h"
#include "cuda/core/streams/stream_event.h"

#include <stdlib.h>

size_t hw_cuda_captures;

struct hw_cuda_capture *hw_cuda_capture_first;
static uint64_t last_number;
static _Thread_local enum hw_capture_mode thread_mode;
static _Thread_local char this_thread; /* its address stands for the thread */

/* --- from begin to end --- */

static cudaError_t begin_capture(cudaStream_t stream, hw_graph graph, const hw_node *before,
                                 const struct hw_edge *data, size_t count, int mode)
{
    stream = hw_cuda_stream_resolve(stream);
    if (!stream)
        return cudaErrorStreamCaptureUnsupported;
    if (stream->ordering.capture || (graph && graph->captured_into))
        return cudaErrorIllegalState;
    struct hw_cuda_capture *capture = calloc(1, sizeof *capture);
    const bool graph_given = graph;
    if (!graph)
        graph = hw_cuda_graph_new();
    if (!capture || !graph || !hw_cuda_nodes_add(&stream->ordering.nodes, before, data, count)) {
        free(capture);
        if (!graph_given)
            hw_cuda_graph_free(graph);
        return cudaErrorMemoryAllocation;
    }
    *capture = (struct hw_cuda_capture){.next = hw_cuda_capture_first,
                                        .number = ++last_number,
                                        .mode = (enum hw_capture_mode)mode,
                                        .thread = &this_thread,
                                        .graph = graph,
                                        .graph_given = graph_given,
                                        .origin = &stream->ordering};
    graph->captured_into = true;
    hw_cuda_capture_first = capture;
    hw_cuda_captures++;
    hw_cuda_capture_join(capture, &stream->ordering);
    return cudaSuccess;
}

cudaError_t hw_cuda_capture_begin(cudaStream_t stream, int mode)
{
    if (hw_cuda_stream_check(stream) != cudaSuccess)
        return cudaErrorInvalidResourceHandle;
    return mode < 0 || mode >= HW_CAPTURE_MODES ? cudaErrorInvalidValue
                                                : begin_capture(stream, NULL, NULL, NULL, 0, mode);
}

cudaError_t hw_cuda_capture_begin_in(cudaStream_t stream, hw_graph graph, const hw_node *before,
                                     const struct hw_edge *data, size_t count, int mode)
{
    if (hw_cuda_stream_check(stream) != cudaSuccess)
        return cudaErrorInvalidResourceHandle;
    if (mode < 0 || mode >= HW_CAPTURE_MODES || hw_cuda_graph_check(graph) != cudaSuccess ||
        (count > 0 && !before))
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; i++)
        if (hw_cuda_node_check(before[i]) != cudaSuccess || before[i]->graph != graph)
            return cudaErrorInvalidValue;
    const cudaError_t error = hw_cuda_edges_check(before, data, count, true);
    return error == cudaSuccess ? begin_capture(stream, graph, before, data, count, mode) : error;
}

void hw_cuda_capture_close(struct hw_cuda_capture *capture)
{
    struct hw_cuda_capture **link = &hw_cuda_capture_first;

    while (capture->orderings) {
        struct hw_cuda_stream_order *ordering = capture->orderings;
        capture->orderings = ordering->next_captured;
        ordering->capture = NULL;
        ordering->next_captured = NULL;
        hw_cuda_nodes_clear(&ordering->nodes);
    }
    while (*link != capture)
        link = &(*link)->next;
    *link = capture->next;
    capture->graph->captured_into = false;
    hw_cuda_nodes_clear(&capture->left);
    hw_cuda_captures--;
    free(capture);
}

static bool all_marked(const struct hw_cuda_nodes *nodes)
{
    for (size_t i = 0; i < nodes->count; i++)
        if (!nodes->node[i]->mark)
            return false;
    return true;
}

/* Whether the origin's next work would come after all that other streams of the capture have or had. */
static bool is_joined(const struct hw_cuda_capture *capture)
{
    hw_cuda_graph_mark(capture->graph, &capture->origin->nodes);
    for (const struct hw_cuda_stream_order *ordering = capture->orderings; ordering;
         ordering = ordering->next_captured)
        if (!all_marked(&ordering->nodes))
            return false;
    return all_marked(&capture->left);
}

/* Ended by a thread that may not, a capture is over, too. */
static cudaError_t end_error(const struct hw_cuda_capture *capture)
{
    if (capture->mode != HW_CAPTURE_RELAXED && capture->thread != &this_thread)
        return cudaErrorStreamCaptureWrongThread;
    if (capture->invalid)
        return cudaErrorStreamCaptureInvalidated;
    return is_joined(capture) ? cudaSuccess : cudaErrorStreamCaptureUnjoined;
}

cudaError_t hw_cuda_capture_end(cudaStream_t stream, hw_graph *graph)
{
    if (graph)
        *graph = NULL;
    if (hw_cuda_stream_check(stream) != cudaSuccess)
        return cudaErrorInvalidResourceHandle;
    const struct hw_cuda_stream_order *ordering = hw_cuda_capture_order(hw_cuda_stream_resolve(stream));
    struct hw_cuda_capture *capture = ordering->capture;
    if (!capture)
        return cudaErrorIllegalState;
    if (ordering != capture->origin)
        return hw_cuda_capture_invalidate(capture, cudaErrorStreamCaptureUnmatched);
    const cudaError_t error = end_error(capture);
    hw_graph made = capture->graph;
    const bool given = capture->graph_given;
    hw_cuda_capture_close(capture);
    if (error == cudaSuccess && graph)
        *graph = made;
    else if (!given)
        hw_cuda_graph_free(made);
    return error;
}

/* --- what programs ask and tell --- */

/* The legacy default stream cannot be asked about while it would wait for one that is captured. */
cudaError_t hw_cuda_capture_info(cudaStream_t stream, struct hw_capture_info *info)
{
    if (hw_cuda_stream_check(stream) != cudaSuccess)
        return cudaErrorInvalidResourceHandle;
    stream = hw_cuda_stream_resolve(stream);
    *info = (struct hw_capture_info){.status = HW_CAPTURED_NOT};
    if (!hw_cuda_capturing())
        return cudaSuccess;
    for (cudaStream_t other = stream ? NULL : hw_cuda.context->streams; other; other = other->next)
        if (other->ordering.capture && !other->ordering.alone)
            return cudaErrorStreamCaptureImplicit;
    const struct hw_cuda_stream_order *ordering = hw_cuda_capture_order(stream);
    if (!ordering->capture)
        return cudaSuccess;
    info->status = ordering->capture->invalid ? HW_CAPTURED_WRONG : HW_CAPTURED_NOW;
    if (ordering->capture->invalid)
        return cudaSuccess;
    info->number = ordering->capture->number;
    info->graph = ordering->capture->graph;
    info->nodes = ordering->nodes.node;
    info->edges = ordering->nodes.edge;
    info->count = ordering->nodes.count;
    return cudaSuccess;
}

cudaError_t hw_cuda_capture_depend(cudaStream_t stream, const hw_node *nodes, const struct hw_edge *data,
                                   size_t count, bool only)
{
    if (hw_cuda_stream_check(stream) != cudaSuccess)
        return cudaErrorInvalidResourceHandle;
    struct hw_cuda_stream_order *ordering = hw_cuda_capture_order(hw_cuda_stream_resolve(stream));
    if (!ordering->capture)
        return cudaErrorIllegalState;
    if (ordering->capture->invalid)
        return cudaErrorStreamCaptureInvalidated;
    if (count > 0 && !nodes)
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; i++)
        if (hw_cuda_node_check(nodes[i]) != cudaSuccess || nodes[i]->graph != ordering->capture->graph)
            return cudaErrorInvalidValue;
    const cudaError_t error = hw_cuda_edges_check(nodes, data, count, true);
    if (error != cudaSuccess)
        return error;
    if (only)
        ordering->nodes.count = 0;
    return hw_cuda_nodes_add(&ordering->nodes, nodes, data, count) ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t hw_cuda_capture_exchange_mode(int *mode)
{
    if (!mode || *mode < 0 || *mode >= HW_CAPTURE_MODES)
        return cudaErrorInvalidValue;
    const enum hw_capture_mode before = thread_mode;
    thread_mode = (enum hw_capture_mode) * mode;
    *mode = before;
    return cudaSuccess;
}

/* A thread that is relaxed may do anything; one's own captures count unless they are relaxed; those of others
 * if they and the thread are global. */
bool hw_cuda_capture_forbids(void)
{
    bool forbidden = false;

    for (struct hw_cuda_capture *capture = hw_cuda_capture_first;
         capture && thread_mode != HW_CAPTURE_RELAXED; capture = capture->next) {
        const bool own = capture->thread == &this_thread && capture->mode != HW_CAPTURE_RELAXED;
        const bool global = thread_mode == HW_CAPTURE_GLOBAL && capture->mode == HW_CAPTURE_GLOBAL;
        if (!own && !global)
            continue;
        capture->invalid = true;
        forbidden = true;
    }
    return forbidden;
}
