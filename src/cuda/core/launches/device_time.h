/* SPDX-License-Identifier: MIT */
/* What launches, copies, streams and events tell the clock (cuda/profiler/profiler.h), each after it has been
 * done. All of it is nothing while the clock is off. */
#ifndef HW_CUDA_CORE_LAUNCHES_DEVICE_TIME_H
#define HW_CUDA_CORE_LAUNCHES_DEVICE_TIME_H

#include "cuda/core/cuda_core.h"

#include "cuda/profiler/profiler.h"

struct hw_cuda_context;

/* A stream as the clock sees it. */
struct hw_cuda_stream_clock {
    struct hw_stream_time time;
    unsigned number; /* in the tables */
};

/* The device of a context under the clock; NULL: there is none. */
struct hw_profiler_device *hw_cuda_clock(const struct hw_cuda_context *context);

void hw_cuda_time_kernel(struct hw_cuda_context *context, cudaStream_t stream,
                         struct hw_profiler_kernel *kernel);
void hw_cuda_time_copy(const struct hw_cuda_end *to, const struct hw_cuda_end *from, size_t bytes,
                       cudaStream_t stream);

void hw_cuda_time_fill(size_t bytes, cudaStream_t stream);

/* The time of an event that is recorded now. */
uint64_t hw_cuda_time_mark(const struct hw_cuda_context *context, cudaStream_t stream);
/* The host waits for an event, or a stream for it. */
void hw_cuda_time_wait(const struct hw_cuda_context *context, uint64_t until);
void hw_cuda_time_hold(const struct hw_cuda_context *context, cudaStream_t stream, uint64_t until);
/* The host waits for all of the current context's device. */
void hw_cuda_time_wait_all(void);

#endif
