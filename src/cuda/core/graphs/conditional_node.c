/* SPDX-License-Identifier: MIT */
/* Conditional nodes: their bodies, and what a body may hold; see conditional.h. */
#include "cuda/core/graphs/conditional.h"

#include "cuda/core/devices/context.h"
#include "cuda/core/graphs/graph_api.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/modules/kernel_image.h"
#include "cuda/core/modules/loaded_module.h"

#include <stdlib.h>

enum { TYPE_IF = 0, TYPE_WHILE, TYPE_SWITCH };

#define MOST_BODIES 65536u

void hw_cuda_conditional_use(const struct hw_cuda_conditional_work *work)
{
    hw_cuda_condition_use(work->condition);
    if (work->bodies)
        work->bodies->uses++;
}

void hw_cuda_conditional_release(const struct hw_cuda_conditional_work *work)
{
    hw_cuda_condition_release(work->condition);
    hw_cuda_bodies_release(work->bodies);
}

/* --- bodies --- */

void hw_cuda_bodies_release(struct hw_cuda_bodies *bodies)
{
    if (!bodies || --bodies->uses > 0)
        return;
    for (unsigned i = 0; i < bodies->count; i++)
        hw_cuda_graph_free(bodies->graph[i]);
    free(bodies);
}

static cudaError_t make_body(hw_graph *body, hw_graph like)
{
    if (like)
        return hw_cuda_graph_copy(body, like);
    *body = hw_cuda_graph_new();
    return *body ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t hw_cuda_bodies_make(struct hw_cuda_bodies **bodies, const struct hw_cuda_conditional_work *work)
{
    struct hw_cuda_bodies *made = malloc(sizeof *made + work->size * sizeof(hw_graph));
    cudaError_t error = made ? cudaSuccess : cudaErrorMemoryAllocation;

    if (made)
        *made = (struct hw_cuda_bodies){.uses = 1};
    while (error == cudaSuccess && made->count < work->size) {
        error = make_body(&made->graph[made->count], work->bodies ? work->bodies->graph[made->count] : NULL);
        if (error == cudaSuccess)
            made->graph[made->count++]->owned = true;
    }
    if (error != cudaSuccess)
        hw_cuda_bodies_release(made);
    else
        *bodies = made;
    return error;
}

/* A copy that stands for the same nodes as the graph does, and in the same order. */
static cudaError_t keep_origins(hw_graph copy, hw_graph graph)
{
    hw_node wrong;
    hw_graph inner;

    for (hw_node to = copy->first, from = graph->first; from; to = to->next, from = from->next) {
        to->origin = from->origin;
        for (size_t i = 0; (inner = hw_cuda_inner_graph(from->work, i)); i++)
            if (keep_origins(hw_cuda_inner_graph(to->work, i), inner) != cudaSuccess)
                return cudaErrorMemoryAllocation;
    }
    return hw_cuda_graph_order(copy, &wrong);
}

bool hw_cuda_bodies_own(struct hw_cuda_conditional_work *work)
{
    struct hw_cuda_bodies *own;

    if (work->bodies->uses == 1)
        return true;
    if (hw_cuda_bodies_make(&own, work) != cudaSuccess)
        return false;
    for (unsigned i = 0; i < own->count; i++)
        if (keep_origins(own->graph[i], work->bodies->graph[i]) != cudaSuccess) {
            hw_cuda_bodies_release(own);
            return false;
        }
    hw_cuda_bodies_release(work->bodies);
    work->bodies = own;
    return true;
}

/* --- what a body may hold --- */

/* The condition of the innermost node that a graph is within; NULL: none. */
static const struct hw_cuda_condition *condition_around(hw_graph graph)
{
    for (hw_node node = graph->parent; node; node = node->graph->parent)
        if (node->work->kind == HW_CUDA_WORK_CONDITIONAL)
            return node->work->conditional.condition;
    return NULL;
}

bool hw_cuda_graph_is_in_body(hw_graph graph)
{
    return condition_around(graph);
}

static cudaError_t refuse(const char *what)
{
    return hw_cuda_fail(cudaErrorNotSupported,
                        "%s in the body of a conditional node; expected kernels, copies and fills of memory, "
                        "empty nodes, child graphs and conditional nodes",
                        what);
}

static cudaError_t check_context(const struct hw_cuda_context *context, const struct hw_cuda_context *body)
{
    return context == body ? cudaSuccess
                           : hw_cuda_fail(cudaErrorInvalidValue,
                                          "a body of a conditional node is of one context; expected %p, "
                                          "that of the condition, not %p",
                                          (const void *)body, (const void *)context);
}

static cudaError_t check_copy(const struct hw_cuda_work *work)
{
    if (work->copy.to.array || work->copy.from.array)
        return refuse("a copy of an array");
    return hw_cuda_work_reads_host(work) || hw_cuda_work_writes_host(work)
               ? refuse("a copy of pageable memory")
               : cudaSuccess;
}

static cudaError_t check_in(const struct hw_cuda_context *body, const struct hw_cuda_work *work)
{
    cudaError_t error = cudaSuccess;

    switch (work->kind) {
    case HW_CUDA_WORK_EMPTY:
    case HW_CUDA_WORK_FILL: return cudaSuccess;
    case HW_CUDA_WORK_KERNEL: return check_context(work->kernel.kernel->module->context, body);
    case HW_CUDA_WORK_CONDITIONAL: return check_context(work->conditional.condition->context, body);
    case HW_CUDA_WORK_COPY: return check_copy(work);
    case HW_CUDA_WORK_LIBRARY: return work->library.copies ? refuse("a copy of an array") : cudaSuccess;
    case HW_CUDA_WORK_CHILD:
        for (hw_node node = work->child->first; node && error == cudaSuccess; node = node->next)
            error = check_in(body, node->work);
        return error;
    case HW_CUDA_WORK_HOST: return refuse("a host function");
    case HW_CUDA_WORK_RECORD:
    case HW_CUDA_WORK_WAIT: return refuse("an event");
    case HW_CUDA_WORK_ALLOC:
    case HW_CUDA_WORK_FREE: return refuse("memory of a graph");
    default: return refuse("this kind of node");
    }
}

cudaError_t hw_cuda_body_check(hw_graph graph, const struct hw_cuda_work *work)
{
    const struct hw_cuda_condition *condition = condition_around(graph);

    return condition ? check_in(condition->context, work) : cudaSuccess;
}

/* --- nodes --- */

static bool is_within(hw_graph graph, hw_graph around)
{
    while (graph && graph != around)
        graph = graph->parent ? graph->parent->graph : NULL;
    return graph;
}

static cudaError_t check_size(int type, unsigned size)
{
    if (type < TYPE_IF || type > TYPE_SWITCH)
        return hw_cuda_fail(cudaErrorInvalidValue, "type %d; expected 0 (if), 1 (while) or 2 (switch)", type);
    if (size == 0 || size > (type == TYPE_IF ? 2 : type == TYPE_WHILE ? 1 : MOST_BODIES))
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "size %u; expected 1 or 2 (if), 1 (while), or 1 to %u (switch)", size,
                            MOST_BODIES);
    return cudaSuccess;
}

