/* SPDX-License-Identifier: MIT */
/* Lowers switches to trees of branches: see lower_switch.h. */
#include "compiler/codegen/lower_switch.h"

struct halving {
    struct hw_ir_function *function;
    struct hw_ir_block **to;
    struct hw_ir_value *index;
};

/* Ends a block with a jump to target number `first` or one of the `count` - 1 after it. */
static void emit_half(const struct halving *halving, struct hw_ir_block *block, uint32_t first,
                      uint32_t count)
{
    const uint32_t half = count / 2;

    if (count == 1) {
        const struct hw_ir_made jump = {.op = HW_IR_JUMP};
        hw_ir_end(halving->function, block, &jump, &halving->to[first], 1);
        return;
    }
    static const uint8_t kinds[] = {HW_IR_KIND_PRED};
    const struct hw_ir_modifiers how = {.type = HW_TYPE_U32, .cmp = 1};
    struct hw_ir_value *const operand[] = {halving->index,
                                           hw_ir_constant(halving->function, HW_IR_KIND_32, first + half)};
    const struct hw_ir_made less = {
        .op = HW_IR_SETP, .how = &how, .results = 1, .kind = kinds, .operands = 2, .operand = operand};
    struct hw_ir_value *condition = &hw_ir_insn(halving->function, block, NULL, &less)->result[0];
    const struct hw_ir_made branch = {.op = HW_IR_BRANCH, .operands = 1, .operand = &condition};
    struct hw_ir_block *const to[] = {half == 1 ? halving->to[first] : hw_ir_block(halving->function),
                                      count - half == 1 ? halving->to[first + half]
                                                        : hw_ir_block(halving->function)};
    hw_ir_end(halving->function, block, &branch, to, 2);
    if (half > 1)
        emit_half(halving, to[0], first, half);
    if (count - half > 1)
        emit_half(halving, to[1], first + half, count - half);
}

static void lower_switch(struct hw_ir_function *function, struct hw_ir_block *block)
{
    const struct halving halving = {
        .function = function, .to = block->to, .index = block->last->operand[0].value};
    const uint32_t count = block->to_count;

    for (uint32_t i = 0; i < count; i++)
        for (uint32_t edge = block->to[i]->from_count; edge-- > 0;)
            if (block->to[i]->from[edge] == block)
                hw_ir_remove_edge(block->to[i], edge);
    hw_ir_remove(block->last);
    emit_half(&halving, block, 0, count);
}

void hw_codegen_lower_switches(struct hw_ir_function *function)
{
    for (uint32_t i = 0; i < function->block_count; i++)
        if (function->block[i]->last && function->block[i]->last->op == HW_IR_SWITCH &&
            function->block[i]->to_count)
            lower_switch(function, function->block[i]);
}
