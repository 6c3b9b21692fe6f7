/* SPDX-License-Identifier: MIT */
/* Functions of captures and graphs that have other parameters in some toolkits (CUDA 10 to 13). */
#include "cuda/runtime/runtime_work.h"

#include "cuda/runtime/graph_copy.h"

bool hw_runtime_is_since(int version)
{
    return hw_soname.version >= version;
}

/* --- captures --- */

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, int *status, unsigned long long *number,
                                     hw_graph *graph, const hw_node **nodes, const struct hw_edge **data,
                                     size_t *count)
{
    if (!hw_runtime_is_since(13000))
        HW_DEVICE_CALL(hw_graph_api_capture_info(stream, status, number, NULL, NULL, NULL, NULL));
    HW_DEVICE_CALL(hw_graph_api_capture_info(stream, status, number, graph, nodes, data, count));
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, hw_node *nodes, uintptr_t data,
                                                size_t count, unsigned flags)
{
    if (!hw_runtime_is_since(13000))
        HW_DEVICE_CALL(hw_graph_api_capture_depend(stream, nodes, NULL, data, (unsigned)count));
    HW_DEVICE_CALL(hw_graph_api_capture_depend(stream, nodes, (const struct hw_edge *)data, count, flags));
}

/* --- edges --- */

/* Where data is, and the count behind it, in the toolkits that have data. */
struct hw_edge *hw_runtime_edge_data_of(void *data)
{
    return hw_runtime_is_since(13000) ? data : NULL;
}

size_t *hw_runtime_edge_count_of(void *data, size_t *count)
{
    return hw_runtime_is_since(13000) ? count : data;
}

cudaError_t cudaGraphAddNode(hw_node *node, hw_graph graph, const hw_node *before, uintptr_t data,
                             uintptr_t count, struct hw_node_any *any)
{
    if (!hw_runtime_is_since(13000))
        HW_DEVICE_CALL(hw_graph_api_add_any(node, graph, before, NULL, data, (struct hw_node_any *)count,
                                            &hw_runtime_form));
    HW_DEVICE_CALL(hw_graph_api_add_any(node, graph, before, (const struct hw_edge *)data, count, any,
                                        &hw_runtime_form));
}

/* --- what is launched --- */

cudaError_t cudaGraphInstantiate(hw_exec *exec, hw_graph graph, uintptr_t flags, char *log, size_t bytes)
{
    if (!hw_runtime_is_since(12000))
        HW_DEVICE_CALL(hw_graph_api_instantiate_log(exec, graph, (hw_node *)flags, log, bytes));
    HW_DEVICE_CALL(hw_graph_api_instantiate(exec, graph, flags));
}

cudaError_t cudaGraphExecUpdate(hw_exec exec, hw_graph graph, void *info, int *result)
{
    if (!hw_runtime_is_since(12000))
        HW_DEVICE_CALL(hw_graph_api_update_old(exec, graph, info, result));
    HW_DEVICE_CALL(hw_graph_api_update(exec, graph, info));
}
