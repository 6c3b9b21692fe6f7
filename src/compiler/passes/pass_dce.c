/* SPDX-License-Identifier: MIT */
/* Dead code elimination: mark backward from instructions with side effects, then delete the rest.  So cycles
 * of phis are deleted, too. */
#include "compiler/passes/passes.h"

struct needed {
    bool *is; /* by a value's number */
    struct hw_ir_insn **stack;
    uint32_t depth;
};

static bool has_side_effects(const struct hw_ir_insn *insn)
{
    return hw_ir_op_is((enum hw_ir_op)insn->op) & (HW_IR_IS_WRITE | HW_IR_IS_END) || insn->how.is_volatile;
}

/* An instruction is needed as soon as one of its results is; the mark is on the first. */
static void mark_needed(struct needed *needed, struct hw_ir_insn *insn)
{
    if (!insn->block || !insn->results || needed->is[insn->result->number])
        return;
    needed->is[insn->result->number] = true;
    needed->stack[needed->depth++] = insn;
}

static void need_operands(struct needed *needed, const struct hw_ir_insn *insn)
{
    for (uint32_t i = 0; i < insn->operands; i++)
        mark_needed(needed, insn->operand[i].value->from);
}

bool hw_pass_dce(struct hw_ir_function *function)
{
    const size_t values = (size_t)function->values + 1;
    struct needed needed = {.is = hw_arena_array(function->arena, values, 1),
                            .stack = hw_arena_array(function->arena, values, sizeof(struct hw_ir_insn *))};
    bool changed = false;

    for (uint32_t i = 0; i < function->block_count; i++)
        for (struct hw_ir_insn *insn = function->block[i]->first; insn; insn = insn->next)
            if (has_side_effects(insn)) {
                mark_needed(&needed, insn);
                need_operands(&needed, insn);
            }
    while (needed.depth)
        need_operands(&needed, needed.stack[--needed.depth]);
    for (uint32_t i = function->block_count; i-- > 0;)
        for (struct hw_ir_insn *insn = function->block[i]->last, *before; insn; insn = before) {
            before = insn->prev;
            if (!has_side_effects(insn) && !needed.is[insn->result->number]) {
                hw_ir_remove(insn);
                changed = true;
            }
        }
    return changed;
}
