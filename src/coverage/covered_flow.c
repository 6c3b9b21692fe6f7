/* SPDX-License-Identifier: MIT */
/* See covered_flow.h. */
#include "coverage/covered_flow.h"

#include <halfwarp/flow.h>
#include <stdlib.h>
#include <string.h>

#define BLOCKS_MAX 1024 /* blocks of one line that are looked at: those of most threads */
#define STARTS_MAX 64   /* blocks that a search for alternatives begins with: those of most threads */

/* --- what is kept of the graph --- */

/* What such a jump may lead to would look like an alternative to all that stands before it. */
static bool has_unknown_exits(const struct hw_flow_graph *graph)
{
    for (uint32_t i = 0; i < graph->block_count; i++)
        if (graph->blocks[i].has_unknown_exits)
            return true;
    return false;
}

static bool take_blocks(struct hw_covered_flow *flow, const struct hw_flow_graph *graph)
{
    flow->address = malloc((graph->block_count + 1) * sizeof *flow->address);
    flow->edge = malloc((graph->edge_count + 1) * sizeof *flow->edge);
    if (!flow->address || !flow->edge)
        return false;
    if (has_unknown_exits(graph))
        return true;
    for (uint32_t i = 0; i < graph->block_count; i++)
        flow->address[flow->block_count++] = graph->address[graph->blocks[i].first];
    for (uint32_t i = 0; i < graph->edge_count; i++)
        if (graph->edges[i].kind != HW_CFG_CALL && graph->edges[i].to < graph->block_count)
            flow->edge[flow->edge_count++] =
                (struct hw_covered_edge){graph->edges[i].from, graph->edges[i].to};
    return true;
}

/* `$KERNEL$NAME` is the name of a function in the kernel's section. */
static const char *own_name(const char *name, const char *kernel)
{
    const size_t length = strlen(kernel);

    return name[0] == '$' && strncmp(name + 1, kernel, length) == 0 && name[1 + length] == '$' &&
                   name[2 + length]
               ? name + length + 2
               : name;
}

static bool take_inner(struct hw_covered_flow *flow, const struct hw_flow_graph *graph)
{
    flow->inner = calloc(graph->function_count + 1, sizeof *flow->inner);
    if (!flow->inner)
        return false;
    for (uint32_t i = 1; i < graph->function_count; i++) {
        const struct hw_flow_function *function = &graph->functions[i];
        char *name = strdup(own_name(function->name, graph->kernel->name));
        if (!name)
            return false;
        flow->inner[flow->inner_count++] =
            (struct hw_covered_inner){name, graph->address[graph->blocks[function->block].first]};
    }
    return true;
}

