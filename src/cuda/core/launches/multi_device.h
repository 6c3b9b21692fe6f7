/* SPDX-License-Identifier: MIT */
/* Cooperative launches on several devices: a grid on each, all there at once, which may wait for each other.
 * (cuda.h and cuda_runtime_api.h of CUDA 9 to 12: ...LaunchCooperativeKernelMultiDevice.) */
#ifndef HW_CUDA_CORE_LAUNCHES_MULTI_DEVICE_H
#define HW_CUDA_CORE_LAUNCHES_MULTI_DEVICE_H

#include "cuda/core/streams/stream_work.h"

struct hw_cuda_grids; /* of one such launch */

/* What grids need not wait for: work before in the streams of others; and what comes after them, for others.
 */
#define HW_GRIDS_NO_PRE_SYNC  1u
#define HW_GRIDS_NO_POST_SYNC 2u

/* A list of launches, in the form of an interface. */
struct hw_cuda_grid_list {
    const void *launches;
    unsigned count, flags;
    cudaStream_t (*stream_of)(const void *launches, unsigned index);
    /* Kernel, shape and parameters of one, which may lie in `room`; its stream's context is current. */
    cudaError_t (*describe)(const void *launches, unsigned index, struct hw_cuda_kernel_work *work,
                            struct hw_cuda_parameter_room *room);
};

#pragma GCC visibility push(default)

cudaError_t hw_cuda_launch_grids(const struct hw_cuda_grid_list *list);

#pragma GCC visibility pop

/* --- for launch states: what grids share stays as long as one of them --- */

struct hw_multi_grid *hw_cuda_grids_hold(struct hw_cuda_grids *grids);
void hw_cuda_grids_release(struct hw_cuda_grids *grids);

#endif
