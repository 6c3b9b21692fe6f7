/* SPDX-License-Identifier: MIT */
/* See driver_graph.h.  Contexts that nodes are given are not looked at: all devices have one memory, and a
 * kernel knows its own. */
#include "cuda/driver/driver_graph.h"

#include "cuda/driver/driver_call.h"
#include "cuda/driver/driver_copy.h"

#define HW_INTERFACE_OWN        &hw_cu_form
#define HW_INTERFACE_CALL(work) HW_CONTEXT_CALL(hw_cu_error(work))
#include "cuda/core/graph_calls.h"

/* --- streams and captures --- */

CUresult cuStreamGetCtx(CUstream stream, CUcontext *context)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_stream_owner(stream, context)));
}

CUresult cuStreamGetCtx_v2(CUstream stream, CUcontext *context, void **green)
{
    if (green)
        *green = NULL;
    return cuStreamGetCtx(stream, context);
}

CUresult cuStreamBeginCapture(CUstream stream)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_capture_begin(stream, HW_CAPTURE_GLOBAL)));
}

CUresult cuStreamBeginCapture_v2(CUstream stream, int mode)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_cuda_capture_begin(stream, mode)));
}

CUresult cuStreamGetCaptureInfo(CUstream stream, int *status, uint64_t *number)
{
    return cuStreamGetCaptureInfo_v3(stream, status, (unsigned long long *)number, NULL, NULL, NULL, NULL);
}

CUresult cuStreamUpdateCaptureDependencies(CUstream stream, CUgraphNode *nodes, size_t count, unsigned flags)
{
    return cuStreamUpdateCaptureDependencies_v2(stream, nodes, NULL, count, flags);
}

/* --- edges without data --- */

CUresult cuGraphGetEdges(CUgraph graph, CUgraphNode *from, CUgraphNode *to, size_t *count)
{
    return cuGraphGetEdges_v2(graph, from, to, NULL, count);
}

CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *nodes, size_t *count)
{
    return cuGraphNodeGetDependencies_v2(node, nodes, NULL, count);
}

CUresult cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *nodes, size_t *count)
{
    return cuGraphNodeGetDependentNodes_v2(node, nodes, NULL, count);
}

CUresult cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t count)
{
    return cuGraphAddDependencies_v2(graph, from, to, NULL, count);
}

CUresult cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                   size_t count)
{
    return cuGraphRemoveDependencies_v2(graph, from, to, NULL, count);
}

CUresult cuGraphAddNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count,
                        struct hw_node_any *any)
{
    return cuGraphAddNode_v2(node, graph, before, NULL, count, any);
}

/* --- kernels in the longer form --- */

CUresult cuGraphAddKernelNode_v2(CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count,
                                 const struct hw_node_kernel *kernel)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_form_add_any_kernel(node, graph, before, count, kernel)));
}

CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode node, struct hw_node_kernel *kernel)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_form_kernel(node, kernel, sizeof *kernel, &hw_cu_form)));
}

CUresult cuGraphKernelNodeSetParams_v2(CUgraphNode node, const struct hw_node_kernel *kernel)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_form_set_any_kernel(NULL, node, kernel)));
}

CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec exec, CUgraphNode node,
                                           const struct hw_node_kernel *kernel)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_form_set_any_kernel(&exec, node, kernel)));
}

/* --- what is launched --- */

CUresult cuGraphInstantiate(CUgraphExec *exec, CUgraph graph, CUgraphNode *wrong, char *log, size_t bytes)
{
    return cuGraphInstantiate_v2(exec, graph, wrong, log, bytes);
}

CUresult cuGraphInstantiate_v2(CUgraphExec *exec, CUgraph graph, CUgraphNode *wrong, char *log, size_t bytes)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_form_instantiate_log(exec, graph, wrong, log, bytes)));
}

CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphNode *wrong, int *result)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_form_update_old(exec, graph, wrong, result)));
}

CUresult cuGraphExecUpdate_v2(CUgraphExec exec, CUgraph graph, struct hw_update_info *info)
{
    HW_CONTEXT_CALL(hw_cu_error(hw_form_update(exec, graph, info)));
}
