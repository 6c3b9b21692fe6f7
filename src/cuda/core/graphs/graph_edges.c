/* SPDX-License-Identifier: MIT */
/* What depends on what in a graph, and the order that follows from it. */
#include "cuda/core/graphs/cuda_graph.h"

#include "cuda/core/graphs/graph_node.h"
#include "cuda/core/log/reason.h"

#include <stdlib.h>

/* The edge from one node to another; NULL: there is none. */
static const struct hw_edge *edge_of(hw_node from, hw_node to)
{
    for (size_t i = 0; i < to->before.count; i++)
        if (to->before.node[i] == from)
            return &to->before.edge[i];
    return NULL;
}

/* --- data --- */

static bool is_kernel(hw_node node)
{
    int type;

    return hw_cuda_node_type(node, &type) == cudaSuccess && type == HW_NODE_KERNEL;
}

/* Ports other than the end are of kernels, and the programmatic one needs a programmatic edge, which leads
 * from a port to a kernel.  (driver_types.h of CUDA 13) */
static cudaError_t check_data(hw_node from, struct hw_edge data, bool to_kernel)
{
    if (hw_edge_is_plain(data))
        return cudaSuccess;
    const struct hw_edge known = {.from_port = data.from_port, .type = data.type};
    if (!hw_edge_is_same(data, known) || data.type >= HW_DEPENDENCY_TYPES || data.from_port >= HW_PORTS)
        return hw_cuda_fail(
            cudaErrorInvalidValue,
            "data of an edge: from_port %u, to_port %u, type %u; expected a port of 0 to %d, 0, "
            "a type of 0 or 1, and zeros in what is reserved",
            data.from_port, data.to_port, data.type, HW_PORTS - 1);
    if (!is_kernel(from))
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "an edge with port %u from a node that is no kernel; expected port 0",
                            data.from_port);
    if (data.type == HW_DEPENDENCY_FULL)
        return data.from_port != HW_PORT_PROGRAMMATIC
                   ? cudaSuccess
                   : hw_cuda_fail(cudaErrorInvalidValue,
                                  "an edge with port %d has type 0; expected a programmatic one, 1",
                                  HW_PORT_PROGRAMMATIC);
    if (data.from_port == HW_PORT_END || !to_kernel)
        return hw_cuda_fail(cudaErrorInvalidValue,
                            "a programmatic edge from port %u to a node that is %s; expected one from port 1 "
                            "or 2 to a kernel",
                            data.from_port, to_kernel ? "a kernel" : "no kernel");
    return cudaSuccess;
}

cudaError_t hw_cuda_edges_check(const hw_node *from, const struct hw_edge *data, size_t count, bool to_kernel)
{
    cudaError_t error = data && count > 0 && !from ? cudaErrorInvalidValue : cudaSuccess;

    for (size_t i = 0; data && i < count && error == cudaSuccess; i++) {
        error = hw_cuda_node_check(from[i]);
        if (error == cudaSuccess)
            error = check_data(from[i], data[i], to_kernel);
    }
    return error;
}

/* --- edges --- */

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
            !edge_of(from[i], to[i]) == there)
            return cudaErrorInvalidValue;
        for (size_t k = 0; k < i; k++)
            if (from[k] == from[i] && to[k] == to[i])
                return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

cudaError_t hw_cuda_edges_add(hw_graph graph, const hw_node *from, const hw_node *to,
                              const struct hw_edge *data, size_t count)
{
    cudaError_t error = check_edges(graph, from, to, count, false);

    for (size_t i = 0; data && i < count && error == cudaSuccess; i++)
        error = check_data(from[i], data[i], is_kernel(to[i]));
    for (size_t i = 0; i < count && error == cudaSuccess; i++)
        if (!hw_cuda_nodes_add(&to[i]->before, &from[i], data ? &data[i] : NULL, 1))
            error = cudaErrorMemoryAllocation;
    return error;
}

