/* SPDX-License-Identifier: MIT */
/* Streams of contexts, and the orderings in which their work is in order. */
#ifndef HW_CUDA_CORE_STREAMS_STREAM_H
#define HW_CUDA_CORE_STREAMS_STREAM_H

#include "cuda/core/cuda_core.h"
#include "cuda/core/launches/device_time.h"
#include "cuda/core/streams/stream_order.h"

/* The handles that stand for default streams besides 0: cudaStreamLegacy and cudaStreamPerThread. */
enum { HW_CUDA_STREAM_LEGACY = 1, HW_CUDA_STREAM_PER_THREAD = 2 };

struct CUstream_st {
    struct CUstream_st *next;
    struct hw_cuda_context *context;
    const void *thread; /* whose default stream it is; NULL: a program made it */
    bool destroyed;     /* it is only kept until its last work is done */
    struct hw_cuda_stream_clock clock;
    struct hw_cuda_stream_order ordering;
};

/* The stream that a known handle stands for: NULL for the legacy default stream; for cudaStreamPerThread the
 * calling thread's own in the current context, which is made when first asked for. */
cudaStream_t hw_cuda_stream_resolve(cudaStream_t stream);

/* Whether a stream is known, and not the legacy default one, which batches of operations may not be given to.
 */
cudaError_t hw_cuda_stream_check_batch(cudaStream_t stream);

/* What a stream belongs to: the current context where it is a default stream. */
struct hw_cuda_context *hw_cuda_stream_context(cudaStream_t stream);

/* Where the work of a resolved stream is in order. */
struct hw_cuda_stream_order *hw_cuda_stream_order_of(cudaStream_t stream, struct hw_cuda_context *context);
/* An item that may be the last one there is done. */
void hw_cuda_stream_order_ended(cudaStream_t stream, struct hw_cuda_context *context,
                                const struct hw_cuda_pending *item);

/* Destroy all of a context, whose work is done. */
void hw_cuda_streams_clear(struct hw_cuda_context *context);

#endif
