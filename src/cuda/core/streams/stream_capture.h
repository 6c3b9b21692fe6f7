/* SPDX-License-Identifier: MIT */
/* Streams whose work is not done, but becomes nodes of a graph.  What is an error here, and which, is what
 * NVIDIA's driver 580 says (docs/cuda-api.md).
 *
 * A capture begins in a stream and spreads to those that wait for an event of it, by which they are joined
 * again before it ends.  A stream that is captured has a set of nodes that what it is asked for next depends
 * on.  What must not happen during a capture is refused and makes the capture invalid: it then only waits to
 * be ended. (CUDA C++ Programming Guide, "Creating a Graph Using Stream Capture".) */
#ifndef HW_CUDA_CORE_STREAMS_STREAM_CAPTURE_H
#define HW_CUDA_CORE_STREAMS_STREAM_CAPTURE_H

#include "cuda/core/graphs/graph_node.h"

struct hw_cuda_context;
struct hw_cuda_stream_order;

enum hw_capture_mode { HW_CAPTURE_GLOBAL = 0, HW_CAPTURE_THREAD, HW_CAPTURE_RELAXED, HW_CAPTURE_MODES };
enum hw_capture_status { HW_CAPTURED_NOT = 0, HW_CAPTURED_NOW, HW_CAPTURED_WRONG };

/* What a stream's capture is like now. */
struct hw_capture_info {
    int status;
    uint64_t number;
    hw_graph graph;
    const hw_node *nodes;        /* that the next depends on, */
    const struct hw_edge *edges; /* with data of each */
    size_t count;
};

#pragma GCC visibility push(default)

/* Into a new graph, or into one that is there, behind nodes of it. */
cudaError_t hw_cuda_capture_begin(cudaStream_t stream, int mode);
cudaError_t hw_cuda_capture_begin_in(cudaStream_t stream, hw_graph graph, const hw_node *before,
                                     const struct hw_edge *data, size_t count, int mode);
/* *graph is NULL after an error.  Without room for it, it is freed. */
cudaError_t hw_cuda_capture_end(cudaStream_t stream, hw_graph *graph);
cudaError_t hw_cuda_capture_info(cudaStream_t stream, struct hw_capture_info *info);
/* Let the next work depend on these, too, or on nothing else. */
cudaError_t hw_cuda_capture_depend(cudaStream_t stream, const hw_node *nodes, const struct hw_edge *data,
                                   size_t count, bool only);
/* Exchange what the calling thread thinks of calls that are not safe while anything is captured. */
cudaError_t hw_cuda_capture_exchange_mode(int *mode);
/* Whether such a call is refused, with cudaErrorStreamCaptureUnsupported. */
bool hw_cuda_capture_forbids(void);

#pragma GCC visibility pop

/* --- for the other files of core --- */

extern size_t hw_cuda_captures; /* that go on */

static inline bool hw_cuda_capturing(void)
{
    return hw_cuda_captures > 0;
}

/* Take work of a resolved stream if that is captured. */
cudaError_t hw_cuda_capture_work(cudaStream_t stream, const struct hw_cuda_work *work, bool *taken);
/* The graph that a resolved stream is captured into, and the nodes that the next one there depends on. */
struct hw_cuda_nodes *hw_cuda_capture_nodes(cudaStream_t stream, hw_graph *graph);
/* Whether a resolved stream may be given a graph to launch, which is not captured. */
cudaError_t hw_cuda_capture_allows_launch(cudaStream_t stream);
/* Whether the host may wait for a resolved stream, for an event, for the current context. */
cudaError_t hw_cuda_capture_allows_stream(cudaStream_t stream);
cudaError_t hw_cuda_capture_allows_context(struct hw_cuda_context *context);

/* What an event was last recorded in. */
struct hw_cuda_event_capture {
    uint64_t number; /* of the capture, which may be over; 0: in none */
    struct hw_cuda_nodes nodes;
};
cudaError_t hw_cuda_capture_allows_event(const struct hw_cuda_event_capture *event);
/* What waits for it depends on a port of the kernel that it was just recorded behind, if that is captured. */
void hw_cuda_capture_record_port(cudaEvent_t event, struct hw_edge port);

/* An ordering goes, and with it a capture in it; a node does. */
void hw_cuda_capture_forget_order(struct hw_cuda_stream_order *ordering);
void hw_cuda_capture_forget_node(hw_node node);

#endif
