/* SPDX-License-Identifier: MIT */
/* See graph_api.h: kernels and copies as nodes, and nodes of any kind. */
#include "cuda/core/graphs/graph_api.h"

#include "cuda/core/log/reason.h"

#include <string.h>

/* --- kernels --- */

static cudaError_t read_kernel(struct hw_cuda_work *work, const struct hw_node_kernel *from,
                               const void *function, struct hw_cuda_parameter_room *room)
{
    struct hw_cuda_kernel *kernel;
    const cudaError_t error = hw_cuda_find_kernel(function, &kernel);

    if (error != cudaSuccess)
        return error;
    *work = (struct hw_cuda_work){
        .kind = HW_CUDA_WORK_KERNEL,
        .kernel = {
            .kernel = kernel, .grid = from->grid, .block = from->block, .shared_bytes = from->shared_bytes}};
    return hw_cuda_kernel_arguments(&work->kernel, from->arguments, from->extra, room);
}

static cudaError_t add_kernel(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                              const struct hw_node_kernel *kernel, const void *function)
{
    struct hw_cuda_parameter_room room = {0};
    struct hw_cuda_work work;
    cudaError_t error = read_kernel(&work, kernel, function, &room);

    if (error == cudaSuccess)
        error = hw_cuda_node_add(node, graph, before, count, &work);
    hw_cuda_parameter_room_drop(&room);
    return error;
}

/* A node's kernel is that of the context that is current when the node is added. */
static cudaError_t check_context(const struct hw_node_kernel *kernel)
{
    if (kernel->context && kernel->context != hw_cuda_current() && hw_cuda_context_is_valid(kernel->context))
        return hw_cuda_fail(cudaErrorNotSupported,
                            "context %p of a kernel's node; expected the current one, %p", kernel->context,
                            (void *)hw_cuda_current());
    return cudaSuccess;
}

static const void *function_or_kernel(const struct hw_node_kernel *kernel)
{
    return kernel->function ? kernel->function : kernel->kernel;
}

cudaError_t hw_graph_api_add_kernel(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                    const struct hw_node_kernel *kernel)
{
    return kernel ? add_kernel(node, graph, before, count, kernel, kernel->function) : cudaErrorInvalidValue;
}

cudaError_t hw_graph_api_add_any_kernel(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                        const struct hw_node_kernel *kernel)
{
    const cudaError_t error = kernel ? check_context(kernel) : cudaErrorInvalidValue;

    return error == cudaSuccess ? add_kernel(node, graph, before, count, kernel, function_or_kernel(kernel))
                                : error;
}

static cudaError_t set_kernel(const hw_exec *exec, hw_node node, const struct hw_node_kernel *kernel,
                              const void *function)
{
    struct hw_cuda_parameter_room room = {0};
    struct hw_cuda_work work;
    const struct hw_cuda_work *was = hw_cuda_node_work(node, HW_CUDA_WORK_KERNEL);
    cudaError_t error = read_kernel(&work, kernel, function, &room);

    if (error == cudaSuccess) {
        work.kernel.cooperative = was && was->kernel.cooperative; /* an attribute, which stays */
        error = hw_graph_api_set(exec, node, &work);
    }
    hw_cuda_parameter_room_drop(&room);
    return error;
}

cudaError_t hw_graph_api_set_kernel(const hw_exec *exec, hw_node node, const struct hw_node_kernel *kernel)
{
    return kernel ? set_kernel(exec, node, kernel, kernel->function) : cudaErrorInvalidValue;
}

cudaError_t hw_graph_api_set_any_kernel(const hw_exec *exec, hw_node node,
                                        const struct hw_node_kernel *kernel)
{
    const cudaError_t error = kernel ? check_context(kernel) : cudaErrorInvalidValue;

    return error == cudaSuccess ? set_kernel(exec, node, kernel, function_or_kernel(kernel)) : error;
}

cudaError_t hw_graph_api_kernel(hw_node node, struct hw_node_kernel *kernel, size_t bytes,
                                const struct hw_graph_api_own *own)
{
    const struct hw_cuda_work *work = hw_cuda_node_work(node, HW_CUDA_WORK_KERNEL);
    struct hw_node_kernel made;

    if (!work || !kernel)
        return cudaErrorInvalidValue;
    made = (struct hw_node_kernel){.function = own->function_of(work->kernel.kernel),
                                   .grid = work->kernel.grid,
                                   .block = work->kernel.block,
                                   .shared_bytes = (unsigned)work->kernel.shared_bytes};
    const cudaError_t error = hw_cuda_node_arguments(node, &made.arguments);
    if (error == cudaSuccess)
        memcpy(kernel, &made, bytes);
    return error;
}

/* --- copies --- */

static cudaError_t read_copy(struct hw_cuda_work *work, const void *copy, const struct hw_graph_api_own *own)
{
    *work = (struct hw_cuda_work){.kind = HW_CUDA_WORK_COPY};
    return copy ? own->read_copy(&work->copy, copy) : cudaErrorInvalidValue;
}

