/* SPDX-License-Identifier: MIT */
/* Captures and graphs (CUDA 10 to 13).  Some functions have other parameters in some toolkits; they are
 * declared with the most that there are, and look at what their toolkit passes. */
#ifndef HW_CUDA_RUNTIME_RUNTIME_GRAPH_H
#define HW_CUDA_RUNTIME_RUNTIME_GRAPH_H

#include "cuda/core/graph_form.h"
#include "cuda/core/stream_attribute.h"
#include "cuda/runtime/runtime_abi.h"

#undef HW_INTERFACE_NAME
#undef HW_INTERFACE_RESULT
#undef HW_INTERFACE_CONTEXT
#define HW_INTERFACE_NAME(name) cuda##name
#define HW_INTERFACE_RESULT     cudaError_t
#define HW_INTERFACE_CONTEXT
#include "cuda/core/graph_calls.h"

#pragma GCC visibility push(default)

/* --- captures --- */

/* CUDA 10.0 has no mode. */
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, int mode);
/* Before CUDA 13 only a status and a number. */
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, int *status, unsigned long long *number,
                                     hw_graph *graph, const hw_node **nodes, const struct hw_edge **data,
                                     size_t *count);
/* Before CUDA 13: count, flags. */
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, hw_node *nodes, uintptr_t data,
                                                size_t count, unsigned flags);

/* --- edges: before CUDA 13 without data --- */

cudaError_t cudaGraphGetEdges(hw_graph graph, hw_node *from, hw_node *to, void *data, size_t *count);
cudaError_t cudaGraphNodeGetDependencies(hw_node node, hw_node *nodes, void *data, size_t *count);
cudaError_t cudaGraphNodeGetDependentNodes(hw_node node, hw_node *nodes, void *data, size_t *count);
cudaError_t cudaGraphAddDependencies(hw_graph graph, const hw_node *from, const hw_node *to, uintptr_t data,
                                     size_t count);
cudaError_t cudaGraphRemoveDependencies(hw_graph graph, const hw_node *from, const hw_node *to,
                                        uintptr_t data, size_t count);
cudaError_t cudaGraphAddNode(hw_node *node, hw_graph graph, const hw_node *before, uintptr_t data,
                             uintptr_t count, struct hw_node_any *any);

/* --- copies of lines --- */

cudaError_t cudaGraphAddMemcpyNode1D(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                     void *to, const void *from, size_t bytes, int kind);
cudaError_t cudaGraphMemcpyNodeSetParams1D(hw_node node, void *to, const void *from, size_t bytes, int kind);
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(hw_exec exec, hw_node node, void *to, const void *from,
                                               size_t bytes, int kind);
cudaError_t cudaGraphAddMemcpyNodeToSymbol(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                           const void *symbol, const void *from, size_t bytes, size_t offset,
                                           int kind);
cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(hw_node node, const void *symbol, const void *from,
                                                 size_t bytes, size_t offset, int kind);
cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(hw_exec exec, hw_node node, const void *symbol,
                                                     const void *from, size_t bytes, size_t offset, int kind);
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(hw_node *node, hw_graph graph, const hw_node *before,
                                             size_t count, void *to, const void *symbol, size_t bytes,
                                             size_t offset, int kind);
cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(hw_node node, void *to, const void *symbol, size_t bytes,
                                                   size_t offset, int kind);
cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(hw_exec exec, hw_node node, void *to,
                                                       const void *symbol, size_t bytes, size_t offset,
                                                       int kind);

/* --- what is launched --- */

/* Before CUDA 12: the node that is wrong, a text and its size; since: flags. */
cudaError_t cudaGraphInstantiate(hw_exec *exec, hw_graph graph, uintptr_t flags, char *log, size_t bytes);
/* Before CUDA 12: the node that is wrong, and a result; since: a structure. */
cudaError_t cudaGraphExecUpdate(hw_exec exec, hw_graph graph, void *info, int *result);

#pragma GCC visibility pop
#endif
