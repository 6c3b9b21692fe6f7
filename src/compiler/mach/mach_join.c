/* SPDX-License-Identifier: MIT */
/* See mach_join.h. */
#include "compiler/mach/mach_join.h"

#include "compiler/mach/mach_color.h"

uint32_t hw_mach_same(struct hw_mach_joining *a, uint32_t reg)
{
    while (a->same[reg] != reg)
        reg = a->same[reg] = a->same[a->same[reg]];
    return reg;
}

/* Whether two registers as one are as easy to place: few of their neighbours are hard ones (Briggs). */
static bool is_safe(const struct hw_mach_joining *a, uint32_t x, uint32_t y)
{
    const struct hw_mach_reg *reg = a->function->reg;
    const uint32_t of[] = {x, y};
    const bool crosses = a->graph.node[x].crosses || a->graph.node[y].crosses;
    const uint32_t slots = hw_mach_slots(a->places, reg[x].file, reg[x].words, crosses);
    uint32_t taken = 0;

    for (unsigned k = 0; k < 2; k++) {
        const struct hw_mach_node *node = &a->graph.node[of[k]];
        for (uint32_t i = 0; i < node->count; i++) {
            const uint32_t other = node->with[i];
            if (a->same[other] != other || (k == 1 && hw_mach_graph_has(&a->graph, x, other)))
                continue;
            if (a->graph.node[other].count + 1 >=
                a->places->count[reg[other].file] / (reg[other].words * HW_MACH_WIDEST))
                taken += hw_mach_takes(reg[x].words, reg[other].words);
        }
    }
    return taken < slots;
}

static void join(struct hw_mach_joining *a, uint32_t x, uint32_t y)
{
    const struct hw_mach_node *node = &a->graph.node[y];

    a->same[y] = x;
    a->graph.node[x].cost += node->cost;
    a->graph.node[x].crosses |= node->crosses;
    for (uint32_t i = 0; i < a->graph.node[y].count; i++)
        if (a->same[a->graph.node[y].with[i]] == a->graph.node[y].with[i])
            hw_mach_graph_add(&a->graph, x, a->graph.node[y].with[i]);
    if (a->must[y])
        a->must[x] = true;
}

/* A copy whose ends may be one register; else each at least tells the other where it would like to be. */
static void try_copy(struct hw_mach_joining *a, const struct hw_mach_insn *insn)
{
    struct hw_mach_reg *reg = a->function->reg;

    if (!hw_mach_is_copy(insn) || insn->operand[0].kind != HW_MACH_OPERAND_REG ||
        insn->operand[1].kind != HW_MACH_OPERAND_REG)
        return;
    const uint32_t x = hw_mach_same(a, insn->operand[0].reg), y = hw_mach_same(a, insn->operand[1].reg);
    if (x == y || reg[x].file != reg[y].file || reg[x].words != reg[y].words)
        return;
    reg[x].near = y;
    reg[y].near = x;
    if (reg[x].is_fixed || reg[y].is_fixed || reg[x].stays || reg[y].stays)
        return; /* others know these by their numbers */
    if (!hw_mach_graph_has(&a->graph, x, y) && (a->places->joins_all || is_safe(a, x, y)))
        join(a, x, y);
}

/* Those of inner loops first. */
static void try_copies(struct hw_mach_joining *a)
{
    uint32_t deepest = 0;

    for (uint32_t i = 0; i < a->function->block_count; i++)
        if (a->function->block[i]->depth > deepest)
            deepest = a->function->block[i]->depth;
    for (uint32_t depth = deepest + 1; depth-- > 0;)
        for (uint32_t i = 0; i < a->function->block_count; i++)
            if (a->function->block[i]->depth == depth)
                for (const struct hw_mach_insn *insn = a->function->block[i]->first; insn;
                     insn = insn->behind)
                    try_copy(a, insn);
}

struct hw_mach_joining hw_mach_joining(struct hw_mach_function *function, const struct hw_mach_places *places,
                                       bool *must)
{
    struct hw_mach_joining a = {
        .function = function,
        .places = places,
        .graph = hw_mach_graph(function),
        .same = hw_arena_array(function->arena, (size_t)function->regs + 1, sizeof *a.same),
        .must = must};

    for (uint32_t reg = 0; reg <= function->regs; reg++)
        a.same[reg] = reg;
    try_copies(&a);
    for (uint32_t reg = 1; reg <= function->regs; reg++)
        hw_mach_same(&a, reg);
    return a;
}

static void rename_all(struct hw_mach_joining *a, struct hw_mach_insn *insn)
{
    for (unsigned i = 0; i <= insn->operands; i++) {
        struct hw_mach_operand *operand = i < insn->operands ? &insn->operand[i] : &insn->guard;
        if (hw_mach_is_reg(operand))
            operand->reg = hw_mach_same(a, operand->reg);
    }
}

static bool is_copy_of_itself(const struct hw_mach_insn *insn)
{
    return hw_mach_is_copy(insn) && insn->operand[0].kind == HW_MACH_OPERAND_REG &&
           insn->operand[1].kind == HW_MACH_OPERAND_REG && insn->operand[0].reg == insn->operand[1].reg;
}

void hw_mach_join(struct hw_mach_function *function, const struct hw_mach_places *places)
{
    bool *must = hw_arena_array(function->arena, (size_t)function->regs + 1, sizeof *must);

    struct hw_mach_joining a = hw_mach_joining(function, places, must);
    for (uint32_t i = 0; i < function->block_count; i++)
        for (struct hw_mach_insn *insn = function->block[i]->first, *behind; insn; insn = behind) {
            behind = insn->behind;
            rename_all(&a, insn);
            if (is_copy_of_itself(insn))
                hw_mach_remove(function->block[i], insn);
        }
}
