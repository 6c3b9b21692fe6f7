/* SPDX-License-Identifier: MIT */
/* Unifies returns: a function gets a single return block, in which its lanes reconverge. */
#include "compiler/passes/passes.h"

static struct hw_ir_insn *return_of(const struct hw_ir_block *block)
{
    return block->last && block->last->op == HW_IR_RETURN ? block->last : NULL;
}

void hw_pass_unify_returns(struct hw_ir_function *function)
{
    const uint32_t count = function->block_count;
    struct hw_ir_insn **end = hw_arena_array(function->arena, count + 1, sizeof(struct hw_ir_insn *));
    const struct hw_ir_made jump = {.op = HW_IR_JUMP};
    uint32_t ends = 0;

    for (uint32_t i = 0; i < count; i++)
        if (return_of(function->block[i]))
            end[ends++] = return_of(function->block[i]);
    if (ends < 2)
        return;
    struct hw_ir_block *last = hw_ir_block(function);
    const uint32_t values = end[0]->operands;
    struct hw_ir_value **value = hw_arena_array(function->arena, values + 1, sizeof(struct hw_ir_value *));
    for (uint32_t k = 0; k < values; k++) {
        const uint8_t kind[] = {end[0]->operand[k].value->kind};
        const struct hw_ir_made made = {.op = HW_IR_PHI, .results = 1, .kind = kind};
        struct hw_ir_insn *phi = hw_ir_insn(function, last, NULL, &made);
        for (uint32_t i = 0; i < ends; i++)
            hw_ir_add_operand(function, phi, end[i]->operand[k].value);
        value[k] = &phi->result[0];
    }
    for (uint32_t i = 0; i < ends; i++) {
        struct hw_ir_block *block = end[i]->block;
        hw_ir_remove(end[i]);
        hw_ir_end(function, block, &jump, &last, 1);
    }
    const struct hw_ir_made made = {.op = HW_IR_RETURN, .operands = values, .operand = value};
    hw_ir_end(function, last, &made, NULL, 0);
}
