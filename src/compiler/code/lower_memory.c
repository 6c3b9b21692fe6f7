/* SPDX-License-Identifier: MIT */
/* See lower_memory.h.  Shared, local and constant memory have addresses of 32 bits: the low word of one of
 * 64, which hw_pass_narrow then computes alone. */
#include "compiler/code/lower_memory.h"

#include "compiler/code/rules.h"

/* The low word of a number of 64 bits. */
static struct hw_ir_value *cut(struct hw_ir_function *function, struct hw_ir_insn *insn,
                               struct hw_ir_value *value)
{
    const struct hw_ir_how how = {.type = HW_TYPE_U32, .from = HW_TYPE_U64};
    const struct hw_ir_made made = {.op = HW_IR_CONVERT,
                                    .how = &how,
                                    .results = 1,
                                    .kind = &(uint8_t){HW_IR_KIND_32},
                                    .operands = 1,
                                    .operand = &value};
    uint64_t bits;

    if (hw_ir_is_constant(value, &bits))
        return hw_ir_constant(function, HW_IR_KIND_32, bits);
    if (value->from->op == HW_IR_SYMBOL)
        return hw_ir_address(function, HW_IR_KIND_32, value->from->how.symbol,
                             (int64_t)value->from->how.bits);
    return hw_ir_insn(function, insn->block, insn, &made)->result;
}

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
        hw_ir_set_operand(insn, 0, cut(function, insn, insn->operand[0].value));
    for (unsigned i = 1; insn->op == HW_IR_STORE && i < insn->operands; i++)
        if (insn->operand[i].value->kind == HW_IR_KIND_64 && hw_codegen_type_bits(insn->how.type) <= 32)
            hw_ir_set_operand(insn, i, cut(function, insn, insn->operand[i].value));
}

void hw_codegen_lower_memory(struct hw_ir_function *function, bool all_short)
{
    for (uint32_t i = 0; i < function->block_count; i++)
        for (struct hw_ir_insn *insn = function->block[i]->first; insn; insn = insn->behind) {
            hw_ir_stand_at(function, insn);
            look_at(function, insn, all_short);
        }
    hw_ir_stand_at(function, NULL);
}
