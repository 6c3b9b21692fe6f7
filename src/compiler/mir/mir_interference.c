/* SPDX-License-Identifier: MIT */
/* Builds the interference graph: see mir_interference.h. */
#include "compiler/mir/mir_interference.h"

#include <string.h>

static uint64_t pair_of(uint32_t a, uint32_t b)
{
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

static uint64_t *slot_of(uint64_t *table, size_t capacity, uint64_t pair)
{
    size_t at = (size_t)(pair * 0x9e3779b97f4a7c15u >> 20) & (capacity - 1);

    while (table[at] && table[at] != pair)
        at = (at + 1) & (capacity - 1);
    return &table[at];
}

static void grow_edges(struct hw_mir_interference *graph)
{
    const size_t capacity = graph->edge_capacity ? 2 * graph->edge_capacity : 1024;
    uint64_t *table = hw_arena_array(graph->arena, capacity, sizeof *table);

    for (size_t i = 0; i < graph->edge_capacity; i++)
        if (graph->edge[i])
            *slot_of(table, capacity, graph->edge[i]) = graph->edge[i];
    graph->edge = table;
    graph->edge_capacity = capacity;
}

bool hw_mir_interferes(const struct hw_mir_interference *graph, uint32_t a, uint32_t b)
{
    return graph->edge_capacity && *slot_of(graph->edge, graph->edge_capacity, pair_of(a, b));
}

static void add_to(struct hw_mir_interference *graph, uint32_t a, uint32_t b)
{
    struct hw_mir_interference_node *node = &graph->node[a];

    node->neighbour =
        hw_arena_grow(graph->arena, node->neighbour, node->count, &node->capacity, sizeof *node->neighbour);
    node->neighbour[node->count++] = b;
}

void hw_mir_interference_add(struct hw_mir_interference *graph, uint32_t a, uint32_t b)
{
    if (a == b)
        return;
    if (2 * (graph->edges + 1) > graph->edge_capacity)
        grow_edges(graph);
    uint64_t *slot = slot_of(graph->edge, graph->edge_capacity, pair_of(a, b));
    if (*slot)
        return;
    *slot = pair_of(a, b);
    graph->edges++;
    add_to(graph, a, b);
    add_to(graph, b, a);
}

/* A defined register interferes with what is live after; not so with a copy's source, which has the same
 * value. */
static void add_definitions(struct hw_mir_interference *graph, const struct hw_mir_function *function,
                            const struct hw_mir_insn *insn, const uint64_t *live, uint32_t words)
{
    for (unsigned i = 0; i < insn->written; i++) {
        if (!hw_mir_is_reg(&insn->operand[i]))
            continue;
        const uint32_t reg = insn->operand[i].reg;
        const uint32_t same =
            hw_mir_is_copy(insn) && hw_mir_is_reg(&insn->operand[1]) ? insn->operand[1].reg : 0;
        for (uint32_t word = 0; word < words; word++)
            for (uint64_t left = live[word]; left; left &= left - 1) {
                const uint32_t other = 64 * word + (uint32_t)__builtin_ctzll(left);
                if (other != same && function->reg[other].file == function->reg[reg].file)
                    hw_mir_interference_add(graph, reg, other);
            }
        for (unsigned k = 0; k < i; k++)
            if (hw_mir_is_reg(&insn->operand[k]) &&
                function->reg[insn->operand[k].reg].file == function->reg[reg].file)
                hw_mir_interference_add(graph, reg, insn->operand[k].reg);
    }
}

/* What a call writes, and what must survive it. */
static void add_call(struct hw_mir_interference *graph, const struct hw_mir_function *function,
                     const struct hw_mir_implicit *implicit, uint64_t *live, uint32_t words)
{
    for (unsigned i = 0; i < implicit->writes; i++)
        live[implicit->written[i] / 64] &= ~((uint64_t)1 << implicit->written[i] % 64);
    for (uint32_t word = 0; word < words; word++)
        for (uint64_t left = live[word]; left; left &= left - 1) {
            const uint32_t other = 64 * word + (uint32_t)__builtin_ctzll(left);
            graph->node[other].crosses = true;
            for (unsigned i = 0; i < implicit->writes; i++)
                if (function->reg[other].file == HW_MIR_FILE_GENERAL)
                    hw_mir_interference_add(graph, implicit->written[i], other);
        }
}

/* A template of several lines reads some operands after it has written others: result registers after the
 * first are scratch registers, and interfere with all that it reads. */
static void add_early_clobber(struct hw_mir_interference *graph, const struct hw_mir_function *function,
                              const struct hw_mir_insn *insn)
{
    for (unsigned i = 0; i < insn->written; i++)
        for (unsigned k = insn->written; k < insn->operands; k++)
            if ((i > 0 || insn->early_clobber >> k & 1) && hw_mir_is_reg(&insn->operand[i]) &&
                hw_mir_is_reg(&insn->operand[k]) &&
                function->reg[insn->operand[i].reg].file == function->reg[insn->operand[k].reg].file)
                hw_mir_interference_add(graph, insn->operand[i].reg, insn->operand[k].reg);
}

static void add_costs(struct hw_mir_interference *graph, const struct hw_mir_insn *insn, uint32_t depth)
{
    const uint64_t cost = (uint64_t)1 << 3 * (depth < 8 ? depth : 8);

    for (unsigned i = 0; i < insn->operands; i++)
        if (hw_mir_is_reg(&insn->operand[i]))
            graph->node[insn->operand[i].reg].cost += cost;
    if (hw_mir_is_reg(&insn->guard))
        graph->node[insn->guard.reg].cost += cost;
}

struct hw_mir_interference hw_mir_interference(const struct hw_mir_function *function)
{
    const struct hw_mir_liveness live = hw_mir_liveness(function);
    struct hw_mir_interference graph = {.arena = function->arena};
    uint64_t *set = hw_arena_array(function->arena, live.words, sizeof *set);

    graph.node = hw_arena_array(function->arena, (size_t)function->regs + 1, sizeof *graph.node);
    for (uint32_t i = 0; i < function->block_count; i++) {
        const struct hw_mir_block *block = function->block[i];
        memcpy(set, hw_mir_liveness_set(&live, live.out, i), live.words * sizeof *set);
        for (const struct hw_mir_insn *insn = block->last; insn; insn = insn->prev) {
            add_definitions(&graph, function, insn, set, live.words);
            if (insn->implicit)
                add_call(&graph, function, insn->implicit, set, live.words);
            if (insn->early_clobber || insn->written > 1)
                add_early_clobber(&graph, function, insn);
            add_costs(&graph, insn, block->depth);
            hw_mir_live_before(set, insn);
        }
    }
    return graph;
}
