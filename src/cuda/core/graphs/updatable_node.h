/* SPDX-License-Identifier: MIT */
/* Updatable nodes: kernel nodes whose parameters, grid and enabling kernels change (launch attribute 13,
 * cudaLaunchAttributeDeviceUpdatableKernelNode).
 *
 * All copies of such a node share what device code knows as the node (cudaGraphDeviceNode_t).  That has the
 * launch as kernels have left it since the last upload, and a node's kernel begins with it. */
#ifndef HW_CUDA_CORE_GRAPHS_UPDATABLE_NODE_H
#define HW_CUDA_CORE_GRAPHS_UPDATABLE_NODE_H

#include "cuda/core/graphs/cuda_graph.h"

#include "machine/device_launch/child_queue.h"

struct hw_cuda_context;
struct hw_cuda_running;
struct hw_cuda_updatable;

/* The attribute's value in both interfaces. */
struct hw_updatable_value {
    int updatable;
    struct hw_cuda_updatable *node;
};

/* Make a kernel's node updatable, or see what it is; one that is stays so. */
cudaError_t hw_cuda_updatable_set(hw_node node, struct hw_updatable_value *value);
struct hw_updatable_value hw_cuda_updatable_get(hw_node node);
/* A copy of the node, or of its work, has the same; it goes. */
struct hw_cuda_updatable *hw_cuda_updatable_retain(struct hw_cuda_updatable *updatable);
void hw_cuda_updatable_release(struct hw_cuda_updatable *updatable);

/* Whether a graph has such a node, itself or in a child; whether one of them is in an executable graph. */
bool hw_cuda_graph_is_updatable(hw_graph graph);
bool hw_cuda_graph_is_instantiated(hw_graph graph);
/* They are in an executable graph, or no more. */
void hw_cuda_graph_instantiated(hw_graph graph, bool is);
/* Kernels find them as they are in this copy. */
void hw_cuda_graph_reset_updatables(hw_graph graph);

/* A kernel of a context changes one: 0, or CUDA's number of an error. */
int hw_cuda_updatable_change(const struct hw_cuda_context *context, const struct hw_node_change *change);
/* A launch of one begins, as it is now: *disabled: it does not. */
cudaError_t hw_cuda_updatable_begin(struct hw_cuda_running *running, bool *disabled);

#endif
