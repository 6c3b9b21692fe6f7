/* SPDX-License-Identifier: MIT */
/* Lists of nodes, each once, with the data of an edge from it. */
#include "cuda/core/graphs/graph_node.h"

#include <stdlib.h>

static bool grow_list(struct hw_cuda_nodes *list, size_t count)
{
    const size_t room = 2 * count;
    hw_node *node = realloc(list->node, room * sizeof *node);
    if (node)
        list->node = node;
    struct hw_edge *edge = node ? realloc(list->edge, room * sizeof *edge) : NULL;
    if (!edge)
        return false;
    list->edge = edge;
    list->room = room;
    return true;
}

bool hw_cuda_nodes_add(struct hw_cuda_nodes *list, const hw_node *node, const struct hw_edge *data,
                       size_t count)
{
    if (list->count + count > list->room && !grow_list(list, list->count + count))
        return false;
    for (size_t i = 0; i < count; i++) {
        const struct hw_edge edge = data ? data[i] : (struct hw_edge){0};
        size_t at = 0;
        while (at < list->count && list->node[at] != node[i])
            at++;
        const bool is_new = at == list->count;
        list->node[at] = node[i];
        list->edge[at] = is_new || hw_edge_is_same(list->edge[at], edge) ? edge : (struct hw_edge){0};
        list->count += is_new;
    }
    return true;
}

void hw_cuda_nodes_remove(struct hw_cuda_nodes *list, hw_node node)
{
    size_t kept = 0;

    for (size_t i = 0; i < list->count; i++) {
        if (list->node[i] == node)
            continue;
        list->edge[kept] = list->edge[i];
        list->node[kept++] = list->node[i];
    }
    list->count = kept;
}

void hw_cuda_nodes_clear(struct hw_cuda_nodes *list)
{
    free(list->node);
    free(list->edge);
    *list = (struct hw_cuda_nodes){.node = NULL};
}
