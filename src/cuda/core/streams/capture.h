/* SPDX-License-Identifier: MIT */
/* A capture, among the files of captures. */
#ifndef HW_CUDA_CORE_STREAMS_CAPTURE_H
#define HW_CUDA_CORE_STREAMS_CAPTURE_H

#include "cuda/core/streams/stream.h"
#include "cuda/core/streams/stream_capture.h"

struct hw_cuda_capture {
    struct hw_cuda_capture *next;
    uint64_t number;
    enum hw_capture_mode mode;
    const void *thread;
    hw_graph graph;
    bool graph_given; /* it is the program's */
    bool invalid;
    struct hw_cuda_stream_order *origin;
    struct hw_cuda_stream_order *orderings; /* all, the origin too */
    struct hw_cuda_nodes left; /* of orderings that are gone: what the next there would depend on */
};

extern struct hw_cuda_capture *hw_cuda_capture_first; /* of those that go on */

/* Where a resolved stream is captured, if it is. */
static inline struct hw_cuda_stream_order *hw_cuda_capture_order(cudaStream_t stream)
{
    return hw_cuda_stream_order_of(stream, hw_cuda_stream_context(stream));
}

static inline cudaError_t hw_cuda_capture_invalidate(struct hw_cuda_capture *capture, cudaError_t why)
{
    capture->invalid = true;
    return why;
}

static inline void hw_cuda_capture_join(struct hw_cuda_capture *capture,
                                        struct hw_cuda_stream_order *ordering)
{
    ordering->capture = capture;
    ordering->next_captured = capture->orderings;
    capture->orderings = ordering;
}

/* It is over: its orderings are as others again.  The graph stays. */
void hw_cuda_capture_close(struct hw_cuda_capture *capture);

#endif