cudaError_t hw_cuda_edges_remove(hw_graph graph, const hw_node *from, const hw_node *to,
                                 const struct hw_edge *data, size_t count)
{
    cudaError_t error = check_edges(graph, from, to, count, true);

    for (size_t i = 0; i < count && error == cudaSuccess; i++)
        if (!hw_edge_is_same(*edge_of(from[i], to[i]), data ? data[i] : (struct hw_edge){0}))
            error = hw_cuda_fail(cudaErrorInvalidValue, "the edge has other data; expected the same");
    for (size_t i = 0; i < count && error == cudaSuccess; i++)
        hw_cuda_nodes_remove(&to[i]->before, from[i]);
    return error;
}

/* --- lists --- */

struct node_list {
    hw_node *first, *second; /* NULL: only counted */
    struct hw_edge *data;
    size_t room, count;
    bool loses; /* data for which there is no room */
};

static void put(struct node_list *list, hw_node first, hw_node second, struct hw_edge edge)
{
    const bool fits = list->count < list->room;

    if (list->first && fits)
        list->first[list->count] = first;
    if (list->second && fits)
        list->second[list->count] = second;
    if (list->data && fits)
        list->data[list->count] = edge;
    list->loses |= list->first && !list->data && !hw_edge_is_plain(edge);
    list->count++;
}

static cudaError_t end_list(struct node_list *list, size_t *count)
{
    if (list->first && list->room == 0 && list->count > 0)
        return cudaErrorInvalidValue;
    if (list->loses)
        return hw_cuda_fail(cudaErrorLossyQuery, "edges have data; expected room for that");
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

cudaError_t hw_cuda_graph_edges(hw_graph graph, hw_node *from, hw_node *to, struct hw_edge *data,
                                size_t *count)
{
    if (!count || hw_cuda_graph_check(graph) != cudaSuccess || !from != !to || (data && !from))
        return cudaErrorInvalidValue;
    struct node_list list = {.first = from, .second = to, .data = data, .room = from ? *count : 0};
    for (hw_node node = graph->first; node; node = node->next)
        for (size_t i = 0; i < node->before.count; i++)
            put(&list, node->before.node[i], node, node->before.edge[i]);
    return end_list(&list, count);
}

static cudaError_t list_nodes(hw_graph graph, hw_node *nodes, size_t *count, bool roots)
{
    if (!count || hw_cuda_graph_check(graph) != cudaSuccess)
        return cudaErrorInvalidValue;
    struct node_list list = {.first = nodes, .room = nodes ? *count : 0};
    for (hw_node node = graph->first; node; node = node->next)
        if (!roots || node->before.count == 0)
            put(&list, node, NULL, (struct hw_edge){0});
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

cudaError_t hw_cuda_node_before(hw_node node, hw_node *nodes, struct hw_edge *data, size_t *count)
{
    if (!count || hw_cuda_node_check(node) != cudaSuccess || (data && !nodes))
        return cudaErrorInvalidValue;
    struct node_list list = {.first = nodes, .data = data, .room = nodes ? *count : 0};
    for (size_t i = 0; i < node->before.count; i++)
        put(&list, node->before.node[i], NULL, node->before.edge[i]);
    return end_list(&list, count);
}

cudaError_t hw_cuda_node_behind(hw_node node, hw_node *nodes, struct hw_edge *data, size_t *count)
{
    if (!count || hw_cuda_node_check(node) != cudaSuccess || (data && !nodes))
        return cudaErrorInvalidValue;
    struct node_list list = {.first = nodes, .data = data, .room = nodes ? *count : 0};
    for (hw_node other = node->graph->first; other; other = other->next) {
        const struct hw_edge *edge = edge_of(node, other);
        if (edge)
            put(&list, other, NULL, *edge);
    }
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
    if (!hw_cuda_nodes_add(&open, nodes->node, NULL, nodes->count))
        return;
    while (open.count > 0) {
        hw_node node = open.node[--open.count];
        if (!node->mark && !hw_cuda_nodes_add(&open, node->before.node, NULL, node->before.count))
            break;
        node->mark = true;
    }
    hw_cuda_nodes_clear(&open);
}
