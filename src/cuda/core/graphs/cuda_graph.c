/* SPDX-License-Identifier: MIT */
/* Graphs, their nodes, and copies of them. */
#include "cuda/core/graphs/cuda_graph.h"

#include "cuda/core/graphs/conditional.h"
#include "cuda/core/graphs/updatable_node.h"
#include "cuda/core/handle.h"
#include "cuda/core/log/reason.h"
#include "cuda/core/streams/stream_capture.h"

#include <stdlib.h>
#include <string.h>

static uint64_t graphs, nodes; /* numbers of the last ones */

/* --- graphs --- */

hw_graph hw_cuda_graph_new(void)
{
    hw_graph graph = calloc(1, sizeof *graph);

    if (!graph || !hw_cuda_handle_add(graph, HW_CUDA_GRAPH)) {
        free(graph);
        return NULL;
    }
    graph->end = &graph->first;
    graph->number = ++graphs;
    return graph;
}

static void free_work(struct hw_cuda_work *work)
{
    if (work && work->kind == HW_CUDA_WORK_CHILD)
        hw_cuda_graph_free(work->child);
    if (work)
        hw_cuda_work_drop(work);
}

static void free_node(hw_node node)
{
    if (node->work->kind == HW_CUDA_WORK_CONDITIONAL && node->work->conditional.condition->node == node)
        node->work->conditional.condition->node = NULL;
    hw_cuda_handle_remove(node);
    free_work(node->work);
    hw_cuda_nodes_clear(&node->before);
    free(node->list);
    free(node->attributes);
    hw_cuda_updatable_release(node->updatable);
    free(node);
}

void hw_cuda_graph_free(hw_graph graph)
{
    if (!graph)
        return;
    while (graph->first) {
        hw_node node = graph->first;
        graph->first = node->next;
        free_node(node);
    }
    hw_cuda_memory_unshare(graph);
    hw_cuda_graph_let_go(graph);
    hw_cuda_conditions_let_go(graph);
    hw_cuda_handle_remove(graph);
    free(graph->order);
    free(graph);
}

cudaError_t hw_cuda_graph_check(hw_graph graph)
{
    return hw_cuda_is(graph, HW_CUDA_GRAPH) ? cudaSuccess : cudaErrorInvalidValue;
}

uint64_t hw_cuda_graph_number(hw_graph graph)
{
    return graph->number;
}

cudaError_t hw_cuda_graph_create(hw_graph *graph)
{
    if (!graph)
        return cudaErrorInvalidValue;
    *graph = hw_cuda_graph_new();
    return *graph ? cudaSuccess : cudaErrorMemoryAllocation;
}

hw_graph hw_cuda_inner_graph(const struct hw_cuda_work *work, size_t index)
{
    if (work->kind == HW_CUDA_WORK_CHILD)
        return index == 0 ? work->child : NULL;
    return work->kind == HW_CUDA_WORK_CONDITIONAL && index < work->conditional.size
               ? work->conditional.bodies->graph[index]
               : NULL;
}

bool hw_cuda_graph_has(hw_graph graph, bool (*is)(hw_node node))
{
    hw_graph inner;

    for (hw_node node = graph->first; node; node = node->next) {
        if (is(node))
            return true;
        for (size_t i = 0; (inner = hw_cuda_inner_graph(node->work, i)); i++)
            if (hw_cuda_graph_has(inner, is))
                return true;
    }
    return false;
}

static bool has_captured_into(const struct hw_cuda_work *work)
{
    hw_graph inner;

    for (size_t i = 0; (inner = hw_cuda_inner_graph(work, i)); i++)
        if (hw_cuda_graph_is_captured_into(inner))
            return true;
    return false;
}

bool hw_cuda_graph_is_captured_into(hw_graph graph)
{
    if (graph->captured_into)
        return true;
    for (hw_node node = graph->first; node; node = node->next)
        if (has_captured_into(node->work))
            return true;
    return false;
}

cudaError_t hw_cuda_graph_destroy(hw_graph graph)
{
    if (hw_cuda_graph_check(graph) != cudaSuccess || graph->owned || hw_cuda_graph_is_captured_into(graph))
        return cudaErrorInvalidValue;
    hw_cuda_graph_free(graph);
    return cudaSuccess;
}

/* --- nodes --- */

cudaError_t hw_cuda_node_check(hw_node node)
{
    return hw_cuda_is(node, HW_CUDA_NODE) ? cudaSuccess : cudaErrorInvalidValue;
}

bool hw_cuda_graph_is_unique(hw_graph graph)
{
    for (hw_node node = graph->first; node; node = node->next)
        if (node->work->kind == HW_CUDA_WORK_ALLOC || node->work->kind == HW_CUDA_WORK_FREE ||
            node->work->kind == HW_CUDA_WORK_CONDITIONAL)
            return true;
    return false;
}

static cudaError_t copy_unless_unique(hw_graph *copy, hw_graph graph)
{
    if (hw_cuda_graph_is_unique(graph))
        return hw_cuda_fail(cudaErrorNotSupported,
                            "a graph with memory or conditional nodes cannot be copied");
    return hw_cuda_graph_copy(copy, graph);
}

