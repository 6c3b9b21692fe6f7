/* SPDX-License-Identifier: MIT */
/* See graph_api.h: batches of operations on memory as nodes. */
#include "cuda/core/graphs/graph_api.h"

#include "cuda/core/log/reason.h"

/* Without a context, they are of the current one. */
static cudaError_t read_ops(struct hw_cuda_work *work, const struct hw_node_memory_ops *ops)
{
    if (!ops)
        return hw_cuda_fail(cudaErrorInvalidValue, "the parameters are null");
    if (ops->context && !hw_cuda_context_is_valid(ops->context))
        return hw_cuda_fail_handle(cudaErrorInvalidValue, "context", ops->context);
    const cudaError_t error =
        hw_cuda_memory_ops_work(work, ops->count, ops->op, ops->flags, HW_MEMORY_OPS_V2);
    if (error == cudaSuccess)
        work->memory_ops.context = ops->context ? ops->context : hw_cuda_current();
    return error;
}

cudaError_t hw_graph_api_add_memory_ops(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                        const struct hw_node_memory_ops *ops)
{
    struct hw_cuda_work work;
    const cudaError_t error = read_ops(&work, ops);

    return error == cudaSuccess ? hw_cuda_node_add(node, graph, before, count, &work) : error;
}

/* The operations stay the node's. */
cudaError_t hw_graph_api_memory_ops(hw_node node, struct hw_node_memory_ops *ops)
{
    const struct hw_cuda_work *work = hw_cuda_node_work(node, HW_CUDA_WORK_MEMORY_OPS);

    if (!work || !ops)
        return cudaErrorInvalidValue;
    *ops = (struct hw_node_memory_ops){.context = work->memory_ops.context,
                                       .count = (unsigned)work->memory_ops.count,
                                       .op = (struct hw_memory_op *)(uintptr_t)work->memory_ops.op};
    return cudaSuccess;
}

cudaError_t hw_graph_api_set_memory_ops(const hw_exec *exec, hw_node node,
                                        const struct hw_node_memory_ops *ops)
{
    struct hw_cuda_work work;
    const cudaError_t error = read_ops(&work, ops);

    return error == cudaSuccess ? hw_graph_api_set(exec, node, &work) : error;
}
