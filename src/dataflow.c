/* SPDX-License-Identifier: MIT */
/* The worklist of a dataflow analysis is a ring that holds each node at most once: first in, first out. */
#include "dataflow.h"

#include <stdlib.h>
#include <string.h>

struct worklist {
    uint32_t *ring;
    bool *is_queued; /* by node */
    uint32_t capacity, head, length;
};

static void push_node(struct worklist *list, uint32_t node)
{
    if (list->is_queued[node])
        return;
    list->is_queued[node] = true;
    list->ring[(list->head + list->length++) % list->capacity] = node;
}

static uint32_t pop_node(struct worklist *list)
{
    const uint32_t node = list->ring[list->head];

    list->head = (list->head + 1) % list->capacity;
    list->length--;
    list->is_queued[node] = false;
    return node;
}

static void *entry_of(const struct hw_dataflow *problem, uint32_t node)
{
    return (char *)problem->entry + problem->state_bytes * node;
}

/* Merge a node's exit state into its successors' entries; false: *merges are used up. */
static bool propagate(const struct hw_dataflow *problem, struct worklist *list, uint32_t node,
                      const void *exit, uint64_t *merges)
{
    uint32_t cursor = 0, to;

    while ((to = problem->successor(problem->context, node, &cursor)) != HW_DATAFLOW_END) {
        if (problem->max_merges && (*merges)++ == problem->max_merges)
            return false;
        if (problem->merge(problem->context, entry_of(problem, to), exit))
            push_node(list, to);
    }
    return true;
}

static hw_status solve(const struct hw_dataflow *problem, struct worklist *list, void *state)
{
    const uint32_t count = problem->node_count;
    uint64_t merges = 0;

    for (uint32_t i = 0; i < count; i++)
        push_node(list, problem->is_backward ? count - 1 - i : i);
    while (list->length) {
        const uint32_t node = pop_node(list);
        memcpy(state, entry_of(problem, node), problem->state_bytes);
        problem->transfer(problem->context, node, state);
        if (!propagate(problem, list, node, state, &merges))
            return HW_ERR_LIMIT;
    }
    return HW_OK;
}

hw_status hw_dataflow_solve(const struct hw_dataflow *problem)
{
    struct worklist list = {.capacity = problem->node_count};
    hw_status status = HW_ERR_NO_MEMORY;
    void *state;

    if (!problem->node_count || !problem->state_bytes)
        return HW_OK;
    list.ring = malloc(list.capacity * sizeof *list.ring);
    list.is_queued = calloc(list.capacity, sizeof *list.is_queued);
    state = malloc(problem->state_bytes);
    if (list.ring && list.is_queued && state)
        status = solve(problem, &list, state);
    free(state);
    free(list.is_queued);
    free(list.ring);
    return status;
}