/* The work as the node has it: a child and bodies are graphs of the node's own. */
static cudaError_t keep_work(struct hw_cuda_work **kept, const struct hw_cuda_work *work)
{
    struct hw_cuda_bodies *bodies = NULL;
    hw_graph child = NULL;
    cudaError_t error = cudaSuccess;

    if (work->kind == HW_CUDA_WORK_CHILD)
        error = copy_unless_unique(&child, work->child);
    if (work->kind == HW_CUDA_WORK_CONDITIONAL)
        error = hw_cuda_bodies_make(&bodies, &work->conditional);
    if (error != cudaSuccess)
        return error;
    *kept = hw_cuda_work_keep(work);
    if (!*kept) {
        hw_cuda_graph_free(child);
        hw_cuda_bodies_release(bodies);
        return cudaErrorMemoryAllocation;
    }
    if (child) {
        child->owned = true;
        (*kept)->child = child;
    }
    if (bodies) {
        hw_cuda_bodies_release(work->conditional.bodies);
        (*kept)->conditional.bodies = bodies;
    }
    return cudaSuccess;
}

/* Graphs within know their node. */
static void adopt_inner(hw_node node)
{
    hw_graph inner;

    for (size_t i = 0; (inner = hw_cuda_inner_graph(node->work, i)); i++)
        inner->parent = node;
}

static cudaError_t append(hw_node *added, hw_graph graph, const struct hw_cuda_work *work)
{
    hw_node node = calloc(1, sizeof *node);
    cudaError_t error = node ? keep_work(&node->work, work) : cudaErrorMemoryAllocation;

    if (error == cudaSuccess && !hw_cuda_handle_add(node, HW_CUDA_NODE)) {
        free_work(node->work);
        error = cudaErrorMemoryAllocation;
    }
    if (error != cudaSuccess) {
        free(node);
        return error;
    }
    node->graph = graph;
    node->number = ++nodes;
    *graph->end = node;
    graph->end = &node->next;
    node->place = graph->count++;
    adopt_inner(node);
    *added = node;
    return cudaSuccess;
}

