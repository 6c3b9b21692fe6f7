/* SPDX-License-Identifier: MIT */
/* Copies loop bodies: see unrolling.h. */
#include "compiler/passes/unrolling.h"

struct hw_unrolling hw_unrolling(struct hw_ir_function *function)
{
    const size_t values = (size_t)function->values + 1;

    return (struct hw_unrolling){.function = function,
                                 .now = hw_arena_array(function->arena, values, sizeof(struct hw_ir_value *)),
                                 .next =
                                     hw_arena_array(function->arena, values, sizeof(struct hw_ir_value *))};
}

void hw_unrolling_begin(struct hw_unrolling *u, struct hw_ir_block *block, uint32_t back)
{
    u->block = block;
    u->back = back;
    for (const struct hw_ir_insn *insn = block->first; insn; insn = insn->next)
        for (unsigned i = 0; i < insn->results; i++)
            u->now[insn->result[i].number] = NULL;
}

struct hw_ir_value *hw_unrolling_value(const struct hw_unrolling *u, struct hw_ir_value *value)
{
    return value->from->block == u->block && u->now[value->number] ? u->now[value->number] : value;
}

void hw_unrolling_copy(struct hw_unrolling *u, const struct hw_ir_insn *insn, struct hw_ir_block *block,
                       struct hw_ir_insn *position)
{
    struct hw_arena *arena = u->function->arena;
    struct hw_ir_value **operand = hw_arena_array(arena, insn->operands + 1u, sizeof(struct hw_ir_value *));
    uint8_t *kind = hw_arena_array(arena, insn->results + 1u, 1);
    const struct hw_ir_made made = {.op = (enum hw_ir_op)insn->op,
                                    .how = &insn->how,
                                    .results = insn->results,
                                    .kind = kind,
                                    .operands = insn->operands,
                                    .operand = operand};

    for (uint32_t i = 0; i < insn->operands; i++)
        operand[i] = hw_unrolling_value(u, insn->operand[i].value);
    for (unsigned i = 0; i < insn->results; i++)
        kind[i] = insn->result[i].kind;
    hw_ir_set_location(u->function, insn);
    struct hw_ir_insn *copy = hw_ir_insn(u->function, block, position, &made);
    hw_ir_set_location(u->function, NULL);
    for (unsigned i = 0; i < insn->results; i++)
        u->now[insn->result[i].number] = &copy->result[i];
}

void hw_unrolling_add(struct hw_unrolling *u, const struct hw_ir_insn *last)
{
    struct hw_ir_insn *end = u->block->last, *insn = u->block->first;
    uint32_t phis = 0;

    for (const struct hw_ir_insn *phi = insn; phi->op == HW_IR_PHI; phi = phi->next)
        u->next[phis++] = hw_unrolling_value(u, phi->operand[u->back].value);
    for (phis = 0; insn->op == HW_IR_PHI; insn = insn->next)
        u->now[insn->result->number] = u->next[phis++];
    for (;; insn = insn->next) {
        hw_unrolling_copy(u, insn, u->block, end);
        if (insn == last)
            return;
    }
}

/* An operand after the loop, or of the condition that decides whether it continues. */
static bool is_after(const struct hw_unrolling *u, const struct hw_ir_use *use)
{
    return use->by->block != u->block || use->by == u->block->last;
}

/* The value of a phi in the last iteration may be that of another value in the iteration before: no operand
 * is changed before all are found. */
void hw_unrolling_end(struct hw_unrolling *u, const struct hw_ir_insn *last)
{
    struct operand_after {
        struct hw_ir_use *use;
        struct hw_ir_value *value;
        struct operand_after *next;
    } *early_clobber = NULL;

    for (struct hw_ir_insn *insn = u->block->first;; insn = insn->next) {
        for (unsigned i = 0; i < insn->results; i++)
            for (struct hw_ir_use *use = insn->result[i].uses; use; use = use->next)
                if (is_after(u, use) && u->now[insn->result[i].number]) {
                    struct operand_after *more = hw_arena_alloc(u->function->arena, sizeof *more);
                    *more = (struct operand_after){use, u->now[insn->result[i].number], early_clobber};
                    early_clobber = more;
                }
        if (insn == last)
            break;
    }
    for (; early_clobber; early_clobber = early_clobber->next)
        hw_ir_set_operand(early_clobber->use->by,
                          (unsigned)(early_clobber->use - early_clobber->use->by->operand),
                          early_clobber->value);
    uint32_t phis = 0;
    for (const struct hw_ir_insn *phi = u->block->first; phi->op == HW_IR_PHI; phi = phi->next)
        u->next[phis++] = hw_unrolling_value(u, phi->operand[u->back].value);
    phis = 0;
    for (struct hw_ir_insn *phi = u->block->first; phi->op == HW_IR_PHI; phi = phi->next)
        hw_ir_set_operand(phi, u->back, u->next[phis++]);
}
