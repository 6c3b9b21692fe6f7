/* SPDX-License-Identifier: MIT */
/* Narrows addresses and stored values: see legalise_memory.h.  Shared, local and constant memory have 32-bit
 * addresses: the low word of a 64-bit address, which demanded-bits narrowing (hw_pass_demanded_bits) then
 * computes alone. */
#include "compiler/codegen/legalise_memory.h"

#include "compiler/codegen/isel_patterns.h"

static bool has_short_addresses(unsigned space)
{
    return space == HW_IR_SPACE_SHARED || space == HW_IR_SPACE_LOCAL || space == HW_IR_SPACE_CONST ||
           space == HW_IR_SPACE_PARAM;
}

static void look_at(struct hw_ir_function *function, struct hw_ir_insn *insn, bool all_short)
{
    if (insn->op != HW_IR_LOAD && insn->op != HW_IR_STORE && insn->op != HW_IR_ATOMIC)
        return;
    if ((all_short || has_short_addresses(insn->how.space)) && insn->operand[0].value->kind == HW_IR_KIND_64)
        hw_ir_set_operand(insn, 0, hw_ir_low_word(function, insn, insn->operand[0].value));
    for (unsigned i = 1; insn->op == HW_IR_STORE && i < insn->operands; i++)
        if (insn->operand[i].value->kind == HW_IR_KIND_64 && hw_codegen_type_bits(insn->how.type) <= 32)
            hw_ir_set_operand(insn, i, hw_ir_low_word(function, insn, insn->operand[i].value));
}

void hw_codegen_legalise_memory(struct hw_ir_function *function, bool all_short)
{
    for (uint32_t i = 0; i < function->block_count; i++)
        for (struct hw_ir_insn *insn = function->block[i]->first; insn; insn = insn->next) {
            hw_ir_set_location(function, insn);
            look_at(function, insn, all_short);
        }
    hw_ir_set_location(function, NULL);
}
