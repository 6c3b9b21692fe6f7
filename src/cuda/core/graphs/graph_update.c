/* SPDX-License-Identifier: MIT */
/* Taking over the work of a graph into what was made of one like it. */
#include "cuda/core/graphs/cuda_graph.h"

#include "cuda/core/graphs/conditional.h"
#include "cuda/core/graphs/device_graph.h"
#include "cuda/core/graphs/updatable_node.h"
#include "cuda/core/streams/stream_memory_ops.h"

#include <stdlib.h>

/* Nodes of a graph by their place among those that were added. */
static void number_nodes(hw_graph graph)
{
    size_t at = 0;

    for (hw_node node = graph->first; node; node = node->next)
        node->place = at++;
}

static bool same_before(hw_node own, hw_node other)
{
    if (own->before.count != other->before.count)
        return false;
    for (size_t i = 0; i < other->before.count; i++) {
        size_t k = 0;
        while (k < own->before.count && own->before.node[k]->place != other->before.node[i]->place)
            k++;
        if (k == own->before.count || !hw_edge_is_same(own->before.edge[k], other->before.edge[i]))
            return false;
    }
    return true;
}

static enum hw_graph_change compare(hw_graph own, hw_graph other, hw_node *wrong, hw_node *wrong_from);

/* The bodies of conditional nodes, as children, must be alike; the type stays, and the context. */
static enum hw_graph_change compare_inner(const struct hw_cuda_work *was, const struct hw_cuda_work *is,
                                          hw_node *wrong, hw_node *wrong_from)
{
    enum hw_graph_change change = HW_CHANGE_NONE;
    hw_graph inner;

    if (is->kind == HW_CUDA_WORK_CONDITIONAL &&
        (was->conditional.type != is->conditional.type || was->conditional.size != is->conditional.size ||
         was->conditional.condition->context != is->conditional.condition->context))
        return HW_CHANGE_PARAMETERS;
    for (size_t i = 0; change == HW_CHANGE_NONE && (inner = hw_cuda_inner_graph(is, i)); i++)
        change = compare(hw_cuda_inner_graph(was, i), inner, wrong, wrong_from);
    return change;
}

/* Parameters may change; what a node is may not, nor the memory that it allocates, nor whether a fill has
 * rows, nor which operations on memory a batch has. */
static enum hw_graph_change compare_nodes(hw_node own, hw_node other, hw_node *wrong, hw_node *wrong_from)
{
    const struct hw_cuda_work *was = own->work, *is = other->work;

    *wrong = other;
    if (was->kind != is->kind)
        return HW_CHANGE_TYPE;
    if (!same_before(own, other)) {
        if (other->before.count)
            *wrong_from = other->before.node[0];
        return HW_CHANGE_TOPOLOGY;
    }
    switch (is->kind) {
    case HW_CUDA_WORK_CHILD:
    case HW_CUDA_WORK_CONDITIONAL: return compare_inner(was, is, wrong, wrong_from);
    case HW_CUDA_WORK_FILL:
        return (was->fill.height > 1) == (is->fill.height > 1) ? HW_CHANGE_NONE : HW_CHANGE_PARAMETERS;
    case HW_CUDA_WORK_ALLOC:
    case HW_CUDA_WORK_FREE:
        return was->memory.address == is->memory.address ? HW_CHANGE_NONE : HW_CHANGE_PARAMETERS;
    case HW_CUDA_WORK_MEMORY_OPS:
        return hw_cuda_memory_ops_are_alike(&was->memory_ops, &is->memory_ops) ? HW_CHANGE_NONE
                                                                               : HW_CHANGE_PARAMETERS;
    default: return HW_CHANGE_NONE;
    }
}

static enum hw_graph_change compare(hw_graph own, hw_graph other, hw_node *wrong, hw_node *wrong_from)
{
    if (own->count != other->count)
        return HW_CHANGE_TOPOLOGY;
    number_nodes(own);
    number_nodes(other);
    enum hw_graph_change change = HW_CHANGE_NONE;
    for (hw_node mine = own->first, new = other->first; new &&change == HW_CHANGE_NONE;
         mine = mine->next, new = new->next)
        change = compare_nodes(mine, new, wrong, wrong_from);
    return change;
}

static cudaError_t take(hw_graph own, hw_graph other);

/* The node's condition becomes that of the other graph, which the kernels name from now on. */
static cudaError_t take_inner(struct hw_cuda_work *own, const struct hw_cuda_work *other)
{
    cudaError_t error = cudaSuccess;
    hw_graph inner;

    if (own->kind == HW_CUDA_WORK_CONDITIONAL) {
        if (!hw_cuda_bodies_own(&own->conditional))
            return cudaErrorMemoryAllocation;
        hw_cuda_condition_use(other->conditional.condition);
        hw_cuda_condition_release(own->conditional.condition);
        own->conditional.condition = other->conditional.condition;
    }
    for (size_t i = 0; error == cudaSuccess && (inner = hw_cuda_inner_graph(other, i)); i++)
        error = take(hw_cuda_inner_graph(own, i), inner);
    return error;
}

static cudaError_t take(hw_graph own, hw_graph other)
{
    cudaError_t error = cudaSuccess;

    for (hw_node mine = own->first, new = other->first; new &&error == cudaSuccess;
         mine = mine->next, new = new->next) {
        if (hw_cuda_inner_graph(new->work, 0))
            error = take_inner(mine->work, new->work);
        else
            error = hw_cuda_node_set(mine, new->work);
        if (error == cudaSuccess && new->attributes)
            error = hw_cuda_node_copy_attributes(mine, new);
    }
    return error;
}

cudaError_t hw_cuda_graph_take(hw_graph own, hw_graph other, enum hw_graph_change *change, hw_node *wrong,
                               hw_node *wrong_from)
{
    *wrong = *wrong_from = NULL;
    *change = compare(own, other, wrong, wrong_from);
    if (*change != HW_CHANGE_NONE)
        return cudaErrorGraphExecUpdateFailure;
    *wrong = *wrong_from = NULL;
    if (take(own, other) == cudaSuccess)
        return cudaSuccess;
    *change = HW_CHANGE_ERROR;
    return cudaErrorGraphExecUpdateFailure;
}

cudaError_t hw_cuda_exec_update(hw_exec exec, hw_graph graph, enum hw_graph_change *change, hw_node *wrong,
                                hw_node *wrong_from)
{
    *change = HW_CHANGE_ERROR;
    *wrong = *wrong_from = NULL;
    if (hw_cuda_exec_check(exec) != cudaSuccess || hw_cuda_graph_check(graph) != cudaSuccess || graph->moved)
        return cudaErrorInvalidValue;
    if (exec->updatable || hw_cuda_graph_is_updatable(graph) ||
        hw_cuda_conditions_are_taken(graph, exec->number)) {
        *change = HW_CHANGE_NOT_SUPPORTED;
        return cudaErrorGraphExecUpdateFailure;
    }
    if (!hw_cuda_device_graph_allows_all(exec, graph, wrong)) {
        *change = (*wrong)->work->kind == HW_CUDA_WORK_KERNEL ? HW_CHANGE_TO_FUNCTION : HW_CHANGE_PARAMETERS;
        return cudaErrorGraphExecUpdateFailure;
    }
    exec->changed = true;
    hw_cuda_conditions_return(exec->graph, exec->number);
    const cudaError_t error = hw_cuda_graph_take(exec->graph, graph, change, wrong, wrong_from);
    hw_cuda_conditions_take(exec->graph, exec->number);
    return error;
}
