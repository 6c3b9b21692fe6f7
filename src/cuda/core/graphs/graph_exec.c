/* SPDX-License-Identifier: MIT */
/* What is made of graphs to be launched, and changes to its nodes. */
#include "cuda/core/graphs/cuda_graph.h"

#include "cuda/core/devices/context.h"
#include "cuda/core/graphs/conditional.h"
#include "cuda/core/graphs/device_graph.h"
#include "cuda/core/graphs/graph_api.h"
#include "cuda/core/graphs/updatable_node.h"
#include "cuda/core/handle.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/streams/stream_queue.h"

#include <stdlib.h>

#define FLAGS (HW_EXEC_FREES | HW_EXEC_UPLOADS | HW_EXEC_DEVICE | HW_EXEC_PRIORITY)

static uint64_t execs; /* number of the last one */

cudaError_t hw_cuda_exec_check(hw_exec exec)
{
    return hw_cuda_is(exec, HW_CUDA_EXEC) ? cudaSuccess : cudaErrorInvalidValue;
}

uint64_t hw_cuda_exec_flags(hw_exec exec)
{
    return exec->flags;
}

uint64_t hw_cuda_exec_number(hw_exec exec)
{
    return exec->number;
}

static bool is_host_work(hw_node node)
{
    return node->work->kind == HW_CUDA_WORK_HOST;
}

static bool is_wait(hw_node node)
{
    return hw_cuda_work_waits(node->work);
}

static bool is_conditional(hw_node node)
{
    return node->work->kind == HW_CUDA_WORK_CONDITIONAL;
}

/* The node of the graph that one of its copy stands for. */
static hw_node original_of(hw_graph graph, uint64_t number)
{
    hw_graph inner;

    for (hw_node node = graph->first; node; node = node->next) {
        if (node->number == number)
            return node;
        for (size_t i = 0; (inner = hw_cuda_inner_graph(node->work, i)); i++) {
            hw_node found = original_of(inner, number);
            if (found)
                return found;
        }
    }
    return NULL;
}

static cudaError_t make_exec(hw_exec *exec, hw_graph graph, uint64_t flags, struct hw_exec_fault *fault)
{
    hw_exec made = calloc(1, sizeof *made);
    cudaError_t error = made ? hw_cuda_graph_copy(&made->graph, graph) : cudaErrorMemoryAllocation;
    hw_node copy_wrong = NULL;

    if (error == cudaSuccess)
        error = hw_cuda_graph_order(made->graph, &copy_wrong);
    if (copy_wrong)
        *fault = (struct hw_exec_fault){original_of(graph, copy_wrong->origin), HW_INSTANTIATE_STRUCTURE};
    if (error == cudaSuccess)
        error = hw_cuda_memory_share(made->graph, graph);
    if (error == cudaSuccess && !hw_cuda_handle_add(made, HW_CUDA_EXEC))
        error = cudaErrorMemoryAllocation;
    if (error != cudaSuccess) {
        if (made)
            hw_cuda_graph_free(made->graph);
        free(made);
        return error;
    }
    made->graph->owned = true;
    made->flags = flags & ~(uint64_t)HW_EXEC_UPLOADS;
    made->number = ++execs;
    made->calls = hw_cuda_graph_has(made->graph, is_host_work);
    made->waits = hw_cuda_graph_has(made->graph, is_wait);
    made->decides = hw_cuda_graph_has(made->graph, is_conditional);
    hw_cuda_conditions_take(made->graph, made->number);
    made->launches = hw_cuda_graph_launches(made->graph);
    made->updatable = hw_cuda_graph_is_updatable(made->graph);
    hw_cuda_graph_instantiated(made->graph, true);
    hw_cuda_graph_reset_updatables(made->graph);
    made->context = hw_cuda_current();
    *exec = made;
    return cudaSuccess;
}

static cudaError_t check_graph(hw_graph graph, uint64_t flags, struct hw_exec_fault *fault)
{
    if ((flags & HW_EXEC_DEVICE) && (flags & HW_EXEC_FREES))
        return hw_cuda_fail(cudaErrorInvalidValue, "flags for launches from the device (4) and frees (1)");
    if (hw_cuda_memory_shared(graph) || hw_cuda_graph_is_instantiated(graph) || /* one may have that */
        hw_cuda_conditions_are_taken(graph, 0))
        return cudaErrorNotSupported;
    if (graph->moved)
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "the graph was moved to a node; expected the graph around it");
    if (hw_cuda_graph_is_in_body(graph))
        return hw_cuda_fail(cudaErrorInvalidValue, "the graph is within the body of a conditional node");
    if (hw_cuda_condition_is_unused(graph)) {
        fault->result = HW_INSTANTIATE_UNUSED;
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "a condition was created for the graph that no conditional node has");
    }
    return flags & HW_EXEC_DEVICE ? hw_cuda_device_graph_check(graph, fault)
                                  : hw_cuda_host_graph_check(graph, fault);
}

