/* SPDX-License-Identifier: MIT */
/* What keeps the work of a stream in order: each stream has an ordering, and each context one for its legacy
 * default stream. */
#ifndef HW_CUDA_CORE_STREAMS_STREAM_ORDER_H
#define HW_CUDA_CORE_STREAMS_STREAM_ORDER_H

#include "cuda/core/graphs/graph_node.h"

struct hw_cuda_capture;
struct hw_cuda_pending;

#define HW_STREAM_ORDER_ATTRIBUTES      5
#define HW_STREAM_ORDER_ATTRIBUTE_BYTES 64

struct hw_cuda_stream_order {
    struct hw_cuda_pending *tail; /* the last item that is not done; NULL: none */
    bool alone;                   /* it has no order with the legacy default stream */
    /* What it is captured by; NULL: nothing.  The orderings of a capture are in a list. */
    struct hw_cuda_capture *capture;
    struct hw_cuda_stream_order *next_captured;
    struct hw_cuda_nodes nodes; /* that the next one depends on */
    uint64_t last_kernel;       /* number of the node of the last kernel that it was given in a capture */
    uint8_t attributes[HW_STREAM_ORDER_ATTRIBUTES][HW_STREAM_ORDER_ATTRIBUTE_BYTES];
};

#endif