static cudaError_t check_before(hw_graph graph, const hw_node *before, size_t count)
{
    if (count > 0 && !before)
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; i++) {
        if (hw_cuda_node_check(before[i]) != cudaSuccess || before[i]->graph != graph)
            return cudaErrorInvalidValue;
        for (size_t k = 0; k < i; k++)
            if (before[k] == before[i])
                return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

cudaError_t hw_cuda_node_add(hw_node *node, hw_graph graph, const hw_node *before, size_t count,
                             const struct hw_cuda_work *work)
{
    hw_node added;

    if (!node || hw_cuda_graph_check(graph) != cudaSuccess ||
        check_before(graph, before, count) != cudaSuccess)
        return cudaErrorInvalidValue;
    cudaError_t error = hw_cuda_work_check(work);
    if (error == cudaSuccess)
        error = hw_cuda_body_check(graph, work);
    if (error == cudaSuccess)
        error = append(&added, graph, work);
    if (error != cudaSuccess)
        return error;
    if (!hw_cuda_nodes_add(&added->before, before, NULL, count)) {
        hw_cuda_node_destroy(added);
        return cudaErrorMemoryAllocation;
    }
    *node = added;
    return cudaSuccess;
}

void hw_cuda_node_set_edges(hw_node node, const struct hw_edge *data, size_t count)
{
    if (data && count > 0)
        memcpy(node->before.edge, data, count * sizeof *data);
}

cudaError_t hw_cuda_node_destroy(hw_node node)
{
    hw_node *link;

    if (hw_cuda_node_check(node) != cudaSuccess)
        return cudaErrorInvalidValue;
    if (node->work->kind == HW_CUDA_WORK_ALLOC || node->work->kind == HW_CUDA_WORK_FREE || node->updatable)
        return cudaErrorNotSupported;
    if (has_captured_into(node->work))
        return hw_cuda_fail(cudaErrorInvalidValue, "a stream adds to a graph within the node");
    hw_graph graph = node->graph;
    for (hw_node other = graph->first; other; other = other->next)
        hw_cuda_nodes_remove(&other->before, node);
    hw_cuda_capture_forget_node(node);
    for (link = &graph->first; *link != node; link = &(*link)->next)
        ;
    *link = node->next;
    if (graph->end == &node->next)
        graph->end = link;
    graph->count--;
    free_node(node);
    return cudaSuccess;
}

const struct hw_cuda_work *hw_cuda_node_work(hw_node node, enum hw_cuda_work_kind kind)
{
    return hw_cuda_node_check(node) == cudaSuccess && node->work->kind == kind ? node->work : NULL;
}

cudaError_t hw_cuda_node_set(hw_node node, const struct hw_cuda_work *work)
{
    struct hw_cuda_work *kept;

    if (!hw_cuda_node_work(node, work->kind))
        return cudaErrorInvalidValue;
    cudaError_t error = hw_cuda_work_check(work);
    if (error == cudaSuccess)
        error = hw_cuda_body_check(node->graph, work);
    if (error == cudaSuccess)
        error = keep_work(&kept, work);
    if (error != cudaSuccess)
        return error;
    free_work(node->work);
    node->work = kept;
    adopt_inner(node);
    return cudaSuccess;
}

cudaError_t hw_cuda_node_type(hw_node node, int *type)
{
    static const enum hw_node_type types[HW_CUDA_WORK_KINDS] = {
        [HW_CUDA_WORK_EMPTY] = HW_NODE_EMPTY,
        [HW_CUDA_WORK_KERNEL] = HW_NODE_KERNEL,
        [HW_CUDA_WORK_COPY] = HW_NODE_COPY,
        [HW_CUDA_WORK_FILL] = HW_NODE_FILL,
        [HW_CUDA_WORK_HOST] = HW_NODE_HOST,
        [HW_CUDA_WORK_RECORD] = HW_NODE_RECORD,
        [HW_CUDA_WORK_WAIT] = HW_NODE_WAIT,
        [HW_CUDA_WORK_LIBRARY] = HW_NODE_KERNEL,
        [HW_CUDA_WORK_CHILD] = HW_NODE_CHILD,
        [HW_CUDA_WORK_ALLOC] = HW_NODE_ALLOC,
        [HW_CUDA_WORK_FREE] = HW_NODE_FREE,
        [HW_CUDA_WORK_MEMORY_OPS] = HW_NODE_MEMORY_OPS,
        [HW_CUDA_WORK_CONDITIONAL] = HW_NODE_CONDITIONAL,
    };

    if (!type || hw_cuda_node_check(node) != cudaSuccess)
        return cudaErrorInvalidValue;
    *type = node->work->kind == HW_CUDA_WORK_LIBRARY && node->work->library.copies ? HW_NODE_COPY
                                                                                   : types[node->work->kind];
    return cudaSuccess;
}

hw_graph hw_cuda_node_graph(hw_node node)
{
    return node->graph;
}

uint64_t hw_cuda_node_number(hw_node node)
{
    return node->number;
}

void **hw_cuda_node_list(hw_node node, size_t count)
{
    void **list = realloc(node->list, (count ? count : 1) * sizeof *list);

    if (list)
        node->list = list;
    return list;
}

/* --- copies --- */

/* `twin` has the copies of the nodes by their place. */
static cudaError_t copy_nodes(hw_graph copy, hw_graph graph, hw_node *twin)
{
    size_t at = 0;

    for (hw_node node = graph->first; node; node = node->next) {
        const cudaError_t error = append(&twin[at], copy, node->work);
        if (error != cudaSuccess)
            return error;
        twin[at]->origin = node->number;
        twin[at]->disabled = node->disabled;
        twin[at]->updatable = hw_cuda_updatable_retain(node->updatable);
        if (node->attributes && hw_cuda_node_copy_attributes(twin[at], node) != cudaSuccess)
            return cudaErrorMemoryAllocation;
        node->place = at++;
    }
    for (hw_node node = graph->first; node; node = node->next)
        for (size_t i = 0; i < node->before.count; i++)
            if (!hw_cuda_nodes_add(&twin[node->place]->before, &twin[node->before.node[i]->place],
                                   &node->before.edge[i], 1))
                return cudaErrorMemoryAllocation;
    return cudaSuccess;
}

cudaError_t hw_cuda_graph_copy(hw_graph *copy, hw_graph graph)
{
    if (hw_cuda_graph_check(graph) != cudaSuccess)
        return cudaErrorInvalidValue;
    hw_graph made = hw_cuda_graph_new();
    hw_node *twin = malloc((graph->count + 1) * sizeof *twin);
    cudaError_t error = made && twin ? copy_nodes(made, graph, twin) : cudaErrorMemoryAllocation;
    free(twin);
    if (error != cudaSuccess) {
        hw_cuda_graph_free(made);
        return error;
    }
    made->origin = graph->number;
    hw_cuda_graph_hold_same(made, graph);
    *copy = made;
    return cudaSuccess;
}

cudaError_t hw_cuda_graph_clone(hw_graph *clone, hw_graph graph)
{
    if (!clone || hw_cuda_graph_check(graph) != cudaSuccess)
        return cudaErrorInvalidValue;
    if (hw_cuda_graph_is_updatable(graph))
        return hw_cuda_fail(cudaErrorNotSupported, "a graph with updatable nodes cannot be copied");
    return copy_unless_unique(clone, graph);
}

cudaError_t hw_cuda_node_in_clone(hw_node *node, hw_node original, hw_graph clone)
{
    if (!node || hw_cuda_graph_check(clone) != cudaSuccess || hw_cuda_node_check(original) != cudaSuccess)
        return cudaErrorInvalidValue;
    for (hw_node one = clone->first; one; one = one->next)
        if (one->origin == original->number) {
            *node = one;
            return cudaSuccess;
        }
    return cudaErrorInvalidValue;
}
