/* SPDX-License-Identifier: MIT */
/* Captures and graphs of the driver API (CUDA 10 to 13). */
#ifndef HW_CUDA_DRIVER_DRIVER_GRAPH_H
#define HW_CUDA_DRIVER_DRIVER_GRAPH_H

#include "cuda/core/graph_form.h"
#include "cuda/core/stream_attribute.h"
#include "cuda/driver/driver.h"

typedef hw_graph CUgraph;
typedef hw_node CUgraphNode;
typedef hw_exec CUgraphExec;

#undef HW_INTERFACE_NAME
#undef HW_INTERFACE_RESULT
#undef HW_INTERFACE_CONTEXT
#define HW_INTERFACE_NAME(name) cu##name
#define HW_INTERFACE_RESULT     CUresult
#define HW_INTERFACE_CONTEXT    , CUcontext context __attribute__((unused))
#include "cuda/core/graph_calls.h"

#pragma GCC visibility push(default)

/* --- streams and captures --- */

CUresult cuStreamGetCtx(CUstream stream, CUcontext *context);
/* A stream belongs to no green context. */
CUresult cuStreamGetCtx_v2(CUstream stream, CUcontext *context, void **green);
CUresult cuStreamBeginCapture(CUstream stream); /* CUDA 10.0 */
CUresult cuStreamBeginCapture_v2(CUstream stream, int mode);
CUresult cuStreamGetCaptureInfo(CUstream stream, int *status, uint64_t *number);
CUresult cuStreamUpdateCaptureDependencies(CUstream stream, CUgraphNode *nodes, size_t count, unsigned flags);

/* --- edges without data --- */

CUresult cuGraphGetEdges(CUgraph graph, CUgraphNode *from, CUgraphNode *to, size_t *count);
CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *nodes, size_t *count);
CUresult cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *nodes, size_t *count);
CUresult cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t count);
CUresult cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                   size_t count);
CUresult cuGraphAddNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count,
                        struct hw_node_any *any);

/* --- kernels in the longer form --- */

CUresult cuGraphAddKernelNode_v2(CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count,
                                 const struct hw_node_kernel *kernel);
CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode node, struct hw_node_kernel *kernel);
CUresult cuGraphKernelNodeSetParams_v2(CUgraphNode node, const struct hw_node_kernel *kernel);
CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec exec, CUgraphNode node,
                                           const struct hw_node_kernel *kernel);

/* --- what is launched --- */

CUresult cuGraphInstantiate(CUgraphExec *exec, CUgraph graph, CUgraphNode *wrong, char *log, size_t bytes);
CUresult cuGraphInstantiate_v2(CUgraphExec *exec, CUgraph graph, CUgraphNode *wrong, char *log, size_t bytes);
CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphNode *wrong, int *result);
CUresult cuGraphExecUpdate_v2(CUgraphExec exec, CUgraph graph, struct hw_update_info *info);

#pragma GCC visibility pop
#endif
