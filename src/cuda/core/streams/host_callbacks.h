/* SPDX-License-Identifier: MIT */
/* The thread that calls functions of the program: host functions of streams, and those of graphs for objects
 * that nobody uses any more. */
#ifndef HW_CUDA_CORE_STREAMS_HOST_CALLBACKS_H
#define HW_CUDA_CORE_STREAMS_HOST_CALLBACKS_H

#include "cuda/core/cuda_core.h"

struct hw_cuda_pending;

/* Make sure that there is such a thread. */
cudaError_t hw_cuda_host_caller_start(void);
/* The turn of an item has come whose work is a function. */
void hw_cuda_host_call(struct hw_cuda_pending *item);
/* Whether the calling thread is in such a function, which may not use CUDA. */
bool hw_cuda_in_host_function(void);
/* Whether one runs, or its turn has come. */
bool hw_cuda_host_function_runs(void);

#endif
