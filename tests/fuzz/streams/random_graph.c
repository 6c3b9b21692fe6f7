/* SPDX-License-Identifier: MIT */
/* Random graphs: a node is behind whatever it would race with, and perhaps behind others. */
#include "maker.h"

static bool conflict(const struct program *program, const struct node *first, const struct node *second)
{
    const uint32_t writes = node_writes(program, first), later = node_writes(program, second);

    return writes & (later | node_reads(program, second)) || later & node_reads(program, first);
}

static uint32_t all_before(const struct graph *graph, uint32_t before)
{
    uint32_t all = before;

    for (uint32_t i = graph->count; i-- > 0;)
        if (all & 1u << i)
            all |= graph->node[i].before;
    return all;
}

static enum agent any_agent(struct maker *maker)
{
    static const enum agent agents[] = {AGENT_KERNEL, AGENT_KERNEL, AGENT_KERNEL, AGENT_HOST,
                                        AGENT_COPY,   AGENT_COPY,   AGENT_FILL,   AGENT_EMPTY};

    return one_in(maker, 24) ? AGENT_SCRATCH : agents[below(maker, sizeof agents / sizeof *agents)];
}

static bool graph_may_use(const struct program *program, const struct graph *graph, enum agent agent,
                          uint32_t buffer)
{
    const struct buffer *it = &program->buffer[buffer];

    if (it->space == SPACE_POOL)
        return false; /* it comes and goes */
    switch (agent) {
    case AGENT_HOST:
        return host_reaches(program, buffer) &&
               (it->space != SPACE_MANAGED || program->managed == MANAGED_CONCURRENT);
    case AGENT_COPY: return true;
    case AGENT_FILL: return it->space == SPACE_DEVICE && it->device == graph->device;
    default: return device_reaches(program, graph->device, buffer);
    }
}

/* A graph made before, whose template can be copied: without memory of nodes. */
static bool may_be_child(struct maker *maker, const struct graph *graph, uint8_t *child)
{
    const struct program *program = maker->program;
    const uint32_t own = (uint32_t)(graph - program->graph);

    if (own == 0 || graph->captured)
        return false;
    *child = (uint8_t)below(maker, own);
    for (uint32_t i = 0; i < program->graph[*child].count; i++)
        if (program->graph[*child].node[i].agent == AGENT_SCRATCH)
            return false;
    return program->graph[*child].device == graph->device;
}

static void add_node(struct maker *maker, struct graph *graph)
{
    const struct program *program = maker->program;
    struct node node = {.agent = any_agent(maker)};

    if (one_in(maker, 8) && may_be_child(maker, graph, &node.child))
        node.agent = AGENT_CHILD;
    node.work = maker_any_work(maker, node.agent);
    if (node.agent != AGENT_EMPTY && node.agent != AGENT_CHILD &&
        (!graph_may_use(program, graph, node.agent, node.work.to) ||
         (work_reads(&node.work) &&
          (node.work.to == node.work.from || !graph_may_use(program, graph, node.agent, node.work.from)))))
        return;
    for (uint32_t i = graph->count; i-- > 0;)
        if (one_in(maker, 5) ||
            (conflict(program, &graph->node[i], &node) && !(all_before(graph, node.before) & 1u << i)))
            node.before |= 1u << i;
    graph->node[graph->count++] = node;
}

/* While a thread captures, the others may not wait for the device. */
void maker_make_graphs(struct maker *maker)
{
    struct program *program = maker->program;

    program->graphs = below(maker, GRAPHS_MAX + 1);
    for (uint32_t i = 0; i < program->graphs; i++) {
        struct graph *graph = &program->graph[i];
        const uint32_t nodes = 2 + below(maker, NODES_MAX - 1);
        *graph = (struct graph){.device = (uint8_t)below(maker, program->devices),
                                .captured = one_in(maker, 2) && !program->among_others};
        for (uint32_t try = 0; try < TRIES && graph->count < nodes; try++)
            add_node(maker, graph);
        if (graph->count == 0)
            graph->node[graph->count++] = (struct node){.agent = AGENT_EMPTY, .work.kind = WORK_NONE};
    }
}
