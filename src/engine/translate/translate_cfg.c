/* SPDX-License-Identifier: MIT */
/* The control-flow graph is built from leaders: basic blocks begin at the entry point, at targets, and after
 * instructions that jump, push, pop or end threads. */
#include "engine/translate/translate_cfg.h"

#include <stdlib.h>

#include "dataflow.h"

bool hw_pops_target(hw_uop_fn *fn)
{
    return fn == hw_uop_brk || fn == hw_uop_cont || fn == hw_uop_longjmp || fn == hw_uop_sync;
}

/* The instruction that is the target of a jump or push. */
static uint32_t target_insn(const struct hw_program *program, uint32_t jump)
{
    return program->insn_of[program->uop[jump].jump.target];
}

/* --- blocks --- */

static void mark_leader(const struct hw_program *program, uint32_t *is_leader, uint32_t insn)
{
    if (insn < program->insn_count)
        is_leader[insn] = 1;
}

static void mark_leaders(const struct hw_translator *t, uint32_t *is_leader)
{
    const struct hw_program *program = t->program;

    mark_leader(program, is_leader, 0);
    if (program->uop_count)
        mark_leader(program, is_leader, program->insn_of[program->start]);
    for (uint32_t i = 0; i < t->target_count; i++) {
        mark_leader(program, is_leader, target_insn(program, t->target[i]));
        mark_leader(program, is_leader, program->insn_of[t->target[i]] + 1);
    }
    for (uint32_t i = 0; i < program->uop_count; i++)
        if (hw_pops_target(program->uop[i].fn))
            mark_leader(program, is_leader, program->insn_of[i] + 1);
    for (uint32_t i = 0; i < t->def_uses.count; i++)
        if (t->def_uses.def_use[i].kind == HW_DEF_USE_END)
            mark_leader(program, is_leader, t->def_uses.def_use[i].insn + 1);
}

static bool ends_threads(const struct hw_translator *t, const struct hw_code_graph *graph, uint32_t insn)
{
    for (uint32_t i = graph->first_def_use[insn]; i < graph->first_def_use[insn + 1]; i++)
        if (t->def_uses.def_use[i].kind == HW_DEF_USE_END)
            return true;
    return false;
}

/* Number the blocks by their leaders. */
static void number_blocks(struct hw_code_graph *graph, uint32_t insn_count)
{
    for (uint32_t insn = 0; insn < insn_count; insn++) {
        if (graph->block_of[insn])
            graph->block[graph->block_count++].first = insn;
        graph->block_of[insn] = graph->block_count - 1;
        graph->block[graph->block_count - 1].end = insn + 1;
    }
}

static void find_def_uses(const struct hw_translator *t, struct hw_code_graph *graph)
{
    uint32_t def_use = 0;

    for (uint32_t insn = 0; insn <= t->program->insn_count; insn++) {
        while (def_use < t->def_uses.count && t->def_uses.def_use[def_use].insn < insn)
            def_use++;
        graph->first_def_use[insn] = def_use;
    }
}

static bool build_blocks(const struct hw_translator *t, struct hw_code_graph *graph)
{
    const uint32_t insn_count = t->program->insn_count;
    uint32_t leaders = 0;

    graph->block_of = calloc(insn_count + 1, sizeof *graph->block_of);
    graph->first_def_use = malloc((insn_count + 1) * sizeof *graph->first_def_use);
    if (!graph->block_of || !graph->first_def_use)
        return false;
    mark_leaders(t, graph->block_of);
    for (uint32_t insn = 0; insn < insn_count; insn++)
        leaders += graph->block_of[insn];
    graph->block = calloc(leaders + 1, sizeof *graph->block);
    if (!graph->block)
        return false;
    number_blocks(graph, insn_count);
    find_def_uses(t, graph);
    for (struct hw_code_block *block = graph->block; block < graph->block + graph->block_count; block++)
        block->falls_through = !ends_threads(t, graph, block->end - 1);
    return true;
}

/* --- edges --- */

static void add_edge(struct hw_code_graph *graph, enum hw_edge_kind kind, uint32_t from, uint32_t to)
{
    graph->edge[graph->edge_count++] = (struct hw_code_edge){.from = from, .to = to, .kind = (uint8_t)kind};
}

static bool build_edges(const struct hw_translator *t, struct hw_code_graph *graph)
{
    const struct hw_program *program = t->program;
    const uint32_t pushed = graph->block_count;
    uint32_t leaving = 0;

    for (uint32_t i = 0; i < program->uop_count; i++)
        leaving += hw_pops_target(program->uop[i].fn);
    graph->edge = malloc((graph->block_count + 2 * t->target_count + leaving + 1) * sizeof *graph->edge);
    if (!graph->edge)
        return false;
    for (uint32_t i = 0; i + 1 < graph->block_count; i++)
        if (graph->block[i].falls_through)
            add_edge(graph, HW_EDGE_NEXT, i, i + 1);
    for (uint32_t i = 0; i < t->target_count; i++) {
        const uint32_t uop = t->target[i], from = graph->block_of[program->insn_of[uop]],
                       to = graph->block_of[target_insn(program, uop)];
        const bool is_push = program->uop[uop].fn == hw_uop_push;
        add_edge(graph, is_push ? HW_EDGE_PUSH : HW_EDGE_JUMP, from, to);
        if (is_push)
            add_edge(graph, HW_EDGE_PUSHED, pushed, to);
    }
    for (uint32_t i = 0; leaving && i < program->uop_count; i++)
        if (hw_pops_target(program->uop[i].fn))
            add_edge(graph, HW_EDGE_POP, graph->block_of[program->insn_of[i]], pushed);
    return true;
}

bool hw_code_graph_build(const struct hw_translator *t, struct hw_code_graph *graph)
{
    *graph = (struct hw_code_graph){0};
    return build_blocks(t, graph) && build_edges(t, graph);
}

void hw_code_graph_free(struct hw_code_graph *graph)
{
    free(graph->edge);
    free(graph->block);
    free(graph->first_def_use);
    free(graph->block_of);
}

/* --- adjacency --- */

bool hw_adjacency_build(const struct hw_code_graph *graph, unsigned kinds, bool reversed,
                        struct hw_adjacency *adjacency)
{
    const uint32_t nodes = graph->block_count + 1;
    uint32_t *first = calloc(nodes + 1, sizeof *first);

    *adjacency =
        (struct hw_adjacency){.first = first, .node = malloc((graph->edge_count + 1) * sizeof *first)};
    if (!first || !adjacency->node)
        return false;
    for (uint32_t i = 0; i < graph->edge_count; i++)
        if (graph->edge[i].kind & kinds)
            first[reversed ? graph->edge[i].to : graph->edge[i].from]++;
    for (uint32_t i = 1; i <= nodes; i++) /* first[n] is the end of n's list until it is filled backward */
        first[i] += first[i - 1];
    for (uint32_t i = graph->edge_count; i-- > 0;) {
        const struct hw_code_edge *edge = &graph->edge[i];
        if (edge->kind & kinds)
            adjacency->node[--first[reversed ? edge->to : edge->from]] = reversed ? edge->from : edge->to;
    }
    return true;
}

void hw_adjacency_free(struct hw_adjacency *adjacency)
{
    free(adjacency->node);
    free(adjacency->first);
}

uint32_t hw_adjacency_next(const struct hw_adjacency *adjacency, uint32_t node, uint32_t *cursor)
{
    const uint32_t at = adjacency->first[node] + (*cursor)++;

    return at < adjacency->first[node + 1] ? adjacency->node[at] : HW_DATAFLOW_END;
}
