/* SPDX-License-Identifier: MIT */
/* What depends on what in a graph, and the order that follows from it. */
#include "cuda/core/graphs/cuda_graph.h"

#include "cuda/core/graphs/graph_node.h"

#include <stdlib.h>

static bool is_before(hw_node from, hw_node to)
{
    for (size_t i = 0; i < to->before.count; i++)
        if (to->before.node[i] == from)
            return true;
    return false;
}

/* Whether the edges are there, or none is; an edge from a node to itself is never. */
static cudaError_t check_edges(hw_graph graph, const hw_node *from, const hw_node *to, size_t count,
                               bool there)
{
    if (hw_cuda_graph_check(graph) != cudaSuccess || (count > 0 && (!from || !to)))
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; i++) {
        if (hw_cuda_node_check(from[i]) != cudaSuccess || hw_cuda_node_check(to[i]) != cudaSuccess)
            return cudaErrorInvalidValue;
        if (from[i]->graph != graph || to[i]->graph != graph || from[i] == to[i] ||
            is_before(from[i], to[i]) != there)
            return cudaErrorInvalidValue;
        for (size_t k = 0; k < i; k++)
            if (from[k] == from[i] && to[k] == to[i])
                return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

cudaError_t hw_cuda_edges_add(hw_graph graph, const hw_node *from, const hw_node *to, size_t count)
{
    cudaError_t error = check_edges(graph, from, to, count, false);

    for (size_t i = 0; i < count && error == cudaSuccess; i++)
        if (!hw_cuda_nodes_add(&to[i]->before, &from[i], 1))
            error = cudaErrorMemoryAllocation;
    return error;
}

cudaError_t hw_cuda_edges_remove(hw_graph graph, const hw_node *from, const hw_node *to, size_t count)
{
    const cudaError_t error = check_edges(graph, from, to, count, true);

    for (size_t i = 0; i < count && error == cudaSuccess; i++)
        hw_cuda_nodes_remove(&to[i]->before, from[i]);
    return error;
}

/* --- lists --- */

struct node_list {
    hw_node *first, *second; /* NULL: only counted */
    size_t room, count;
};

static void put(struct node_list *list, hw_node first, hw_node second)
{
    if (list->first && list->count < list->room)
        list->first[list->count] = first;
    if (list->second && list->count < list->room)
        list->second[list->count] = second;
    list->count++;
}

static cudaError_t end_list(struct node_list *list, size_t *count)
{
    if (list->first && list->room == 0 && list->count > 0)
        return cudaErrorInvalidValue;
    *count = list->count;
    for (size_t i = list->count; i < list->room; i++) {
        if (list->first)
            list->first[i] = NULL;
        if (list->second)
            list->second[i] = NULL;
    }
    if (list->first && list->room < list->count)
        *count = list->room;
    return cudaSuccess;
}

cudaError_t hw_cuda_graph_edges(hw_graph graph, hw_node *from, hw_node *to, size_t *count)
{
    if (!count || hw_cuda_graph_check(graph) != cudaSuccess || !from != !to)
        return cudaErrorInvalidValue;
    struct node_list list = {from, to, from ? *count : 0, 0};
    for (hw_node node = graph->first; node; node = node->next)
        for (size_t i = 0; i < node->before.count; i++)
            put(&list, node->before.node[i], node);
    return end_list(&list, count);
}

static cudaError_t list_nodes(hw_graph graph, hw_node *nodes, size_t *count, bool roots)
{
    if (!count || hw_cuda_graph_check(graph) != cudaSuccess)
        return cudaErrorInvalidValue;
    struct node_list list = {nodes, NULL, nodes ? *count : 0, 0};
    for (hw_node node = graph->first; node; node = node->next)
        if (!roots || node->before.count == 0)
            put(&list, node, NULL);
    return end_list(&list, count);
}

cudaError_t hw_cuda_graph_nodes(hw_graph graph, hw_node *nodes, size_t *count)
{
    return list_nodes(graph, nodes, count, false);
}

cudaError_t hw_cuda_graph_roots(hw_graph graph, hw_node *nodes, size_t *count)
{
    return list_nodes(graph, nodes, count, true);
}

cudaError_t hw_cuda_node_before(hw_node node, hw_node *nodes, size_t *count)
{
    if (!count || hw_cuda_node_check(node) != cudaSuccess)
        return cudaErrorInvalidValue;
    struct node_list list = {nodes, NULL, nodes ? *count : 0, 0};
    for (size_t i = 0; i < node->before.count; i++)
        put(&list, node->before.node[i], NULL);
    return end_list(&list, count);
}

cudaError_t hw_cuda_node_behind(hw_node node, hw_node *nodes, size_t *count)
{
    if (!count || hw_cuda_node_check(node) != cudaSuccess)
        return cudaErrorInvalidValue;
    struct node_list list = {nodes, NULL, nodes ? *count : 0, 0};
    for (hw_node other = node->graph->first; other; other = other->next)
        if (is_before(node, other))
            put(&list, other, NULL);
    return end_list(&list, count);
}

/* --- orders --- */

static bool all_marked(const struct hw_cuda_nodes *nodes)
{
    for (size_t i = 0; i < nodes->count; i++)
        if (!nodes->node[i]->mark)
            return false;
    return true;
}

static void unmark(hw_graph graph)
{
    for (hw_node node = graph->first; node; node = node->next)
        node->mark = false;
}

/* Round after round, nodes of which all before are there follow. */
static size_t place_nodes(hw_graph graph)
{
    size_t placed = 0, before;

    unmark(graph);
    do {
        before = placed;
        for (hw_node node = graph->first; node; node = node->next)
            if (!node->mark && all_marked(&node->before)) {
                node->mark = true;
                node->place = placed;
                graph->order[placed++] = node;
            }
    } while (placed > before);
    return placed;
}

cudaError_t hw_cuda_graph_order(hw_graph graph, hw_node *wrong)
{
    cudaError_t error = cudaSuccess;
    hw_graph inner;

    free(graph->order);
    graph->order = malloc((graph->count + 1) * sizeof(hw_node));
    if (!graph->order)
        return cudaErrorMemoryAllocation;
    if (place_nodes(graph) < graph->count) {
        hw_node node = graph->first;
        while (node->mark)
            node = node->next;
        *wrong = node;
        return cudaErrorInvalidValue;
    }
    for (hw_node node = graph->first; node; node = node->next)
        for (size_t i = 0; error == cudaSuccess && (inner = hw_cuda_inner_graph(node->work, i)); i++)
            error = hw_cuda_graph_order(inner, wrong);
    return error;
}

void hw_cuda_graph_mark(hw_graph graph, const struct hw_cuda_nodes *nodes)
{
    struct hw_cuda_nodes open = {.node = NULL};

    unmark(graph);
    if (!hw_cuda_nodes_add(&open, nodes->node, nodes->count))
        return;
    while (open.count > 0) {
        hw_node node = open.node[--open.count];
        if (!node->mark && !hw_cuda_nodes_add(&open, node->before.node, node->before.count))
            break;
        node->mark = true;
    }
    hw_cuda_nodes_clear(&open);
}
