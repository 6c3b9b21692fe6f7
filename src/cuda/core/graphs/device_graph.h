/* SPDX-License-Identifier: MIT */
/* Device graphs: executable graphs that device code can launch (cudaGraphInstantiateFlagDeviceLaunch).  It
 * launches them as they were when they were uploaded last. */
#ifndef HW_CUDA_CORE_GRAPHS_DEVICE_GRAPH_H
#define HW_CUDA_CORE_GRAPHS_DEVICE_GRAPH_H

#include "cuda/core/graphs/cuda_graph.h"

struct hw_cuda_context;
struct hw_cuda_upload;

/* Whether device code can launch it; else why not. */
cudaError_t hw_cuda_device_graph_check(hw_graph graph, struct hw_exec_fault *fault);
/* Whether a graph of the host may have the kernels that launch graphs which it has: all are of one context.
 */
cudaError_t hw_cuda_host_graph_check(hw_graph graph, struct hw_exec_fault *fault);
/* Whether a kernel of it, or of a child, launches graphs. */
bool hw_cuda_graph_launches(hw_graph graph);
/* Whether a node of an executable graph may get this work. */
cudaError_t hw_cuda_device_graph_allows(hw_exec exec, const struct hw_cuda_work *work);
/* Whether those of another graph may be given to it; else the node of that which is against it. */
bool hw_cuda_device_graph_allows_all(hw_exec exec, hw_graph graph, hw_node *wrong);

/* Let device code launch it as it is now, and nodes that kernels change be as they are now, when all is done
 * that the stream (resolved) has been asked for. */
cudaError_t hw_cuda_device_graph_upload(hw_exec exec, cudaStream_t stream);
/* As device code of a context launches it. */
cudaError_t hw_cuda_device_graph_uploaded(hw_exec exec, const struct hw_cuda_context *context,
                                          hw_graph *graph);
/* It is. */
void hw_cuda_device_graph_is_uploaded(struct hw_cuda_upload *upload);
/* The executable graph goes. */
void hw_cuda_device_graph_clear(hw_exec exec);

#endif
