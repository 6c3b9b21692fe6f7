/* SPDX-License-Identifier: MIT */
/* Builds a wide register from words (REG_SEQUENCE).
 *
 * A word with no other use, defined in the same block by an instruction of its own, is written to its part
 * of the wide register directly; others are copied there.  An empty definition (an instruction without text)
 * stands before the first of them: there the live range of the entire register begins. */
#include "compiler/codegen/target_hooks.h"

struct hw_isel_reg_sequence_state {
    uint32_t reg;
    unsigned remaining; /* words that are not made yet */
};

static bool has_own_instruction(const struct hw_ir_insn *insn)
{
    switch (insn->op) {
    case HW_IR_PHI:
    case HW_IR_COPY:
    case HW_IR_CONVERT:
    case HW_IR_ATOMIC:
    case HW_IR_UNPACK:
    case HW_IR_PACK:
    case HW_IR_CALL:
    case HW_IR_ARGUMENT: return false;
    case HW_IR_LOAD: return insn->how.space != HW_IR_SPACE_PARAM && insn->how.space != HW_IR_SPACE_CONST;
    default: return !(hw_ir_op_is((enum hw_ir_op)insn->op) & (HW_IR_IS_WRITE | HW_IR_IS_FLOATING));
    }
}

static bool may_write_there(const struct hw_isel *s, const struct hw_ir_value *value)
{
    const struct hw_ir_insn *insn = value->from;
    struct hw_mir_operand preloaded_operand;

    return insn->block == s->insn->block && insn->results == 1 && !value->uses->next &&
           !s->reg[value->number] && value->kind != HW_IR_KIND_64 && value->kind != HW_IR_KIND_PRED &&
           has_own_instruction(insn) && !s->target->family->preloaded(s, value, &preloaded_operand);
}

struct hw_mir_operand hw_isel_reg_sequence(struct hw_isel *s, struct hw_mir_operand to, unsigned count,
                                           const struct hw_ir_use *word)
{
    unsigned remaining = 0, copies = 0;
    struct hw_mir_operand from[HW_MIR_WIDEST];
    bool is_copied[HW_MIR_WIDEST];

    for (unsigned i = 0; i < count; i++) {
        is_copied[i] = !may_write_there(s, word[i].value);
        if (is_copied[i]) {
            from[i] = hw_isel_operand(s, word[i].value);
            copies++;
        } else {
            s->reg[word[i].value->number] = to.reg;
            s->part[word[i].value->number] = (uint8_t)(1 + i);
            remaining++;
        }
    }
    for (unsigned i = 0; i < count; i++)
        if (is_copied[i]) {
            struct hw_mir_operand operand[] = {to, from[i]};
            operand[0].kind = HW_MIR_OPERAND_PART;
            operand[0].value = i;
            hw_isel_emit(s, "MOV %0, %1", 1, 2, operand);
        }
    s->joined = hw_arena_grow(s->arena, s->joined, s->joins, &s->joined_capacity, sizeof *s->joined);
    s->joined[s->joins++] = (struct hw_isel_reg_sequence_state){.reg = to.reg, .remaining = remaining};
    return to;
}

struct hw_mir_operand hw_isel_to(struct hw_isel *s, const struct hw_ir_value *value)
{
    struct hw_mir_operand to = hw_isel_of(s, hw_isel_reg(s, value));

    if (!s->part[value->number])
        return to;
    to.kind = HW_MIR_OPERAND_PART;
    to.value = s->part[value->number] - 1;
    for (size_t i = 0; i < s->joins; i++)
        if (s->joined[i].reg == to.reg)
            s->joined[i].remaining--;
    return to;
}

void hw_isel_begin_reg_sequences(struct hw_isel *s)
{
    size_t kept = 0;

    for (size_t i = 0; i < s->joins; i++) {
        if (s->joined[i].remaining) {
            s->joined[kept++] = s->joined[i];
            continue;
        }
        const struct hw_mir_operand whole = hw_isel_of(s, s->joined[i].reg);
        s->at = hw_isel_emit(s, "", 1, 1, &whole);
    }
    s->joins = kept;
}
