/* SPDX-License-Identifier: MIT */
/* Chaitin-Briggs graph coloring: see mir_color.h.  Nodes of low degree are simplified first.  If none is
 * left, the node with the lowest spill cost is pushed optimistically.  Nodes are popped in the opposite
 * order: each gets the lowest free register, or that of a register that it is copied to or from. */
#include "compiler/mir/mir_color.h"

#include <string.h>

struct coloring {
    struct hw_mir_coloring *c;
    uint32_t slots[HW_MIR_FILE_COUNT][2][HW_MIR_WIDEST + 1]; /* by file, whether it crosses calls, words */
    uint32_t *taken; /* by register: slots that its neighbours can take, of those that are not pushed yet */
    bool *is_removed;
    uint32_t *stack, depth;
    uint32_t *easy, easy_count; /* registers that can be set aside */
    uint32_t *hard, hard_count; /* others, with some that have become easy since */
};

static const struct hw_mir_reg *reg_of(const struct coloring *coloring, uint32_t reg)
{
    return &coloring->c->function->reg[reg];
}

static bool is_easy(const struct coloring *coloring, uint32_t reg)
{
    const struct hw_mir_reg *of = reg_of(coloring, reg);

    return coloring->taken[reg] < coloring->slots[of->file][coloring->c->graph->node[reg].crosses][of->words];
}

static void classify_nodes(struct coloring *coloring)
{
    const struct hw_mir_function *function = coloring->c->function;

    for (uint32_t reg = 1; reg <= function->regs; reg++) {
        const struct hw_mir_interference_node *node = &coloring->c->graph->node[reg];
        if (coloring->c->representative[reg] != reg || !node->cost || function->reg[reg].is_precolored) {
            coloring->is_removed[reg] = true;
            continue;
        }
        for (uint32_t i = 0; i < node->count; i++)
            if (coloring->c->representative[node->neighbour[i]] == node->neighbour[i])
                coloring->taken[reg] +=
                    hw_mir_takes(function->reg[reg].words, function->reg[node->neighbour[i]].words);
        if (is_easy(coloring, reg))
            coloring->easy[coloring->easy_count++] = reg;
        else
            coloring->hard[coloring->hard_count++] = reg;
    }
}

static void push_node(struct coloring *coloring, uint32_t reg)
{
    const struct hw_mir_interference_node *node = &coloring->c->graph->node[reg];

    coloring->is_removed[reg] = true;
    coloring->stack[coloring->depth++] = reg;
    for (uint32_t i = 0; i < node->count; i++) {
        const uint32_t other = node->neighbour[i];
        if (coloring->is_removed[other])
            continue;
        const bool was_easy = is_easy(coloring, other);
        coloring->taken[other] -= hw_mir_takes(reg_of(coloring, other)->words, reg_of(coloring, reg)->words);
        if (!was_easy && is_easy(coloring, other))
            coloring->easy[coloring->easy_count++] = other;
    }
}

#define CHEAPER 8 /* times as cheap as a spill */

static uint64_t cost_of(const struct coloring *coloring, uint32_t reg)
{
    const uint64_t cost = coloring->c->graph->node[reg].cost * CHEAPER;

    return coloring->c->cheap && coloring->c->cheap[reg] ? cost / CHEAPER : cost;
}

/* The spill candidate: the lowest cost for the degree that it removes; one that must not be spilled last. */
static uint32_t pick_spill(struct coloring *coloring)
{
    uint32_t best = 0, kept = 0;

    for (uint32_t i = 0; i < coloring->hard_count; i++) {
        const uint32_t reg = coloring->hard[i];
        if (coloring->is_removed[reg])
            continue;
        coloring->hard[kept++] = reg;
        if (!best) {
            best = reg;
            continue;
        }
        const uint64_t cost = cost_of(coloring, reg) * coloring->taken[best],
                       least = cost_of(coloring, best) * coloring->taken[reg];
        const bool no_spill = coloring->c->no_spill[reg], best_no_spill = coloring->c->no_spill[best];
        if (no_spill != best_no_spill ? best_no_spill : cost < least)
            best = reg;
    }
    coloring->hard_count = kept;
    return best;
}

static void simplify_nodes(struct coloring *coloring)
{
    for (;;) {
        uint32_t reg;
        if (coloring->easy_count)
            reg = coloring->easy[--coloring->easy_count];
        else if ((reg = pick_spill(coloring)) == 0)
            return;
        if (!coloring->is_removed[reg])
            push_node(coloring, reg);
    }
}

/* --- select ------------------------------------------------------------------------------------------ */

#define MAX_REGISTERS 256

/* Whether a register may be assigned a physical one, apart from interference. */
static bool may_lie(const struct hw_mir_register_set *allocatable, unsigned file, unsigned at, unsigned words,
                    bool crosses)
{
    const struct hw_mir_calling_convention *convention = allocatable->convention;

    if (!convention)
        return true;
    if (file != HW_MIR_FILE_GENERAL)
        return !crosses;
    for (unsigned i = at; i < at + words; i++)
        if (hw_mir_is_in(convention->reserved, i) || (crosses && !hw_mir_is_in(convention->callee_saved, i)))
            return false;
    return true;
}

