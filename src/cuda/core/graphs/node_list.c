/* SPDX-License-Identifier: MIT */
/* Lists of nodes, each once. */
#include "cuda/core/graphs/graph_node.h"

#include <stdlib.h>

bool hw_cuda_nodes_add(struct hw_cuda_nodes *list, const hw_node *node, size_t count)
{
    if (list->count + count > list->room) {
        const size_t room = 2 * (list->count + count);
        hw_node *grown = realloc(list->node, room * sizeof *grown);
        if (!grown)
            return false;
        list->node = grown;
        list->room = room;
    }
    for (size_t i = 0; i < count; i++) {
        size_t at = 0;
        while (at < list->count && list->node[at] != node[i])
            at++;
        list->node[at] = node[i];
        list->count += at == list->count;
    }
    return true;
}

void hw_cuda_nodes_remove(struct hw_cuda_nodes *list, hw_node node)
{
    size_t kept = 0;

    for (size_t i = 0; i < list->count; i++)
        if (list->node[i] != node)
            list->node[kept++] = list->node[i];
    list->count = kept;
}

void hw_cuda_nodes_clear(struct hw_cuda_nodes *list)
{
    free(list->node);
    *list = (struct hw_cuda_nodes){.node = NULL};
}