cudaError_t hw_cuda_exec_create(hw_exec *exec, hw_graph graph, uint64_t flags, struct hw_exec_fault *fault)
{
    *fault = (struct hw_exec_fault){.result = HW_INSTANTIATE_ERROR};
    if (!exec || hw_cuda_graph_check(graph) != cudaSuccess || (flags & ~(uint64_t)FLAGS))
        return cudaErrorInvalidValue;
    cudaError_t error = check_graph(graph, flags, fault);
    if (error == cudaSuccess)
        error = make_exec(exec, graph, flags, fault);
    if (error == cudaSuccess)
        fault->result = HW_INSTANTIATE_SUCCESS;
    return error;
}

cudaError_t hw_cuda_exec_destroy(hw_exec exec)
{
    if (hw_cuda_exec_check(exec) != cudaSuccess)
        return cudaErrorInvalidValue;
    if (exec->graph->memory) /* which launches that wait will use */
        hw_cuda_queue_wait_all();
    if (hw_cuda_exec_check(exec) != cudaSuccess) /* another thread was faster */
        return cudaErrorInvalidValue;
    if (exec->last)
        exec->last->seen_by = NULL;
    hw_cuda_handle_remove(exec);
    hw_cuda_conditions_return(exec->graph, exec->number);
    hw_cuda_graph_instantiated(exec->graph, false);
    hw_cuda_device_graph_clear(exec);
    hw_cuda_graph_free(exec->graph);
    free(exec);
    return cudaSuccess;
}

/* --- its nodes --- */

static hw_node find(hw_graph graph, uint64_t origin);

/* A node that is found may be changed, so bodies around it become its graph's own. */
static hw_node find_in(hw_node node, uint64_t origin)
{
    hw_graph inner;

    for (size_t i = 0; (inner = hw_cuda_inner_graph(node->work, i)); i++) {
        if (!find(inner, origin))
            continue;
        if (is_conditional(node) && !hw_cuda_bodies_own(&node->work->conditional))
            return NULL;
        return find(hw_cuda_inner_graph(node->work, i), origin);
    }
    return NULL;
}

static hw_node find(hw_graph graph, uint64_t origin)
{
    for (hw_node node = graph->first; node; node = node->next) {
        hw_node found = node->origin == origin ? node : find_in(node, origin);
        if (found)
            return found;
    }
    return NULL;
}

static hw_node node_of(hw_exec exec, hw_node node)
{
    if (hw_cuda_exec_check(exec) != cudaSuccess || hw_cuda_node_check(node) != cudaSuccess)
        return NULL;
    return find(exec->graph, node->number);
}

cudaError_t hw_cuda_exec_set(hw_exec exec, hw_node node, const struct hw_cuda_work *work)
{
    hw_node own = node_of(exec, node);

    if (own && work->kind == HW_CUDA_WORK_MEMORY_OPS && own->work->kind == work->kind &&
        !hw_cuda_memory_ops_are_alike(&own->work->memory_ops, &work->memory_ops))
        return hw_cuda_fail(cudaErrorInvalidValue, "the operations are not those of the node; expected "
                                                   "other addresses, values and conditions only");
    cudaError_t error = own ? hw_cuda_body_check(node->graph, work) : cudaErrorInvalidValue;
    if (error == cudaSuccess)
        error = hw_cuda_device_graph_allows(exec, work);
    if (error != cudaSuccess)
        return error;
    exec->changed = true;
    return hw_cuda_node_set(own, work);
}

/* The children must be alike. */
cudaError_t hw_cuda_exec_set_child(hw_exec exec, hw_node node, hw_graph child)
{
    hw_node own = node_of(exec, node), wrong, wrong_from;
    enum hw_graph_change change;

    if (!own || own->work->kind != HW_CUDA_WORK_CHILD || hw_cuda_graph_check(child) != cudaSuccess ||
        !hw_cuda_device_graph_allows_all(exec, child, &wrong))
        return cudaErrorInvalidValue;
    exec->changed = true;
    return hw_cuda_graph_take(own->work->child, child, &change, &wrong, &wrong_from);
}

static bool may_be_disabled(hw_node node)
{
    return node && (node->work->kind == HW_CUDA_WORK_KERNEL || node->work->kind == HW_CUDA_WORK_COPY ||
                    node->work->kind == HW_CUDA_WORK_FILL || node->work->kind == HW_CUDA_WORK_LIBRARY);
}

cudaError_t hw_cuda_exec_enable(hw_exec exec, hw_node node, bool enable)
{
    hw_node own = node_of(exec, node);

    if (!may_be_disabled(own))
        return cudaErrorInvalidValue;
    own->disabled = !enable;
    exec->changed = true;
    return cudaSuccess;
}

cudaError_t hw_cuda_exec_enabled(hw_exec exec, hw_node node, unsigned *enabled)
{
    hw_node own = node_of(exec, node);

    if (!enabled || !may_be_disabled(own))
        return cudaErrorInvalidValue;
    *enabled = !own->disabled;
    return cudaSuccess;
}
