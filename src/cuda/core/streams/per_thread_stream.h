/* SPDX-License-Identifier: MIT */
/* The per-thread default stream: programs that are compiled for it call functions whose names end in _ptsz or
 * _ptds.  For them stream 0 is the calling thread's own, which has a handle, too, so that they are calls of
 * the other form. */
#ifndef HW_CUDA_CORE_STREAMS_PER_THREAD_STREAM_H
#define HW_CUDA_CORE_STREAMS_PER_THREAD_STREAM_H

#include "cuda/core/cuda_abi.h"

#define HW_PER_THREAD_STREAM ((cudaStream_t)2)

static inline cudaStream_t hw_per_thread_stream(cudaStream_t stream)
{
    return stream ? stream : HW_PER_THREAD_STREAM;
}

#endif
