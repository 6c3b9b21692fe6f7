/* SPDX-License-Identifier: MIT */
/* Cooperative launches: all blocks are on the device at once and may wait for each other. */
#ifndef HW_CUDA_CORE_LAUNCHES_COOPERATIVE_H
#define HW_CUDA_CORE_LAUNCHES_COOPERATIVE_H

#include "cuda/core/streams/stream_work.h"

struct hw_launch;

/* Give the launch a place of its own by which its blocks find each other.  cudaErrorNotSupported: the device
 * has no such launches; cudaErrorCooperativeLaunchTooLarge: it cannot hold all blocks. */
cudaError_t hw_cuda_cooperate(struct hw_launch *launch, const struct hw_cuda_kernel_work *work);
/* The launch begins; it is over, and another may have its place. */
void hw_cuda_cooperate_begin(const struct hw_launch *launch);
void hw_cuda_cooperate_end(struct hw_cuda_context *context, const struct hw_launch *launch);
void hw_cuda_cooperate_clear(struct hw_cuda_context *context);

#endif
