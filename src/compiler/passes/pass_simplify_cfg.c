/* SPDX-License-Identifier: MIT */
/* CFG simplification: see passes.h.  Each step keeps both ends of an edge and the phis' operands consistent.
 */
#include "compiler/passes/passes.h"

static uint32_t edge_of(const struct hw_ir_block *to, const struct hw_ir_block *from)
{
    uint32_t i = 0;

    while (to->from[i] != from)
        i++;
    return i;
}

static bool jump_only_to(struct hw_ir_function *function, struct hw_ir_block *block, struct hw_ir_block *to)
{
    bool kept = false;

    for (uint32_t i = 0; i < block->to_count; i++)
        if (block->to[i] == to && !kept)
            kept = true;
        else
            hw_ir_remove_edge(block->to[i], edge_of(block->to[i], block));
    block->to[0] = to;
    block->to_count = 1;
    const struct hw_ir_made made = {.op = HW_IR_JUMP};
    struct hw_ir_insn *end = block->last;
    hw_ir_insn(function, block, NULL, &made);
    hw_ir_remove(end);
    return true;
}

/* A branch on a constant, or one with two equal successors. */
static bool is_decided(struct hw_ir_function *function, struct hw_ir_block *block)
{
    const struct hw_ir_insn *end = block->last;
    uint64_t which;

    if (end->op != HW_IR_BRANCH && end->op != HW_IR_SWITCH)
        return false;
    if (hw_ir_is_constant(end->operand[0].value, &which)) {
        if (end->op == HW_IR_BRANCH)
            which = !which; /* the block if true comes first */
        if (which < block->to_count)
            return jump_only_to(function, block, block->to[which]);
    }
    for (uint32_t i = 1; i < block->to_count; i++)
        if (block->to[i] != block->to[0])
            return false;
    for (const struct hw_ir_insn *phi = block->to[0]->first; phi->op == HW_IR_PHI; phi = phi->next)
        for (uint32_t i = 0, seen = HW_IR_NOWHERE; i < phi->operands; i++)
            if (block->to[0]->from[i] == block) {
                if (seen != HW_IR_NOWHERE && phi->operand[seen].value != phi->operand[i].value)
                    return false;
                seen = i;
            }
    return jump_only_to(function, block, block->to[0]);
}

/* A block whose only predecessor is this one is merged into it. */
static bool takes_next(struct hw_ir_block *block)
{
    struct hw_ir_block *next = block->to_count == 1 ? block->to[0] : NULL;

    if (!next || next == block || block->last->op != HW_IR_JUMP || next->from_count != 1)
        return false;
    while (next->first->op == HW_IR_PHI) {
        hw_ir_replace(next->first->result, next->first->operand[0].value);
        hw_ir_remove(next->first);
    }
    hw_ir_remove(block->last);
    for (struct hw_ir_insn *insn = next->first; insn; insn = insn->next)
        insn->block = block;
    next->first->prev = block->last;
    *(block->last ? &block->last->next : &block->first) = next->first;
    block->last = next->last;
    next->first = next->last = NULL;
    block->to = next->to;
    block->to_count = next->to_count;
    for (uint32_t i = 0; i < block->to_count; i++)
        for (uint32_t k = 0; k < block->to[i]->from_count; k++)
            if (block->to[i]->from[k] == next)
                block->to[i]->from[k] = block;
    next->to_count = next->from_count = 0;
    return true;
}

bool hw_pass_simplify_cfg(struct hw_ir_function *function)
{
    bool changed = false, again = true;

    while (again) {
        again = false;
        for (uint32_t i = 0; i < function->block_count; i++)
            if (function->block[i]->last)
                again |= is_decided(function, function->block[i]);
        hw_ir_drop_unreached(function, hw_ir_flow(function));
        for (uint32_t i = 0; i < function->block_count; i++)
            while (function->block[i]->last && takes_next(function->block[i]))
                again = true;
        hw_ir_drop_unreached(function, hw_ir_flow(function));
        changed |= again;
    }
    return changed;
}
