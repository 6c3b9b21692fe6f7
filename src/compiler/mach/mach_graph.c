/* SPDX-License-Identifier: MIT */
/* See mach_graph.h. */
#include "compiler/mach/mach_graph.h"

#include <string.h>

static uint64_t pair_of(uint32_t a, uint32_t b)
{
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

static uint64_t *place_of(uint64_t *table, size_t room, uint64_t pair)
{
    size_t at = (size_t)(pair * 0x9e3779b97f4a7c15u >> 20) & (room - 1);

    while (table[at] && table[at] != pair)
        at = (at + 1) & (room - 1);
    return &table[at];
}

static void make_room(struct hw_mach_graph *graph)
{
    const size_t room = graph->edge_room ? 2 * graph->edge_room : 1024;
    uint64_t *table = hw_arena_array(graph->arena, room, sizeof *table);

    for (size_t i = 0; i < graph->edge_room; i++)
        if (graph->edge[i])
            *place_of(table, room, graph->edge[i]) = graph->edge[i];
    graph->edge = table;
    graph->edge_room = room;
}

bool hw_mach_graph_has(const struct hw_mach_graph *graph, uint32_t a, uint32_t b)
{
    return graph->edge_room && *place_of(graph->edge, graph->edge_room, pair_of(a, b));
}

static void add_to(struct hw_mach_graph *graph, uint32_t a, uint32_t b)
{
    struct hw_mach_node *node = &graph->node[a];

    node->with = hw_arena_grow(graph->arena, node->with, node->count, &node->room, sizeof *node->with);
    node->with[node->count++] = b;
}

void hw_mach_graph_add(struct hw_mach_graph *graph, uint32_t a, uint32_t b)
{
    if (a == b)
        return;
    if (2 * (graph->edges + 1) > graph->edge_room)
        make_room(graph);
    uint64_t *place = place_of(graph->edge, graph->edge_room, pair_of(a, b));
    if (*place)
        return;
    *place = pair_of(a, b);
    graph->edges++;
    add_to(graph, a, b);
    add_to(graph, b, a);
}

/* A written register cannot have the place of what is live behind; that of a copy's source it can, which
 * holds the same. */
static void add_written(struct hw_mach_graph *graph, const struct hw_mach_function *function,
                        const struct hw_mach_insn *insn, const uint64_t *live, uint32_t words)
{
    for (unsigned i = 0; i < insn->written; i++) {
        if (!hw_mach_is_reg(&insn->operand[i]))
            continue;
        const uint32_t reg = insn->operand[i].reg;
        const uint32_t same =
            hw_mach_is_copy(insn) && hw_mach_is_reg(&insn->operand[1]) ? insn->operand[1].reg : 0;
        for (uint32_t word = 0; word < words; word++)
            for (uint64_t left = live[word]; left; left &= left - 1) {
                const uint32_t other = 64 * word + (uint32_t)__builtin_ctzll(left);
                if (other != same && function->reg[other].file == function->reg[reg].file)
                    hw_mach_graph_add(graph, reg, other);
            }
        for (unsigned k = 0; k < i; k++)
            if (hw_mach_is_reg(&insn->operand[k]) &&
                function->reg[insn->operand[k].reg].file == function->reg[reg].file)
                hw_mach_graph_add(graph, reg, insn->operand[k].reg);
    }
}

/* What a call writes, and what must survive it. */
static void add_passed(struct hw_mach_graph *graph, const struct hw_mach_function *function,
                       const struct hw_mach_passed *passed, uint64_t *live, uint32_t words)
{
    for (unsigned i = 0; i < passed->writes; i++)
        live[passed->written[i] / 64] &= ~((uint64_t)1 << passed->written[i] % 64);
    for (uint32_t word = 0; word < words; word++)
        for (uint64_t left = live[word]; left; left &= left - 1) {
            const uint32_t other = 64 * word + (uint32_t)__builtin_ctzll(left);
            graph->node[other].crosses = true;
            for (unsigned i = 0; i < passed->writes; i++)
                if (function->reg[other].file == HW_MACH_FILE_GENERAL)
                    hw_mach_graph_add(graph, passed->written[i], other);
        }
}

/* A form of several lines reads some operands when it has written others: registers beside the first that it
 * writes are for its own use, and share places with none of what it reads. */
static void add_late(struct hw_mach_graph *graph, const struct hw_mach_function *function,
                     const struct hw_mach_insn *insn)
{
    for (unsigned i = 0; i < insn->written; i++)
        for (unsigned k = insn->written; k < insn->operands; k++)
            if ((i > 0 || insn->late >> k & 1) && hw_mach_is_reg(&insn->operand[i]) &&
                hw_mach_is_reg(&insn->operand[k]) &&
                function->reg[insn->operand[i].reg].file == function->reg[insn->operand[k].reg].file)
                hw_mach_graph_add(graph, insn->operand[i].reg, insn->operand[k].reg);
}

static void add_costs(struct hw_mach_graph *graph, const struct hw_mach_insn *insn, uint32_t depth)
{
    const uint64_t cost = (uint64_t)1 << 3 * (depth < 8 ? depth : 8);

    for (unsigned i = 0; i < insn->operands; i++)
        if (hw_mach_is_reg(&insn->operand[i]))
            graph->node[insn->operand[i].reg].cost += cost;
    if (hw_mach_is_reg(&insn->guard))
        graph->node[insn->guard.reg].cost += cost;
}

struct hw_mach_graph hw_mach_graph(const struct hw_mach_function *function)
{
    const struct hw_mach_live live = hw_mach_live(function);
    struct hw_mach_graph graph = {.arena = function->arena};
    uint64_t *set = hw_arena_array(function->arena, live.words, sizeof *set);

    graph.node = hw_arena_array(function->arena, (size_t)function->regs + 1, sizeof *graph.node);
    for (uint32_t i = 0; i < function->block_count; i++) {
        const struct hw_mach_block *block = function->block[i];
        memcpy(set, hw_mach_live_set(&live, live.out, i), live.words * sizeof *set);
        for (const struct hw_mach_insn *insn = block->last; insn; insn = insn->before) {
            add_written(&graph, function, insn, set, live.words);
            if (insn->passed)
                add_passed(&graph, function, insn->passed, set, live.words);
            if (insn->late || insn->written > 1)
                add_late(&graph, function, insn);
            add_costs(&graph, insn, block->depth);
            hw_mach_live_before(set, insn);
        }
    }
    return graph;
}
