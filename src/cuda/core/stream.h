/* SPDX-License-Identifier: MIT */
/* Streams and events of contexts. */
#ifndef HW_CUDA_CORE_STREAM_H
#define HW_CUDA_CORE_STREAM_H

#include "cuda/core/cuda_core.h"

/* The handles that stand for default streams besides 0: cudaStreamLegacy and cudaStreamPerThread. */
enum { HW_CUDA_STREAM_LEGACY = 1, HW_CUDA_STREAM_PER_THREAD = 2 };

/* The stream that a known handle stands for: NULL for the legacy default stream; for cudaStreamPerThread the
 * calling thread's own in the current context, which is made when first asked for. */
cudaStream_t hw_cuda_stream_resolve(cudaStream_t stream);

/* What a stream belongs to: the current context where it is a default stream. */
struct hw_cuda_context *hw_cuda_stream_context(cudaStream_t stream);

/* What the clock knows of a stream that is resolved and not NULL. */
struct hw_cuda_stream_clock;
struct hw_cuda_stream_clock *hw_cuda_stream_clock(cudaStream_t stream);

/* Destroy all of a context. */
void hw_cuda_streams_clear(struct hw_cuda_context *context);

#endif
