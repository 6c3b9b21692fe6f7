/* SPDX-License-Identifier: MIT */
/* Coalesces copies: see mir_coalesce.h. */
#include "compiler/mir/mir_coalesce.h"

#include "compiler/mir/mir_color.h"

uint32_t hw_mir_representative(struct hw_mir_coalescing *a, uint32_t reg)
{
    while (a->representative[reg] != reg)
        reg = a->representative[reg] = a->representative[a->representative[reg]];
    return reg;
}

/* The Briggs test: the coalesced register stays colorable if few of its neighbours are of significant
 * degree. */
static bool is_safe(const struct hw_mir_coalescing *a, uint32_t x, uint32_t y)
{
    const struct hw_mir_reg *reg = a->function->reg;
    const uint32_t of[] = {x, y};
    const bool crosses = a->graph.node[x].crosses || a->graph.node[y].crosses;
    const uint32_t slots = hw_mir_slots(a->allocatable, reg[x].file, reg[x].words, crosses);
    uint32_t taken = 0;

    for (unsigned k = 0; k < 2; k++) {
        const struct hw_mir_interference_node *node = &a->graph.node[of[k]];
        for (uint32_t i = 0; i < node->count; i++) {
            const uint32_t other = node->neighbour[i];
            if (a->representative[other] != other || (k == 1 && hw_mir_interferes(&a->graph, x, other)))
                continue;
            if (a->graph.node[other].count + 1 >=
                a->allocatable->count[reg[other].file] / (reg[other].words * HW_MIR_WIDEST))
                taken += hw_mir_takes(reg[x].words, reg[other].words);
        }
    }
    return taken < slots;
}

static void merge_nodes(struct hw_mir_coalescing *a, uint32_t x, uint32_t y)
{
    const struct hw_mir_interference_node *node = &a->graph.node[y];

    a->representative[y] = x;
    a->graph.node[x].cost += node->cost;
    a->graph.node[x].crosses |= node->crosses;
    for (uint32_t i = 0; i < a->graph.node[y].count; i++)
        if (a->representative[a->graph.node[y].neighbour[i]] == a->graph.node[y].neighbour[i])
            hw_mir_interference_add(&a->graph, x, a->graph.node[y].neighbour[i]);
    if (a->no_spill[y])
        a->no_spill[x] = true;
}

/* A copy whose ends may be one register; else each at least tells the other where it would like to be. */
static void try_copy(struct hw_mir_coalescing *a, const struct hw_mir_insn *insn)
{
    struct hw_mir_reg *reg = a->function->reg;

    if (!hw_mir_is_copy(insn) || insn->operand[0].kind != HW_MIR_OPERAND_REG ||
        insn->operand[1].kind != HW_MIR_OPERAND_REG)
        return;
    const uint32_t x = hw_mir_representative(a, insn->operand[0].reg),
                   y = hw_mir_representative(a, insn->operand[1].reg);
    if (x == y || reg[x].file != reg[y].file || reg[x].words != reg[y].words)
        return;
    reg[x].hint = y;
    reg[y].hint = x;
    if (reg[x].is_precolored || reg[y].is_precolored || reg[x].no_spill || reg[y].no_spill)
        return; /* others know these by their numbers */
    if (!hw_mir_interferes(&a->graph, x, y) && (a->allocatable->coalesces_all || is_safe(a, x, y)))
        merge_nodes(a, x, y);
}

/* Those of inner loops first. */
static void try_copies(struct hw_mir_coalescing *a)
{
    uint32_t deepest = 0;

    for (uint32_t i = 0; i < a->function->block_count; i++)
        if (a->function->block[i]->depth > deepest)
            deepest = a->function->block[i]->depth;
    for (uint32_t depth = deepest + 1; depth-- > 0;)
        for (uint32_t i = 0; i < a->function->block_count; i++)
            if (a->function->block[i]->depth == depth)
                for (const struct hw_mir_insn *insn = a->function->block[i]->first; insn; insn = insn->next)
                    try_copy(a, insn);
}

struct hw_mir_coalescing hw_mir_coalescing(struct hw_mir_function *function,
                                           const struct hw_mir_register_set *allocatable, bool *no_spill)
{
    struct hw_mir_coalescing a = {.function = function,
                                  .allocatable = allocatable,
                                  .graph = hw_mir_interference(function),
                                  .representative = hw_arena_array(
                                      function->arena, (size_t)function->regs + 1, sizeof *a.representative),
                                  .no_spill = no_spill};

    for (uint32_t reg = 0; reg <= function->regs; reg++)
        a.representative[reg] = reg;
    try_copies(&a);
    for (uint32_t reg = 1; reg <= function->regs; reg++)
        hw_mir_representative(&a, reg);
    return a;
}

static void rename_all(struct hw_mir_coalescing *a, struct hw_mir_insn *insn)
{
    for (unsigned i = 0; i <= insn->operands; i++) {
        struct hw_mir_operand *operand = i < insn->operands ? &insn->operand[i] : &insn->guard;
        if (hw_mir_is_reg(operand))
            operand->reg = hw_mir_representative(a, operand->reg);
    }
}

static bool is_copy_of_itself(const struct hw_mir_insn *insn)
{
    return hw_mir_is_copy(insn) && insn->operand[0].kind == HW_MIR_OPERAND_REG &&
           insn->operand[1].kind == HW_MIR_OPERAND_REG && insn->operand[0].reg == insn->operand[1].reg;
}

void hw_mir_coalesce(struct hw_mir_function *function, const struct hw_mir_register_set *allocatable)
{
    bool *no_spill = hw_arena_array(function->arena, (size_t)function->regs + 1, sizeof *no_spill);

    struct hw_mir_coalescing a = hw_mir_coalescing(function, allocatable, no_spill);
    for (uint32_t i = 0; i < function->block_count; i++)
        for (struct hw_mir_insn *insn = function->block[i]->first, *next; insn; insn = next) {
            next = insn->next;
            rename_all(&a, insn);
            if (is_copy_of_itself(insn))
                hw_mir_remove(function->block[i], insn);
        }
}