uint32_t hw_mir_slots(const struct hw_mir_register_set *allocatable, unsigned file, unsigned words,
                      bool crosses)
{
    uint32_t slots = 0;

    if (!allocatable->convention)
        return allocatable->count[file] / words;
    for (unsigned at = 0; at + words <= allocatable->count[file]; at += words)
        slots += may_lie(allocatable, file, at, words, crosses);
    return slots;
}

static void count_slots(struct coloring *coloring)
{
    for (unsigned file = 0; file < HW_MIR_FILE_COUNT; file++)
        for (unsigned words = 1; words <= HW_MIR_WIDEST; words++) {
            coloring->slots[file][0][words] = hw_mir_slots(coloring->c->allocatable, file, words, false);
            coloring->slots[file][1][words] = hw_mir_slots(coloring->c->allocatable, file, words, true);
        }
}

static void mark_used(bool used[MAX_REGISTERS], const struct hw_mir_reg *reg)
{
    if (reg->phys != HW_MIR_UNASSIGNED)
        memset(used + reg->phys, 1, reg->words);
}

static bool is_free(const bool used[MAX_REGISTERS], unsigned at, unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        if (used[at + i])
            return false;
    return true;
}

static bool is_first(const struct coloring *coloring, const struct hw_mir_reg *reg, unsigned at)
{
    const struct hw_mir_calling_convention *convention = coloring->c->allocatable->convention;

    return !convention || reg->file != HW_MIR_FILE_GENERAL || hw_mir_is_in(convention->first, at);
}

/* The lowest of those that come first, or of all. */
static bool assign_lowest(struct coloring *coloring, uint32_t number,
                          const bool used[MAX_REGISTERS + HW_MIR_WIDEST], bool first_only)
{
    struct hw_mir_reg *reg = &coloring->c->function->reg[number];
    const bool crosses = coloring->c->graph->node[number].crosses;
    const struct hw_mir_register_set *allocatable = coloring->c->allocatable;

    for (unsigned at = 0; at + reg->words <= allocatable->count[reg->file]; at += reg->words)
        if (is_free(used, at, reg->words) && may_lie(allocatable, reg->file, at, reg->words, crosses) &&
            (!first_only || is_first(coloring, reg, at))) {
            reg->phys = (uint16_t)at;
            return true;
        }
    return false;
}

/* That of the register it is copied to or from, if it fits; else the lowest. */
static bool assign_register(struct coloring *coloring, uint32_t number)
{
    const struct hw_mir_interference_node *node = &coloring->c->graph->node[number];
    struct hw_mir_reg *reg = &coloring->c->function->reg[number];
    const uint32_t hint = reg->hint ? coloring->c->representative[reg->hint] : 0;
    bool used[MAX_REGISTERS + HW_MIR_WIDEST] = {false};

    for (uint32_t i = 0; i < node->count; i++)
        mark_used(used, reg_of(coloring, node->neighbour[i]));
    if (hint && reg_of(coloring, hint)->phys != HW_MIR_UNASSIGNED &&
        reg_of(coloring, hint)->words == reg->words &&
        is_free(used, reg_of(coloring, hint)->phys, reg->words) &&
        may_lie(coloring->c->allocatable, reg->file, reg_of(coloring, hint)->phys, reg->words,
                node->crosses)) {
        reg->phys = reg_of(coloring, hint)->phys;
        return true;
    }
    return assign_lowest(coloring, number, used, true) || assign_lowest(coloring, number, used, false);
}

bool hw_mir_color(struct hw_mir_coloring *c)
{
    struct hw_arena *arena = c->graph->arena;
    const size_t regs = (size_t)c->function->regs + 1;
    struct coloring coloring = {.c = c};
    bool ok = true;

    coloring.taken = hw_arena_array(arena, regs, sizeof *coloring.taken);
    coloring.is_removed = hw_arena_array(arena, regs, sizeof *coloring.is_removed);
    coloring.stack = hw_arena_array(arena, regs, sizeof *coloring.stack);
    coloring.easy = hw_arena_array(arena, 2 * regs, sizeof *coloring.easy);
    coloring.hard = hw_arena_array(arena, regs, sizeof *coloring.hard);
    c->spilled = hw_arena_array(arena, regs, sizeof *c->spilled);
    c->spilled_count = 0;
    count_slots(&coloring);
    classify_nodes(&coloring);
    simplify_nodes(&coloring);
    while (coloring.depth) {
        const uint32_t reg = coloring.stack[--coloring.depth];
        if (assign_register(&coloring, reg))
            continue;
        ok = ok && !c->no_spill[reg];
        c->spilled[c->spilled_count++] = reg;
    }
    return ok;
}
