/* SPDX-License-Identifier: MIT */
/* Sums that take or give a carry.  The chip has only one, which everybody uses: between two sums a carry is a
 * number, 0 or 1, in a register. */
#include <stdio.h>
#include <string.h>

#include "compiler/code/select.h"

struct carried_sum {
    const char *name; /* of the low and the high word */
    const char *next;
    bool is_difference;
    unsigned factors; /* operands before the one that is added */
};

static struct carried_sum carry_of(const struct hw_selection *s, const struct hw_ir_insn *insn)
{
    const bool is_unsigned = hw_codegen_is_unsigned(insn->how.type);

    switch (insn->op) {
    case HW_IR_ADD: return (struct carried_sum){"IADD", "IADD", false, 1};
    case HW_IR_SUB: {
        const char *name = hw_codegen_reads(s->target, "ISUB R0, R1, R2") ? "ISUB" : "IADD";
        return (struct carried_sum){name, name, true, 1};
    }
    case HW_IR_MAD: return (struct carried_sum){"IMAD.U32.U32", NULL, false, 2};
    case HW_IR_MAD_HIGH:
        return (struct carried_sum){is_unsigned ? "IMAD.U32.U32.HI" : "IMAD.HI", NULL, false, 2};
    default: return (struct carried_sum){NULL, NULL, false, 0};
    }
}

void hw_select_carry(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    const struct carried_sum carry = carry_of(s, insn);
    const bool gives = insn->results > 1, takes = insn->operands > carry.factors + 1,
               is_wide = insn->result[0].kind == HW_IR_KIND_64;
    struct hw_mach_operand operand[6] = {
        hw_select_to(s, &insn->result[0]),
        hw_select_of(s, gives ? hw_select_reg(s, &insn->result[1])
                              : hw_select_scratch(s, HW_MACH_FILE_GENERAL, 1))};
    const char *minus = carry.is_difference && strcmp(carry.name, "IADD") == 0 ? "-" : "";
    const unsigned in = 2 + carry.factors + 1;
    char text[320], sources[64];
    int length = 0;

    if (!carry.name || (is_wide && !carry.next)) {
        hw_select_fail(s, "carry");
        return;
    }
    for (unsigned i = 0; i < insn->operands; i++)
        operand[2 + i] = hw_select_operand(s, insn->operand[i].value);
    if (takes)
        length = snprintf(text, sizeof text, "IADD RZ.CC, %%%u, -0x1\n", in);
    snprintf(sources, sizeof sources, carry.factors == 2 ? "%%2, %%3, %%4" : "%%2, %s%%3", minus);
    length += snprintf(text + length, sizeof text - (size_t)length, "%s%s %%0%s, %s", carry.name,
                       takes ? ".X" : "", gives || is_wide ? ".CC" : "", sources);
    if (is_wide)
        length += snprintf(text + length, sizeof text - (size_t)length, "\n%s.X %%0'%s, %%2', %s%%3'",
                           carry.next, gives ? ".CC" : "", minus);
    if (gives)
        length += snprintf(text + length, sizeof text - (size_t)length, "\nIADD.X %%1, RZ, RZ");
    hw_select_put(s, hw_arena_text(s->arena, text, (size_t)length), 2, 2 + insn->operands, operand);
}