static cudaError_t check_condition(hw_graph graph, uint64_t handle, hw_condition condition)
{
    if (!condition)
        return hw_cuda_fail(cudaErrorInvalidValue, "0x%llx is no condition of a graph",
                            (unsigned long long)handle);
    if (condition->node)
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "the condition has a node already; expected one of its own");
    if (!condition->graph || !is_within(graph, condition->graph))
        return hw_cuda_fail(cudaErrorInvalidValue, "the condition was created for another graph");
    return cudaSuccess;
}

/* Only the driver's structure has a context. */
static cudaError_t check_node_context(const struct hw_cuda_condition *condition,
                                      const struct hw_node_conditional *node, bool has_context)
{
    const struct hw_cuda_context *context =
        has_context ? node->context ? node->context : hw_cuda.context : condition->context;

    return context == condition->context
               ? cudaSuccess
               : hw_cuda_fail(cudaErrorInvalidValue, "context %p; expected that of the condition, %p",
                              (const void *)context, (const void *)condition->context);
}

cudaError_t hw_graph_api_add_conditional(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                                         struct hw_node_conditional *conditional, bool has_context)
{
    hw_condition condition = hw_cuda_condition_of(conditional->condition);

    if (hw_cuda_graph_check(graph) != cudaSuccess)
        return cudaErrorInvalidValue;
    cudaError_t error = check_condition(graph, conditional->condition, condition);
    if (error == cudaSuccess)
        error = check_size(conditional->type, conditional->size);
    if (error == cudaSuccess)
        error = check_node_context(condition, conditional, has_context);
    if (error == cudaSuccess)
        error = hw_cuda_node_add(node, graph, before, count,
                                 &(struct hw_cuda_work){.kind = HW_CUDA_WORK_CONDITIONAL,
                                                        .conditional = {.condition = condition,
                                                                        .type = conditional->type,
                                                                        .size = conditional->size}});
    if (error != cudaSuccess)
        return error;
    condition->node = *node;
    conditional->graphs = (*node)->work->conditional.bodies->graph;
    return cudaSuccess;
}

/* --- choosing --- */

bool hw_cuda_conditional_repeats(const struct hw_cuda_conditional_work *work)
{
    return work->type == TYPE_WHILE;
}

/* The first body of an IF is for all values but 0, the second for 0. */
hw_graph hw_cuda_conditional_choose(const struct hw_cuda_conditional_work *work)
{
    const uint32_t value = work->condition->value;
    const uint32_t index = work->type == TYPE_SWITCH ? value : value == 0;

    return index < work->size ? work->bodies->graph[index] : NULL;
}
