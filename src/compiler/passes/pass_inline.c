/* SPDX-License-Identifier: MIT */
/* The inliner copies a callee's blocks between the two halves of the block with the call. */
#include "compiler/passes/passes.h"

#include <string.h>

#define MAX_VALUES 2000000u /* that a function may grow to */

struct copying {
    struct hw_ir_function *to;
    const struct hw_ir_function *from;
    const struct hw_ir_flow *flow;
    struct hw_ir_insn *call;
    struct hw_ir_block *rest;   /* of the block after the call */
    struct hw_ir_block **block; /* by number */
    struct hw_ir_value **value; /* by number */
    struct hw_ir_insn **given;  /* returns, one for each edge to `rest` */
    uint32_t returns;
};

/* --- copies -------------------------------------------------------------------------------------------- */

static struct hw_ir_value *copied(struct copying *c, const struct hw_ir_value *value)
{
    const struct hw_ir_insn *insn = value->from;
    struct hw_ir_value **to = &c->value[value->number];

    if (*to)
        return *to;
    if (insn->op == HW_IR_CONSTANT)
        *to = hw_ir_constant(c->to, (enum hw_ir_kind)value->kind, insn->how.bits);
    else if (insn->op == HW_IR_SYMBOL)
        *to = hw_ir_address(c->to, (enum hw_ir_kind)value->kind, insn->how.symbol, (int64_t)insn->how.bits);
    else
        *to = hw_ir_undefined(c->to, (enum hw_ir_kind)value->kind);
    return *to;
}

static bool is_end(const struct hw_ir_insn *insn)
{
    return (hw_ir_op_is((enum hw_ir_op)insn->op) & HW_IR_IS_END) != 0;
}

