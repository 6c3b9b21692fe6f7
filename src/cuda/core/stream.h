/* SPDX-License-Identifier: MIT */
/* Streams and events of contexts. */
#ifndef HW_CUDA_CORE_STREAM_H
#define HW_CUDA_CORE_STREAM_H

#include "cuda/core/cuda_core.h"

/* What a stream belongs to: the current context where it is 0. */
struct hw_cuda_context *hw_cuda_stream_context(cudaStream_t stream);

/* What the clock knows of a stream that is not 0. */
struct hw_cuda_stream_clock;
struct hw_cuda_stream_clock *hw_cuda_stream_clock(cudaStream_t stream);

/* Destroy all of a context. */
void hw_cuda_streams_clear(struct hw_cuda_context *context);

#endif
