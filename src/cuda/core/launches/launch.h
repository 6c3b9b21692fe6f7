/* SPDX-License-Identifier: MIT */
/* Launches, as work of streams. */
#ifndef HW_CUDA_CORE_LAUNCHES_LAUNCH_H
#define HW_CUDA_CORE_LAUNCHES_LAUNCH_H

#include "cuda/core/streams/stream_work.h"

/* Whether the launch is possible; and run it, in a resolved stream. */
cudaError_t hw_cuda_kernel_check(const struct hw_cuda_kernel_work *work);
cudaError_t hw_cuda_kernel_run(const struct hw_cuda_kernel_work *work, cudaStream_t stream);

#endif