/* An instruction that ends no block; phis get their operands later. */
static void copy_insn(struct copying *c, const struct hw_ir_insn *insn, struct hw_ir_block *block)
{
    const uint32_t count = insn->op == HW_IR_PHI ? 0 : insn->operands;
    struct hw_ir_value **operand = hw_arena_array(c->to->arena, count + 1, sizeof(struct hw_ir_value *));
    uint8_t *kind = hw_arena_array(c->to->arena, insn->results + 1u, 1);

    if (insn->op == HW_IR_ARGUMENT) {
        c->value[insn->result[0].number] = c->call->operand[insn->how.number].value;
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        operand[i] = copied(c, insn->operand[i].value);
    for (unsigned i = 0; i < insn->results; i++)
        kind[i] = insn->result[i].kind;
    const struct hw_ir_made made = {.op = (enum hw_ir_op)insn->op,
                                    .how = &insn->how,
                                    .results = insn->results,
                                    .kind = kind,
                                    .operands = count,
                                    .operand = operand};
    struct hw_ir_insn *copy_body = hw_ir_insn(c->to, block, NULL, &made);
    for (unsigned i = 0; i < insn->results; i++)
        c->value[insn->result[i].number] = &copy_body->result[i];
}

static void copy_end(struct copying *c, const struct hw_ir_insn *insn, struct hw_ir_block *block)
{
    const bool is_return = insn->op == HW_IR_RETURN;
    const uint32_t successors = is_return ? 1 : insn->block->to_count;
    struct hw_ir_block **to = hw_arena_array(c->to->arena, successors + 1, sizeof(struct hw_ir_block *));
    struct hw_ir_value *operand = insn->operands && !is_return ? copied(c, insn->operand[0].value) : NULL;
    const struct hw_ir_made made = {.op = is_return ? HW_IR_JUMP : (enum hw_ir_op)insn->op,
                                    .how = &insn->how,
                                    .operands = operand != NULL,
                                    .operand = &operand};

    for (uint32_t i = 0; i < successors; i++)
        to[i] = is_return ? c->rest : c->block[insn->block->to[i]->number];
    if (is_return)
        c->given[c->returns++] = (struct hw_ir_insn *)insn;
    hw_ir_end(c->to, block, &made, to, successors);
}

/* The edge number `which` of a copy, as it was called: the same one of those from the same block. */
static uint32_t edge_of(const struct copying *c, const struct hw_ir_block *from,
                        const struct hw_ir_block *copy_body, uint32_t which)
{
    uint32_t same = 0;

    for (uint32_t i = 0; i < which; i++)
        same += copy_body->from[i] == copy_body->from[which];
    for (uint32_t i = 0; i < from->from_count; i++)
        if (c->flow->rpo[from->from[i]->number] != HW_IR_NOWHERE &&
            c->block[from->from[i]->number] == copy_body->from[which] && same-- == 0)
            return i;
    return 0;
}

static void fill_phis(struct copying *c, const struct hw_ir_block *from)
{
    struct hw_ir_block *copy_body = c->block[from->number];
    struct hw_ir_insn *to = copy_body->first;

    for (const struct hw_ir_insn *phi = from->first; phi && phi->op == HW_IR_PHI;
         phi = phi->next, to = to->next)
        for (uint32_t i = 0; i < copy_body->from_count; i++)
            hw_ir_add_operand(c->to, to, copied(c, phi->operand[edge_of(c, from, copy_body, i)].value));
}

/* --- results ------------------------------------------------------------------------------------------- */

static struct hw_ir_value *result_of(struct copying *c, unsigned which)
{
    struct hw_ir_value *old = &c->call->result[which];

    if (!c->returns)
        return hw_ir_undefined(c->to, (enum hw_ir_kind)old->kind);
    if (c->returns == 1)
        return copied(c, c->given[0]->operand[which].value);
    const struct hw_ir_made made = {.op = HW_IR_PHI, .results = 1, .kind = &old->kind};
    struct hw_ir_insn *phi = hw_ir_insn(c->to, c->rest, c->rest->first, &made);
    for (uint32_t i = 0; i < c->returns; i++)
        hw_ir_add_operand(c->to, phi, copied(c, c->given[i]->operand[which].value));
    return &phi->result[0];
}

static void copy_body(struct hw_ir_function *function, struct hw_ir_insn *call,
                      const struct hw_ir_function *callee)
{
    struct hw_arena *arena = function->arena;
    struct copying c = {.to = function, .from = callee, .flow = hw_ir_flow(callee), .call = call};
    struct hw_ir_block *before = call->block;

    c.rest = hw_ir_split(function, call);
    c.block = hw_arena_array(arena, callee->block_count, sizeof(struct hw_ir_block *));
    c.value = hw_arena_array(arena, (size_t)callee->values + 1, sizeof(struct hw_ir_value *));
    c.given = hw_arena_array(arena, callee->block_count, sizeof(struct hw_ir_insn *));
    for (uint32_t i = 0; i < c.flow->count; i++)
        c.block[c.flow->order[i]->number] = hw_ir_block(function);
    for (uint32_t i = 0; i < c.flow->count; i++)
        for (const struct hw_ir_insn *insn = c.flow->order[i]->first; insn; insn = insn->next) {
            hw_ir_set_location(function, insn->line ? insn : call);
            function->text_line = (insn->text_line ? insn : call)->text_line;
            function->text_column = (insn->text_line ? insn : call)->text_column;
            if (is_end(insn))
                copy_end(&c, insn, c.block[c.flow->order[i]->number]);
            else
                copy_insn(&c, insn, c.block[c.flow->order[i]->number]);
        }
    hw_ir_set_location(function, NULL);
    for (uint32_t i = 0; i < c.flow->count; i++)
        fill_phis(&c, c.flow->order[i]);
    for (unsigned i = 0; i < call->results; i++)
        hw_ir_replace(&call->result[i], result_of(&c, i));
    hw_ir_remove(call);
    const struct hw_ir_made jump = {.op = HW_IR_JUMP};
    hw_ir_end(function, before, &jump, &c.block[c.flow->order[0]->number], 1);
}

/* --- which --------------------------------------------------------------------------------------------- */

static const struct hw_ir_routine *callee_of(const struct hw_ir_insn *insn)
{
    const struct hw_ir_routine *routine =
        insn->op == HW_IR_CALL && insn->how.symbol ? insn->how.symbol->routine : NULL;

    return routine && routine->function ? routine : NULL;
}

bool hw_pass_inline(struct hw_ir_function *function)
{
    bool changes = false;

    for (uint32_t i = 0; i < function->block_count && function->values < MAX_VALUES; i++)
        for (struct hw_ir_insn *insn = function->block[i]->first; insn; insn = insn->next) {
            const struct hw_ir_routine *routine = callee_of(insn);
            if (!routine || routine->function == function || routine->is_noinline)
                continue;
            copy_body(function, insn, routine->function);
            changes = true;
            break; /* the rest of the block is another one now */
        }
    return changes;
}
