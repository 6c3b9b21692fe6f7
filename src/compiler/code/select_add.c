/* SPDX-License-Identifier: MIT */
/* Sums of 64 bits of which one number is a scaled index: the shift goes into the sum of the low words. */
#include <stdio.h>
#include <string.h>

#include "compiler/code/select.h"

/* A pair whose low word is another's, shifted by so much. */
static const struct hw_ir_insn *scaled_pair(const struct hw_ir_value *value, uint64_t *shift)
{
    value = hw_select_same(value);
    const struct hw_ir_insn *pair = value->from;

    if (pair->op != HW_IR_PACK || pair->operands != 2 || pair->operand[0].value->kind != HW_IR_KIND_32)
        return NULL;
    const struct hw_ir_insn *low = pair->operand[0].value->from;
    return low->op == HW_IR_SHL && hw_ir_is_constant(low->operand[1].value, shift) && *shift > 0 &&
                   *shift < 32
               ? pair
               : NULL;
}

static bool add_scaled(struct hw_selection *s, const struct hw_ir_insn *insn, unsigned which)
{
    uint64_t shift, bits;
    const struct hw_ir_insn *pair = scaled_pair(insn->operand[which].value, &shift);
    const struct hw_ir_value *other = insn->operand[1 - which].value;
    char text[96];

    if (!pair || hw_ir_is_constant(other, &bits))
        return false;
    struct hw_mach_operand operand[4] = {hw_select_to(s, &insn->result[0])};
    operand[1] = hw_select_operand(s, pair->operand[0].value->from->operand[0].value);
    operand[2].kind = HW_MACH_OPERAND_CONSTANT;
    if (!hw_select_in_bank(s, other, &operand[2].bank, &operand[2].value))
        operand[2] = hw_select_operand(s, other);
    operand[3] = hw_select_operand(s, pair->operand[1].value);
    const int length =
        snprintf(text, sizeof text, "ISCADD %%0.CC, %%1, %%2, 0x%x\nIADD.X %%0', %%3, %%2'", (unsigned)shift);
    hw_select_put(s, hw_arena_text(s->arena, text, (size_t)length), 1, 4, operand)->late = 8;
    return true;
}

void hw_select_add(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    if (hw_codegen_class(insn) == HW_CODEGEN_64 && (add_scaled(s, insn, 0) || add_scaled(s, insn, 1)))
        return;
    if (!hw_select_by_rules(s, insn))
        hw_select_fail(s, "do this");
}
