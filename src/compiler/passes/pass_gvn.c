/* SPDX-License-Identifier: MIT */
/* Global value numbering traverses the dominator tree and replaces an instruction by an equal one that
 * dominates it.  A hash table of operation and operands finds the other; when the traversal leaves a subtree,
 * it removes the subtree's entries. */
#include "compiler/passes/passes.h"

struct numbering {
    const struct hw_ir_flow *flow;
    struct numbered {
        struct hw_ir_insn *insn;
        struct numbered *next; /* with the same hash, the newest first */
    } * *table;
    size_t mask;
};

/* Whether a second execution would compute the same, so that one suffices. */
static bool is_repeatable(const struct hw_ir_insn *insn)
{
    const unsigned is = hw_ir_op_is((enum hw_ir_op)insn->op);
    const bool is_read_only = insn->how.space == HW_IR_SPACE_CONST || insn->how.space == HW_IR_SPACE_PARAM;

    if (is & (HW_IR_IS_WRITE | HW_IR_IS_END) || insn->how.is_volatile || !insn->results)
        return false;
    return !(is & HW_IR_IS_READ) || (insn->op == HW_IR_LOAD && is_read_only);
}

/* Canonical order of commutative operands: a constant stands second, else the older value first. */
static void order_operands(struct hw_ir_insn *insn)
{
    uint64_t bits;

    if (!(hw_ir_op_is((enum hw_ir_op)insn->op) & HW_IR_IS_SWAPPABLE))
        return;
    struct hw_ir_value *a = insn->operand[0].value, *b = insn->operand[1].value;
    const bool a_constant = hw_ir_is_constant(a, &bits), b_constant = hw_ir_is_constant(b, &bits);
    if (a_constant != b_constant ? a_constant : a->number > b->number) {
        hw_ir_set_operand(insn, 0, b);
        hw_ir_set_operand(insn, 1, a);
    }
}

static uint64_t hash_insn(const struct hw_ir_insn *insn)
{
    uint64_t hash = (uint64_t)insn->op << 32 | (uint64_t)insn->how.type << 16 | insn->how.from;

    hash = hash * 0x9e3779b97f4a7c15u ^ insn->how.bits ^ (uint64_t)insn->how.number << 32;
    for (uint32_t i = 0; i < insn->operands; i++)
        hash = (hash ^ hash >> 29 ^ insn->operand[i].value->number) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

static bool is_same(const struct hw_ir_insn *a, const struct hw_ir_insn *b)
{
    if (a->op != b->op || a->operands != b->operands || a->results != b->results ||
        !hw_ir_same_modifiers(&a->how, &b->how) || (a->op == HW_IR_PHI && a->block != b->block))
        return false;
    for (uint32_t i = 0; i < a->operands; i++)
        if (a->operand[i].value != b->operand[i].value)
            return false;
    for (uint32_t i = 0; i < a->results; i++)
        if (a->result[i].kind != b->result[i].kind)
            return false;
    return true;
}

static void replace_insn(struct hw_ir_insn *insn, struct hw_ir_insn *by)
{
    for (uint32_t i = 0; i < insn->results; i++)
        hw_ir_replace(&insn->result[i], &by->result[i]);
    hw_ir_remove(insn);
}

static bool number_block(struct numbering *numbering, struct hw_arena *arena, struct hw_ir_block *block,
                         uint32_t rpo)
{
    bool changed = false;

    for (struct hw_ir_insn *insn = block->first, *next; insn; insn = next) {
        next = insn->next;
        if (!is_repeatable(insn))
            continue;
        order_operands(insn);
        struct numbered **list = &numbering->table[hash_insn(insn) & numbering->mask], *found = *list;
        /* the traversal has left blocks that do not dominate this one: the entry is needed no more */
        while (found &&
               !hw_ir_dominates(numbering->flow, numbering->flow->rpo[found->insn->block->number], rpo))
            found = found->next;
        *list = found;
        while (found && !is_same(found->insn, insn))
            found = found->next;
        if (found) {
            replace_insn(insn, found->insn);
            changed = true;
            continue;
        }
        found = hw_arena_alloc(arena, sizeof *found);
        *found = (struct numbered){insn, *list};
        *list = found;
    }
    return changed;
}

bool hw_pass_gvn(struct hw_ir_function *function, const struct hw_ir_flow *flow)
{
    struct numbering numbering = {.flow = flow};
    uint32_t *by_number = hw_arena_array(function->arena, flow->count, sizeof *by_number);
    size_t capacity = 64;
    bool changed = false;

    while (capacity < function->values)
        capacity *= 2;
    numbering.mask = capacity - 1;
    numbering.table = hw_arena_array(function->arena, capacity, sizeof(struct numbered *));
    for (uint32_t i = 0; i < flow->count; i++)
        by_number[flow->first[i]] = i;
    for (uint32_t i = 0; i < flow->count; i++)
        changed |= number_block(&numbering, function->arena, flow->order[by_number[i]], by_number[i]);
    return changed;
}
