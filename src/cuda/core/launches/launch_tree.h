/* SPDX-License-Identifier: MIT */
/* Kernels that kernels launch (dynamic parallelism): launches like those of the host, in the stream of the
 * launch at the root of their tree. */
#ifndef HW_CUDA_CORE_LAUNCHES_LAUNCH_TREE_H
#define HW_CUDA_CORE_LAUNCHES_LAUNCH_TREE_H

#include "cuda/core/launches/tree_grids.h"
#include "cuda/core/streams/stream_work.h"

#include <halfwarp/machine.h>

/* What a launch of the host whose code launches kernels has for these. */
struct hw_cuda_tree {
    struct hw_child_queue *queue; /* NULL: its code launches none, or it is a child itself */
    struct hw_cuda_module *module;
    cudaStream_t stream;
    uint64_t printed;  /* the number of the root's output */
    cudaError_t error; /* of the first launch that was not possible */
    struct hw_cuda_tree_grids grids;
    bool begun; /* the root's grid has been there */
    /* For graphs that its code launches: the one that it is a node of, and the item whose work it is. */
    struct hw_cuda_environment *environment;
    struct hw_cuda_pending *item;
};

/* Bind a launch to the queue of its tree; a launch of the host whose code launches kernels gets one. */
cudaError_t hw_cuda_tree_begin(struct hw_cuda_tree *tree, const struct hw_cuda_kernel_work *work,
                               cudaStream_t stream, struct hw_launch *launch);
/* Under the lock: make a launch of a kernel that a kernel has launched. */
cudaError_t hw_cuda_tree_prepare(struct hw_cuda_tree *tree, struct hw_child *child,
                                 struct hw_cuda_launch_state **run);
/* The root's grid has run in one visit, or has failed: run what is in the queue, without the lock, one after
 * the other. */
void hw_cuda_tree_end(struct hw_cuda_tree *tree, bool ran);
/* It has not run. */
void hw_cuda_tree_drop(struct hw_cuda_tree *tree);

#endif
