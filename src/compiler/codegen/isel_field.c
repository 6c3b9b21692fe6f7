/* SPDX-License-Identifier: MIT */
/* Selects bitfield operations: position and length are mostly constants, which an instruction takes as one
 * immediate. */
#include <stdio.h>
#include <string.h>

#include "compiler/codegen/isel.h"

/* The constant position and length that an operation has from operand `which` on.  False: they are not
 * constant. */
static bool is_constant_field(const struct hw_ir_insn *insn, unsigned which, unsigned *at, unsigned *bits)
{
    uint64_t offset, length;

    if (hw_codegen_class(insn) != HW_CODEGEN_32 || !hw_ir_is_constant(insn->operand[which].value, &offset) ||
        !hw_ir_is_constant(insn->operand[which + 1].value, &length))
        return false;
    *at = offset & 0xff;
    *bits = length & 0xff;
    return true;
}

void hw_isel_field(struct hw_isel *s, const struct hw_ir_insn *insn)
{
    const bool is_insert = insn->op == HW_IR_BFI;
    struct hw_mir_operand operand[3];
    unsigned at, bits;
    char text[48];

    if (!is_constant_field(insn, is_insert ? 2 : 1, &at, &bits)) {
        if (!hw_isel_by_patterns(s, insn))
            hw_isel_fail(s, "do this");
        return;
    }
    operand[0] = hw_isel_to(s, &insn->result[0]);
    for (unsigned i = 0; i < (is_insert ? 2 : 1); i++)
        operand[1 + i] = hw_isel_operand(s, insn->operand[i].value);
    snprintf(text, sizeof text, is_insert ? "BFI%s %%0, %%1, 0x%x%02x, %%2" : "BFE%s %%0, %%1, 0x%x%02x",
             is_insert || !hw_codegen_is_unsigned(insn->how.type) ? "" : ".U32", bits, at);
    hw_isel_emit(s, hw_arena_text(s->arena, text, strlen(text)), 1, is_insert ? 3 : 2, operand);
}
