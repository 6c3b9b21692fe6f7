/* SPDX-License-Identifier: MIT */
/* Fields of words: where they lie is mostly a constant, which an instruction takes as one number. */
#include <stdio.h>
#include <string.h>

#include "compiler/code/select.h"

/* The place and length that an operation has from operand `which` on.  False: they are not known. */
static bool is_known(const struct hw_ir_insn *insn, unsigned which, unsigned *at, unsigned *bits)
{
    uint64_t place, length;

    if (hw_codegen_class(insn) != HW_CODEGEN_32 || !hw_ir_is_constant(insn->operand[which].value, &place) ||
        !hw_ir_is_constant(insn->operand[which + 1].value, &length))
        return false;
    *at = place & 0xff;
    *bits = length & 0xff;
    return true;
}

void hw_select_field(struct hw_selection *s, const struct hw_ir_insn *insn)
{
    const bool is_insert = insn->op == HW_IR_BFI;
    struct hw_mach_operand operand[3];
    unsigned at, bits;
    char text[48];

    if (!is_known(insn, is_insert ? 2 : 1, &at, &bits)) {
        if (!hw_select_by_rules(s, insn))
            hw_select_fail(s, "do this");
        return;
    }
    operand[0] = hw_select_to(s, &insn->result[0]);
    for (unsigned i = 0; i < (is_insert ? 2 : 1); i++)
        operand[1 + i] = hw_select_operand(s, insn->operand[i].value);
    snprintf(text, sizeof text, is_insert ? "BFI%s %%0, %%1, 0x%x%02x, %%2" : "BFE%s %%0, %%1, 0x%x%02x",
             is_insert || !hw_codegen_is_unsigned(insn->how.type) ? "" : ".U32", bits, at);
    hw_select_put(s, hw_arena_text(s->arena, text, strlen(text)), 1, is_insert ? 3 : 2, operand);
}
