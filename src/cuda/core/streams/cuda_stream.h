/* SPDX-License-Identifier: MIT */
/* Streams and events, both of which belong to the context that they were made in, and work of streams.
 * cuda_core.h has the frame of calls. */
#ifndef HW_CUDA_CORE_STREAMS_CUDA_STREAM_H
#define HW_CUDA_CORE_STREAMS_CUDA_STREAM_H

#include "cuda/core/cuda_abi.h"

#include <stdbool.h>

#pragma GCC visibility push(default)

/* --- streams and events (stream.c, stream_event.c); both belong to the context that they were made in --- */

/* `alone`: it neither waits for the default stream nor is waited for, which only the clock can see. */
cudaError_t hw_cuda_stream_create(cudaStream_t *stream, bool alone);
cudaError_t hw_cuda_stream_destroy(cudaStream_t stream);
/* The default streams always are some: 0 and 1 (cudaStreamLegacy), which are one, and 2
 * (cudaStreamPerThread), of which each host thread has its own. */
cudaError_t hw_cuda_stream_check(cudaStream_t stream);
/* Wait for the work of the stream, of an event, of the current context; or cudaErrorNotReady in place of
 * waiting.  Other threads may have the lock meanwhile. */
cudaError_t hw_cuda_stream_wait(cudaStream_t stream);
cudaError_t hw_cuda_stream_query(cudaStream_t stream);
cudaError_t hw_cuda_event_wait(cudaEvent_t event);
cudaError_t hw_cuda_event_query(cudaEvent_t event);
cudaError_t hw_cuda_device_wait(void);
/* Let a stream wait for an event; `external`, as below: as a node of its own where the stream is captured. */
cudaError_t hw_cuda_stream_wait_event(cudaStream_t stream, cudaEvent_t event, bool external);
cudaError_t hw_cuda_event_create(cudaEvent_t *event, unsigned flags);
cudaError_t hw_cuda_event_destroy(cudaEvent_t event);
cudaError_t hw_cuda_event_check(cudaEvent_t event);
cudaError_t hw_cuda_event_record(cudaEvent_t event, cudaStream_t stream, bool external);
cudaError_t hw_cuda_event_elapsed(float *milliseconds, cudaEvent_t from, cudaEvent_t to);
/* A handle, in 64 bytes of the program, of an event for other processes; and the event of such a handle. */
cudaError_t hw_cuda_event_share(void *handle, cudaEvent_t event);
cudaError_t hw_cuda_event_open(cudaEvent_t *event, const void *handle);

/* --- work of streams (stream_work.c) --- */

/* A piece of work of a stream that no call above does, such as a product of cuBLAS.  It runs without the
 * lock, one at a time, so of this library's functions it may only call hw_cuda_device_memory, and it may
 * write into `data`. */
typedef cudaError_t hw_cuda_work_fn(void *data);
/* Do it in order of the stream, which is known.  `data` is the caller's own, unless the work has to be kept
 * for later: then the work gets a copy of `bytes` of it, so it may not point to what the caller's return ends
 * (numbers that the host gives by pointer belong into it).  What the work returns is returned, or if it was
 * kept cudaSuccess. */
cudaError_t hw_cuda_work(cudaStream_t stream, hw_cuda_work_fn *work, void *data, size_t bytes);

#pragma GCC visibility pop
#endif
