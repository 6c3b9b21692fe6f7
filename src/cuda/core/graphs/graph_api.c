/* SPDX-License-Identifier: MIT */
/* See graph_api.h: captures, numbers, and what is launched. */
#include "cuda/core/graphs/graph_api.h"

#include "cuda/core/log/reason.h"

#include <stdio.h>

static bool in_order(cudaError_t error)
{
    return error == cudaSuccess;
}

/* --- captures --- */

cudaError_t hw_graph_api_begin_in(cudaStream_t stream, hw_graph graph, const hw_node *before,
                                  const struct hw_edge *data, size_t count, int mode)
{
    return hw_cuda_capture_begin_in(stream, graph, before, data, count, mode);
}

cudaError_t hw_graph_api_is_capturing(cudaStream_t stream, int *status)
{
    struct hw_capture_info info;
    const cudaError_t error = status ? hw_cuda_capture_info(stream, &info) : cudaErrorInvalidValue;

    if (in_order(error))
        *status = info.status;
    return error;
}

cudaError_t hw_graph_api_capture_info(cudaStream_t stream, int *status, unsigned long long *number,
                                      hw_graph *graph, const hw_node **nodes, const struct hw_edge **data,
                                      size_t *count)
{
    struct hw_capture_info info;
    const cudaError_t error = status ? hw_cuda_capture_info(stream, &info) : cudaErrorInvalidValue;

    if (!in_order(error))
        return error;
    *status = info.status;
    if (info.status != HW_CAPTURED_NOW)
        return cudaSuccess;
    if (data && !nodes)
        return cudaErrorInvalidValue;
    for (size_t i = 0; nodes && !data && i < info.count; i++)
        if (!hw_edge_is_plain(info.edges[i]))
            return hw_cuda_fail(cudaErrorLossyQuery,
                                "dependencies have data of edges; expected room for that");
    if (number)
        *number = info.number;
    if (graph)
        *graph = info.graph;
    if (nodes)
        *nodes = info.nodes;
    if (data)
        *data = info.edges;
    if (count)
        *count = info.count;
    return cudaSuccess;
}

#define SET_DEPENDENCIES 1u

cudaError_t hw_graph_api_capture_depend(cudaStream_t stream, const hw_node *nodes, const struct hw_edge *data,
                                        size_t count, unsigned flags)
{
    return flags > SET_DEPENDENCIES
               ? cudaErrorInvalidValue
               : hw_cuda_capture_depend(stream, nodes, data, count, flags == SET_DEPENDENCIES);
}

/* --- numbers --- */

cudaError_t hw_graph_api_graph_number(hw_graph graph, unsigned *number)
{
    if (!number || !in_order(hw_cuda_graph_check(graph)))
        return cudaErrorInvalidValue;
    *number = (unsigned)hw_cuda_graph_number(graph);
    return cudaSuccess;
}

cudaError_t hw_graph_api_node_number(hw_node node, unsigned *low, unsigned long long *number, hw_graph *graph)
{
    if ((!low && !number && !graph) || !in_order(hw_cuda_node_check(node)))
        return cudaErrorInvalidValue;
    if (low)
        *low = (unsigned)hw_cuda_node_number(node);
    if (number)
        *number = hw_cuda_node_number(node);
    if (graph)
        *graph = hw_cuda_node_graph(node);
    return cudaSuccess;
}

/* --- what is launched --- */

cudaError_t hw_graph_api_instantiate(hw_exec *exec, hw_graph graph, unsigned long long flags)
{
    struct hw_exec_fault fault;

    return flags & HW_EXEC_UPLOADS ? cudaErrorInvalidValue /* there is no stream for it */
                                   : hw_cuda_exec_create(exec, graph, flags, &fault);
}

cudaError_t hw_graph_api_instantiate_log(hw_exec *exec, hw_graph graph, hw_node *wrong, char *log,
                                         size_t bytes)
{
    struct hw_exec_fault fault;
    const cudaError_t error = hw_cuda_exec_create(exec, graph, 0, &fault);

    if (wrong)
        *wrong = fault.wrong;
    if (log && bytes)
        snprintf(log, bytes, "%s",
                 fault.result == HW_INSTANTIATE_STRUCTURE ? "a node depends on itself, by way of others"
                                                          : "");
    return error;
}

cudaError_t hw_graph_api_instantiate_with(hw_exec *exec, hw_graph graph,
                                          struct hw_instantiation *instantiation)
{
    struct hw_exec_fault fault;

    if (!instantiation)
        return cudaErrorInvalidValue;
    const bool uploads = instantiation->flags & HW_EXEC_UPLOADS;
    cudaError_t error = uploads ? hw_cuda_stream_check(instantiation->stream) : cudaSuccess;
    if (in_order(error))
        error = hw_cuda_exec_create(exec, graph, instantiation->flags, &fault);
    else
        fault = (struct hw_exec_fault){.result = HW_INSTANTIATE_ERROR};
    instantiation->wrong = fault.wrong;
    instantiation->result = fault.result;
    return in_order(error) && uploads ? hw_cuda_exec_upload(*exec, instantiation->stream) : error;
}

cudaError_t hw_graph_api_exec_flags(hw_exec exec, unsigned long long *flags, unsigned *number)
{
    if ((!flags && !number) || !in_order(hw_cuda_exec_check(exec)))
        return cudaErrorInvalidValue;
    if (flags)
        *flags = hw_cuda_exec_flags(exec);
    if (number)
        *number = (unsigned)hw_cuda_exec_number(exec);
    return cudaSuccess;
}

cudaError_t hw_graph_api_upload(hw_exec exec, cudaStream_t stream)
{
    return hw_cuda_exec_upload(exec, stream);
}

cudaError_t hw_graph_api_update(hw_exec exec, hw_graph graph, struct hw_update_info *info)
{
    enum hw_graph_change change;
    hw_node wrong, wrong_from;
    const cudaError_t error = hw_cuda_exec_update(exec, graph, &change, &wrong, &wrong_from);

    if (info)
        *info = (struct hw_update_info){(int)change, wrong, wrong_from};
    return error;
}

cudaError_t hw_graph_api_update_old(hw_exec exec, hw_graph graph, hw_node *wrong, int *result)
{
    struct hw_update_info info;
    const cudaError_t error = hw_graph_api_update(exec, graph, &info);

    if (wrong)
        *wrong = info.wrong;
    if (result)
        *result = info.result;
    return error;
}
