/* SPDX-License-Identifier: MIT */
/* Implements the IR verifier: see ir_check.h. */
#include "compiler/ir/ir_check.h"

static const struct {
    unsigned results, most_results, operands, most_operands;
} counts[HW_IR_OP_COUNT] = {
#define COUNTS(name, text, results, most_results, operands, most_operands, is) \
    {results, most_results, operands, most_operands},
    HW_IR_OPS(COUNTS)
#undef COUNTS
};

struct check {
    const struct hw_ir_function *function;
    const struct hw_ir_flow *flow;
    uint32_t
        *position; /* by a value's number: where its instruction stands in its block, from 1 on; 0: nowhere */
    uint32_t *used; /* by a value's number: how many operands it is */
    struct hw_error *error;
};

static hw_status report(const struct check *check, const struct hw_ir_block *block, const char *what)
{
    return hw_fail(check->error, HW_ERR_ARGUMENT, "compiler", "%s, block %u: %s", check->function->name,
                   block->number, what);
}

static bool is_within(unsigned count, unsigned least, unsigned most)
{
    return count >= least && (count <= most || most == HW_IR_MANY);
}

static uint32_t edges_between(const struct hw_ir_block *a, const struct hw_ir_block *b, bool forward)
{
    uint32_t count = 0;

    if (forward)
        for (uint32_t i = 0; i < a->to_count; i++)
            count += a->to[i] == b;
    else
        for (uint32_t i = 0; i < b->from_count; i++)
            count += b->from[i] == a;
    return count;
}

static hw_status check_edges(const struct check *check, const struct hw_ir_block *block)
{
    if (block->number == 0 && block->from_count)
        return report(check, block, "something leads to the first block");
    for (uint32_t i = 0; i < block->to_count; i++)
        if (edges_between(block, block->to[i], true) != edges_between(block, block->to[i], false))
            return report(check, block, "a block behind does not know the edge");
    for (uint32_t i = 0; i < block->from_count; i++)
        if (edges_between(block->from[i], block, true) != edges_between(block->from[i], block, false))
            return report(check, block, "a block before does not know the edge");
    return HW_OK;
}

/* Whether the list of uses of a value is complete and correct.  Each value is checked once. */
static bool lists_uses(const struct check *check, const struct hw_ir_value *value)
{
    uint32_t left = check->used[value->number];

    check->used[value->number] = 0;
    if (!left)
        return true;
    for (const struct hw_ir_use *use = value->uses; use; use = use->next)
        if (!left-- || use->value != value || *use->link != use)
            return false;
    return !left;
}

/* Whether a value is defined at the end of a block, or (at is not 0) before the instruction at that
 * position. */
static bool is_there(const struct check *check, const struct hw_ir_value *value, uint32_t block, uint32_t at)
{
    const struct hw_ir_insn *from = value->from;

    if (hw_ir_op_is((enum hw_ir_op)from->op) & HW_IR_IS_FLOATING)
        return true;
    if (!from->block || !check->position[value->number])
        return false;
    const uint32_t made = check->flow->rpo[from->block->number];
    return made == block ? !at || check->position[value->number] < at
                         : made != HW_IR_NOWHERE && hw_ir_dominates(check->flow, made, block);
}

static hw_status check_operands(const struct check *check, const struct hw_ir_insn *insn, uint32_t at)
{
    const struct hw_ir_block *block = insn->block;

    for (uint32_t i = 0; i < insn->operands; i++) {
        const struct hw_ir_use *operand = &insn->operand[i];
        const struct hw_ir_block *user = insn->op == HW_IR_PHI ? block->from[i] : block;
        const uint32_t rpo = check->flow->rpo[user->number];
        if (operand->by != insn || *operand->link != operand || !lists_uses(check, operand->value))
            return report(check, block, "a value does not list a use");
        if (rpo != HW_IR_NOWHERE && !is_there(check, operand->value, rpo, insn->op == HW_IR_PHI ? 0 : at))
            return report(check, block, "an operand is not made where it is used");
    }
    return HW_OK;
}

static hw_status check_insn(const struct check *check, const struct hw_ir_insn *insn, uint32_t at)
{
    const struct hw_ir_block *block = insn->block;
    const unsigned is = hw_ir_op_is((enum hw_ir_op)insn->op);

    if (is & HW_IR_IS_FLOATING)
        return report(check, block, "a constant is in it");
    if (!(is & HW_IR_IS_END) != (insn->next != NULL))
        return report(check, block, "it does not end with what ends it");
    if (insn->op == HW_IR_PHI && insn->prev && insn->prev->op != HW_IR_PHI)
        return report(check, block, "a phi is not at its begin");
    if (insn->op == HW_IR_PHI && insn->operands != block->from_count)
        return report(check, block, "a phi has not an operand for each edge");
    if (!is_within(insn->results, counts[insn->op].results, counts[insn->op].most_results) ||
        !is_within(insn->operands, counts[insn->op].operands, counts[insn->op].most_operands))
        return report(check, block, "an instruction has too many or too few results or operands");
    return check_operands(check, insn, at);
}

static hw_status check_block(const struct check *check, const struct hw_ir_block *block)
{
    uint32_t at = 0;
    hw_status status = check_edges(check, block);

    if (!block->first)
        return report(check, block, "it is empty");
    for (const struct hw_ir_insn *insn = block->first; insn && !status; insn = insn->next)
        status = check_insn(check, insn, ++at);
    return status;
}

hw_status hw_ir_check(const struct hw_ir_function *function, struct hw_error *error)
{
    struct check check = {.function = function, .flow = hw_ir_flow(function), .error = error};
    hw_status status = HW_OK;

    check.used = hw_arena_array(function->arena, (size_t)function->values + 1, sizeof *check.used);
    check.position = hw_arena_array(function->arena, (size_t)function->values + 1, sizeof *check.position);
    for (uint32_t i = 0; i < function->block_count; i++) {
        uint32_t at = 0;
        for (const struct hw_ir_insn *insn = function->block[i]->first; insn; insn = insn->next, at++) {
            for (uint32_t k = 0; k < insn->results; k++)
                check.position[insn->result[k].number] = at + 1;
            for (uint32_t k = 0; k < insn->operands; k++)
                check.used[insn->operand[k].value->number]++;
        }
    }
    for (uint32_t i = 0; i < function->block_count && !status; i++)
        status = check_block(&check, function->block[i]);
    return status;
}