cudaError_t hw_graph_api_add_copy(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                  const void *copy, const struct hw_graph_api_own *own)
{
    struct hw_cuda_work work;
    const cudaError_t error = read_copy(&work, copy, own);

    return error == cudaSuccess ? hw_cuda_node_add(node, graph, before, count, &work) : error;
}

cudaError_t hw_graph_api_copy(hw_node node, void *copy, const struct hw_graph_api_own *own)
{
    const struct hw_cuda_work *work = hw_cuda_node_work(node, HW_CUDA_WORK_COPY);

    return work && copy ? own->write_copy(copy, &work->copy) : cudaErrorInvalidValue;
}

cudaError_t hw_graph_api_set_copy(const hw_exec *exec, hw_node node, const void *copy,
                                  const struct hw_graph_api_own *own)
{
    struct hw_cuda_work work;
    const cudaError_t error = read_copy(&work, copy, own);

    return error == cudaSuccess ? hw_graph_api_set(exec, node, &work) : error;
}

/* --- of any kind --- */

static cudaError_t add_any(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                           struct hw_node_any *any, const struct hw_graph_api_own *own)
{
    switch (any->type) {
    case HW_NODE_KERNEL: return hw_graph_api_add_any_kernel(node, graph, before, count, &any->kernel);
    case HW_NODE_COPY: return hw_graph_api_add_copy(node, graph, before, count, own->copy_in(any), own);
    case HW_NODE_FILL: return hw_graph_api_add_fill(node, graph, before, count, &any->fill);
    case HW_NODE_HOST: return hw_graph_api_add_host(node, graph, before, count, &any->host);
    case HW_NODE_CHILD: return hw_graph_api_add_any_child(node, graph, before, count, &any->child);
    case HW_NODE_EMPTY: return hw_graph_api_add_empty(node, graph, before, count);
    case HW_NODE_WAIT:
        return hw_graph_api_add_event(node, graph, before, count, HW_CUDA_WORK_WAIT, any->event);
    case HW_NODE_RECORD:
        return hw_graph_api_add_event(node, graph, before, count, HW_CUDA_WORK_RECORD, any->event);
    case HW_NODE_ALLOC: return hw_graph_api_add_alloc(node, graph, before, count, &any->alloc);
    case HW_NODE_FREE: return hw_cuda_node_add_free(node, graph, before, count, any->address);
    case HW_NODE_MEMORY_OPS: return hw_graph_api_add_memory_ops(node, graph, before, count, &any->memory_ops);
    case HW_NODE_CONDITIONAL:
        return hw_graph_api_add_conditional(node, graph, before, count, &any->conditional,
                                            own->condition_context);
    default: return cudaErrorNotSupported; /* semaphores */
    }
}

cudaError_t hw_graph_api_add_any(hw_node *node, hw_graph graph, const hw_node *before,
                                 const struct hw_edge *data, size_t count, struct hw_node_any *any,
                                 const struct hw_graph_api_own *own)
{
    if (!any)
        return cudaErrorInvalidValue;
    cudaError_t error = hw_cuda_edges_check(before, data, count, any->type == HW_NODE_KERNEL);
    if (error == cudaSuccess)
        error = add_any(node, graph, before, count, any, own);
    if (error == cudaSuccess)
        hw_cuda_node_set_edges(*node, data, count);
    return error;
}

cudaError_t hw_graph_api_set_any(const hw_exec *exec, hw_node node, const struct hw_node_any *any,
                                 const struct hw_graph_api_own *own)
{
    if (!any)
        return cudaErrorInvalidValue;
    switch (any->type) {
    case HW_NODE_KERNEL: return hw_graph_api_set_any_kernel(exec, node, &any->kernel);
    case HW_NODE_COPY: return hw_graph_api_set_copy(exec, node, own->copy_in(any), own);
    case HW_NODE_FILL: return hw_graph_api_set_fill(exec, node, &any->fill);
    case HW_NODE_HOST: return hw_graph_api_set_host(exec, node, &any->host);
    case HW_NODE_CHILD:
        if (any->child.ownership != HW_OWNERSHIP_CLONE)
            return hw_cuda_fail(cudaErrorNotSupported,
                                "ownership %d; expected 0 (clone) for a node that there is",
                                any->child.ownership);
        return exec ? hw_cuda_exec_set_child(*exec, node, any->child.graph) : cudaErrorInvalidValue;
    case HW_NODE_WAIT: return hw_graph_api_set_event(exec, node, HW_CUDA_WORK_WAIT, any->event);
    case HW_NODE_RECORD: return hw_graph_api_set_event(exec, node, HW_CUDA_WORK_RECORD, any->event);
    case HW_NODE_MEMORY_OPS: return hw_graph_api_set_memory_ops(exec, node, &any->memory_ops);
    case HW_NODE_CONDITIONAL:
        return hw_cuda_fail(cudaErrorNotSupported, "a conditional node cannot be changed, its bodies can");
    default: return cudaErrorInvalidValue;
    }
}