/* The first edge from a block. */
static uint32_t edges_of(const struct hw_covered_flow *flow, uint32_t block)
{
    uint32_t low = 0, high = flow->edge_count;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (flow->edge[middle].from < block)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* A visit in depth: the blocks on the way, and the next edge of each. */
struct visit {
    uint32_t *block, *next;
    uint8_t *seen; /* 1: it is on the way; 2: it is done */
    uint32_t depth;
};

static void enter(const struct hw_covered_flow *flow, struct visit *visit, uint32_t block)
{
    visit->seen[block] = 1;
    visit->block[visit->depth] = block;
    visit->next[visit->depth++] = edges_of(flow, block);
}

/* Mark the edges that lead back to a block on the way from a first one. */
static void mark_loops(struct hw_covered_flow *flow, struct visit *visit, uint8_t *closes)
{
    while (visit->depth) {
        const uint32_t top = visit->depth - 1, edge = visit->next[top]++;
        if (edge == flow->edge_count || flow->edge[edge].from != visit->block[top]) {
            visit->seen[visit->block[top]] = 2;
            visit->depth--;
            continue;
        }
        const uint32_t to = flow->edge[edge].to;
        closes[edge] = visit->seen[to] == 1;
        if (!visit->seen[to])
            enter(flow, visit, to);
    }
}

static bool cut_loops(struct hw_covered_flow *flow)
{
    struct visit visit = {.block = malloc((flow->block_count + 1) * sizeof *visit.block),
                          .next = malloc((flow->block_count + 1) * sizeof *visit.next),
                          .seen = calloc(flow->block_count + 1, 1)};
    uint8_t *closes = calloc(flow->edge_count + 1, 1);
    const bool has_memory = visit.block && visit.next && visit.seen && closes;
    uint32_t kept = 0;

    for (uint32_t i = 0; has_memory && i < flow->block_count; i++)
        if (!visit.seen[i]) {
            enter(flow, &visit, i);
            mark_loops(flow, &visit, closes);
        }
    for (uint32_t i = 0; has_memory && i < flow->edge_count; i++)
        if (!closes[i])
            flow->edge[kept++] = flow->edge[i];
    flow->edge_count = kept;
    free(visit.block);
    free(visit.next);
    free(visit.seen);
    free(closes);
    return has_memory;
}

bool hw_covered_flow_read(struct hw_covered_flow *flow, const struct hw_module *module,
                          const struct hw_kernel *kernel)
{
    struct hw_flow_graph graph;
    const hw_status status = hw_flow_graph_read(module, kernel, &graph, NULL);
    bool taken = status != HW_ERR_NO_MEMORY;

    *flow = (struct hw_covered_flow){0};
    if (status == HW_OK)
        taken = take_blocks(flow, &graph) && take_inner(flow, &graph) && cut_loops(flow);
    hw_flow_graph_free(&graph);
    return taken;
}

void hw_covered_flow_free(struct hw_covered_flow *flow)
{
    for (uint32_t i = 0; i < flow->inner_count; i++)
        free(flow->inner[i].name);
    free(flow->inner);
    free(flow->address);
    free(flow->edge);
}

uint32_t hw_covered_block(const struct hw_covered_flow *flow, uint64_t offset)
{
    uint32_t low = 0, high = flow->block_count;

    while (low + 1 < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (flow->address[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* --- alternatives --- */

/* Mark all blocks that one leads to; `list` has room for all. */
static void reach(const struct hw_covered_flow *flow, uint32_t block, uint32_t *list, uint8_t *reached)
{
    uint32_t count = 0;

    memset(reached, 0, flow->block_count);
    list[count++] = block;
    while (count) {
        const uint32_t at = list[--count];
        for (uint32_t i = edges_of(flow, at); i < flow->edge_count && flow->edge[i].from == at; i++)
            if (!reached[flow->edge[i].to]) {
                reached[flow->edge[i].to] = 1;
                list[count++] = flow->edge[i].to;
            }
    }
}

static int compare_weights(const void *first, const void *second)
{
    const struct hw_covered_weight *a = first, *b = second;

    if (a->threads != b->threads)
        return a->threads > b->threads ? -1 : 1;
    return a->block < b->block ? -1 : a->block > b->block;
}

/* The sum over number `start` and all that are no way from or to one that was taken before. */
static uint64_t sum_from(const struct hw_covered_weight *weights, size_t count, size_t start,
                         const uint8_t *leads, uint8_t *taken)
{
    uint64_t sum = weights[start].threads;

    memset(taken, 0, count);
    taken[start] = 1;
    for (size_t i = 0; i < count; i++) {
        bool alone = !taken[i];
        for (size_t k = 0; alone && k < count; k++)
            alone = !taken[k] || (!leads[i * count + k] && !leads[k * count + i]);
        taken[i] |= alone;
        sum += alone ? weights[i].threads : 0;
    }
    return sum;
}

bool hw_covered_alternatives(const struct hw_covered_flow *flow, struct hw_covered_weight *weights,
                             size_t count, uint64_t *threads)
{
    if (count)
        qsort(weights, count, sizeof *weights, compare_weights);
    while (count && !weights[count - 1].threads)
        count--;
    count = count < BLOCKS_MAX ? count : BLOCKS_MAX;
    *threads = count ? weights[0].threads : 0;
    if (count < 2)
        return true;
    uint32_t *list = malloc((flow->block_count + 1) * sizeof *list);
    uint8_t *reached = malloc(flow->block_count + 1), *leads = malloc(count * count), *taken = malloc(count);
    const bool has_memory = list && reached && leads && taken;
    for (size_t i = 0; has_memory && i < count; i++) {
        reach(flow, weights[i].block, list, reached);
        for (size_t k = 0; k < count; k++)
            leads[i * count + k] = reached[weights[k].block];
    }
    for (size_t i = 0; has_memory && i < count && i < STARTS_MAX; i++) {
        const uint64_t sum = sum_from(weights, count, i, leads, taken);
        if (sum > *threads)
            *threads = sum;
    }
    free(list);
    free(reached);
    free(leads);
    free(taken);
    return has_memory;
}
