/* SPDX-License-Identifier: MIT */
/* Phi elimination replaces phis by copies at the ends of the predecessors.  These are parallel copies: a
 * register is written only after all reads of its old value, and a cycle of copies is broken by a temporary.
 */
#include "compiler/codegen/target_hooks.h"

struct copy {
    struct hw_mir_operand to, from;
    bool is_done;
};

static bool is_same(const struct hw_mir_operand *a, const struct hw_mir_operand *b)
{
    return hw_mir_is_reg(a) && hw_mir_is_reg(b) && a->reg == b->reg;
}

static bool is_read(const struct copy *copy, unsigned count, unsigned which)
{
    for (unsigned i = 0; i < count; i++)
        if (i != which && !copy[i].is_done && is_same(&copy[i].from, &copy[which].to))
            return true;
    return false;
}

static const char *form_of(const struct hw_isel *s, struct hw_mir_operand to_operand,
                           struct hw_mir_operand from)
{
    const struct hw_mir_reg *to = &s->to->reg[to_operand.reg];

    if (to->file == HW_MIR_FILE_PREDICATES)
        return from.kind == HW_MIR_OPERAND_REG && !from.inv ? NULL : "PSETP.AND.AND %0, PT, %1, PT, PT";
    if (from.kind == HW_MIR_OPERAND_REG && to_operand.kind == HW_MIR_OPERAND_REG)
        return NULL;
    if (from.kind == HW_MIR_OPERAND_IMMEDIATE)
        return s->target->family->literal[to->words - 1];
    return to->words == 2 && to_operand.kind == HW_MIR_OPERAND_REG ? "MOV %0, %1\nMOV %0', %1'"
                                                                   : "MOV %0, %1";
}

void hw_isel_move(struct hw_isel *s, struct hw_mir_operand to, struct hw_mir_operand from)
{
    const struct hw_mir_operand operand[] = {to, from};

    hw_isel_emit(s, form_of(s, to, from), 1, 2, operand);
}

static void emit_copy(struct hw_isel *s, struct copy *copy)
{
    hw_isel_move(s, copy->to, copy->from);
    copy->is_done = true;
}

/* A constant or a parameter is copied without a register in between. */
struct hw_mir_operand hw_isel_source(struct hw_isel *s, const struct hw_ir_value *value)
{
    struct hw_mir_operand operand = {.kind = HW_MIR_OPERAND_CONSTANT};
    uint64_t bits;

    if (hw_ir_is_constant(value, &bits) &&
        (!s->target->family->has_predicates || (value->kind != HW_IR_KIND_PRED && bits)))
        return hw_isel_immediate(value->kind == HW_IR_KIND_PRED && bits ? UINT32_MAX : bits,
                                 HW_IMMEDIATE_UNSIGNED);
    if (s->target->family->preloaded(s, value, &operand))
        return operand;
    return hw_isel_operand(s, value);
}

static void emit_copies(struct hw_isel *s, struct copy *copy, unsigned count)
{
    for (unsigned left = count; left;) {
        const unsigned before = left;
        for (unsigned i = 0; i < count; i++)
            if (!copy[i].is_done && !is_read(copy, count, i)) {
                emit_copy(s, &copy[i]);
                left--;
            }
        if (left < before)
            continue;
        unsigned first = 0;
        while (copy[first].is_done)
            first++;
        /* What this one writes is read by others: they read a copy of it. */
        const struct hw_mir_reg reg = s->to->reg[copy[first].to.reg];
        struct copy save_register = {
            .to = hw_isel_of(s, hw_isel_scratch(s, (enum hw_mir_file)reg.file, reg.words)),
            .from = copy[first].to};
        emit_copy(s, &save_register);
        for (unsigned i = 0; i < count; i++)
            if (!copy[i].is_done && is_same(&copy[i].from, &copy[first].to))
                copy[i].from.reg = save_register.to.reg;
    }
}

static unsigned edge_of(const struct hw_ir_block *to, uint32_t from)
{
    unsigned edge = 0;

    while (to->from[edge]->number != from)
        edge++;
    return edge;
}

void hw_isel_eliminate_phis(struct hw_isel *s, const struct hw_ir_block *block)
{
    const unsigned edge = edge_of(block, s->block->number);
    unsigned count = 0, made = 0;

    for (const struct hw_ir_insn *phi = block->first; phi && phi->op == HW_IR_PHI; phi = phi->next)
        count++;
    struct copy *copy = hw_arena_array(s->arena, count, sizeof *copy);
    s->at = s->block->first;
    for (const struct hw_ir_insn *phi = block->first; phi && phi->op == HW_IR_PHI; phi = phi->next) {
        const struct hw_ir_value *value = phi->operand[edge].value;
        if (value->from->op == HW_IR_UNDEFINED || value == &phi->result[0])
            continue;
        copy[made].to = hw_isel_to(s, &phi->result[0]);
        copy[made++].from = hw_isel_source(s, value);
    }
    emit_copies(s, copy, made);
}
