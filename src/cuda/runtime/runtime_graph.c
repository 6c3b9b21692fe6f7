/* SPDX-License-Identifier: MIT */
/* See runtime_graph.h. */
#include "cuda/runtime/runtime_graph.h"

#include "cuda/runtime/runtime.h"
#include "cuda/runtime/graph_copy.h"

#define HW_INTERFACE_OWN        &hw_runtime_form
#define HW_INTERFACE_CALL(work) HW_DEVICE_CALL(work)
#include "cuda/core/graph_calls.h"

static bool since(int version)
{
    return hw_soname.version >= version;
}

/* --- captures --- */

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, int mode)
{
    HW_DEVICE_CALL(hw_cuda_capture_begin(stream, hw_soname.version == 10000 ? HW_CAPTURE_GLOBAL : mode));
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, int *status, unsigned long long *number,
                                     hw_graph *graph, const hw_node **nodes, const struct hw_edge **data,
                                     size_t *count)
{
    if (!since(13000))
        HW_DEVICE_CALL(hw_form_capture_info(stream, status, number, NULL, NULL, NULL, NULL));
    HW_DEVICE_CALL(hw_form_capture_info(stream, status, number, graph, nodes, data, count));
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, hw_node *nodes, uintptr_t data,
                                                size_t count, unsigned flags)
{
    if (!since(13000))
        HW_DEVICE_CALL(hw_form_capture_depend(stream, nodes, NULL, data, (unsigned)count));
    HW_DEVICE_CALL(hw_form_capture_depend(stream, nodes, (const struct hw_edge *)data, count, flags));
}

/* --- edges --- */

/* Where data is, and the count behind it, in the toolkits that have data. */
static struct hw_edge *data_of(void *data)
{
    return since(13000) ? data : NULL;
}

static size_t *count_of(void *data, size_t *count)
{
    return since(13000) ? count : data;
}

cudaError_t cudaGraphGetEdges(hw_graph graph, hw_node *from, hw_node *to, void *data, size_t *count)
{
    HW_DEVICE_CALL(hw_form_edges(graph, from, to, data_of(data), count_of(data, count)));
}

cudaError_t cudaGraphNodeGetDependencies(hw_node node, hw_node *nodes, void *data, size_t *count)
{
    HW_DEVICE_CALL(hw_form_before(node, nodes, data_of(data), count_of(data, count)));
}

cudaError_t cudaGraphNodeGetDependentNodes(hw_node node, hw_node *nodes, void *data, size_t *count)
{
    HW_DEVICE_CALL(hw_form_behind(node, nodes, data_of(data), count_of(data, count)));
}

cudaError_t cudaGraphAddDependencies(hw_graph graph, const hw_node *from, const hw_node *to, uintptr_t data,
                                     size_t count)
{
    HW_DEVICE_CALL(hw_form_edges_add(graph, from, to, data_of((void *)data), since(13000) ? count : data));
}

cudaError_t cudaGraphRemoveDependencies(hw_graph graph, const hw_node *from, const hw_node *to,
                                        uintptr_t data, size_t count)
{
    HW_DEVICE_CALL(hw_form_edges_remove(graph, from, to, data_of((void *)data), since(13000) ? count : data));
}

cudaError_t cudaGraphAddNode(hw_node *node, hw_graph graph, const hw_node *before, uintptr_t data,
                             uintptr_t count, struct hw_node_any *any)
{
    if (!since(13000))
        HW_DEVICE_CALL(
            hw_form_add_any(node, graph, before, NULL, data, (struct hw_node_any *)count, &hw_runtime_form));
    HW_DEVICE_CALL(
        hw_form_add_any(node, graph, before, (const struct hw_edge *)data, count, any, &hw_runtime_form));
}

/* --- what is launched --- */

cudaError_t cudaGraphInstantiate(hw_exec *exec, hw_graph graph, uintptr_t flags, char *log, size_t bytes)
{
    if (!since(12000))
        HW_DEVICE_CALL(hw_form_instantiate_log(exec, graph, (hw_node *)flags, log, bytes));
    HW_DEVICE_CALL(hw_form_instantiate(exec, graph, flags));
}

cudaError_t cudaGraphExecUpdate(hw_exec exec, hw_graph graph, void *info, int *result)
{
    if (!since(12000))
        HW_DEVICE_CALL(hw_form_update_old(exec, graph, info, result));
    HW_DEVICE_CALL(hw_form_update(exec, graph, info));
}
