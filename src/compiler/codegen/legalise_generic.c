/* SPDX-License-Identifier: MIT */
/* Expands generic atomics to a branch on the address space, with the operation on each side: see
 * legalise_generic.h. */
#include "compiler/codegen/legalise_generic.h"

#define MAX_OPERANDS 4u

/* The constant address space of an address. */
static unsigned constant_space(const struct hw_ir_value *address)
{
    while (address->from->op == HW_IR_COPY || (address->from->op == HW_IR_ADD && address->from->results == 1))
        address = address->from->operand[0].value;
    if (address->from->op == HW_IR_TO_GENERIC)
        return address->from->how.space;
    return address->from->op == HW_IR_SYMBOL && address->from->how.symbol->space == HW_IR_SPACE_GLOBAL
               ? HW_IR_SPACE_GLOBAL
               : HW_IR_SPACE_GENERIC;
}

static struct hw_ir_value *address_in(struct hw_ir_function *function, struct hw_ir_block *block,
                                      struct hw_ir_insn *next, struct hw_ir_value *address, unsigned space)
{
    const struct hw_ir_modifiers how = {.space = (uint8_t)space};
    const struct hw_ir_made made = {.op = HW_IR_FROM_GENERIC,
                                    .how = &how,
                                    .results = 1,
                                    .kind = &address->kind,
                                    .operands = 1,
                                    .operand = &address};

    return &hw_ir_insn(function, block, next, &made)->result[0];
}

/* The operation at the end of a block, on one space. */
static struct hw_ir_value *copy_insn(struct hw_ir_function *function, struct hw_ir_block *block,
                                     const struct hw_ir_insn *insn, unsigned space)
{
    struct hw_ir_modifiers how = insn->how;
    struct hw_ir_value *operand[MAX_OPERANDS];
    const struct hw_ir_made made = {.op = HW_IR_ATOMIC,
                                    .how = &how,
                                    .results = insn->results,
                                    .kind = insn->results ? &insn->result[0].kind : NULL,
                                    .operands = insn->operands,
                                    .operand = operand};

    how.space = (uint8_t)space;
    for (unsigned i = 0; i < insn->operands; i++)
        operand[i] = insn->operand[i].value;
    operand[0] = address_in(function, block, NULL, operand[0], space);
    struct hw_ir_insn *made_insn = hw_ir_insn(function, block, NULL, &made);
    return insn->results ? &made_insn->result[0] : NULL;
}

static void emit_branch(struct hw_ir_function *function, struct hw_ir_insn *insn)
{
    static const uint8_t predicate[] = {HW_IR_KIND_PRED};
    const struct hw_ir_modifiers how = {.space = HW_IR_SPACE_SHARED};
    struct hw_ir_value *address = insn->operand[0].value;
    struct hw_ir_block *block = insn->block, *rest = hw_ir_split(function, insn);
    struct hw_ir_block *const side[] = {hw_ir_block(function), hw_ir_block(function)};
    const struct hw_ir_made is_shared = {.op = HW_IR_IS_SPACE,
                                         .how = &how,
                                         .results = 1,
                                         .kind = predicate,
                                         .operands = 1,
                                         .operand = &address};
    struct hw_ir_value *condition = &hw_ir_insn(function, block, insn, &is_shared)->result[0];
    const struct hw_ir_made end = {.op = HW_IR_BRANCH, .operands = 1, .operand = &condition},
                            jump = {.op = HW_IR_JUMP};
    struct hw_ir_value *const value[] = {copy_insn(function, side[0], insn, HW_IR_SPACE_SHARED),
                                         copy_insn(function, side[1], insn, HW_IR_SPACE_GLOBAL)};

    hw_ir_end(function, side[0], &jump, &rest, 1);
    hw_ir_end(function, side[1], &jump, &rest, 1);
    if (insn->results) {
        const struct hw_ir_made phi = {
            .op = HW_IR_PHI, .results = 1, .kind = &insn->result[0].kind, .operands = 2, .operand = value};
        hw_ir_replace(&insn->result[0], &hw_ir_insn(function, rest, rest->first, &phi)->result[0]);
    }
    hw_ir_remove(insn);
    hw_ir_end(function, block, &end, side, 2);
}

static void legalise_atomic(struct hw_ir_function *function, struct hw_ir_insn *insn)
{
    const unsigned space = constant_space(insn->operand[0].value);

    if (space == HW_IR_SPACE_GENERIC) {
        emit_branch(function, insn);
        return;
    }
    insn->how.space = (uint8_t)space;
    hw_ir_set_operand(insn, 0, address_in(function, insn->block, insn, insn->operand[0].value, space));
}

void hw_codegen_legalise_generic(struct hw_ir_function *function)
{
    for (uint32_t i = 0; i < function->block_count; i++)
        for (struct hw_ir_insn *insn = function->block[i]->first; insn; insn = insn->next)
            if (insn->op == HW_IR_ATOMIC && insn->how.space == HW_IR_SPACE_GENERIC &&
                insn->operands <= MAX_OPERANDS) {
                hw_ir_set_location(function, insn);
                legalise_atomic(function, insn);
                hw_ir_set_location(function, NULL);
                if (!insn->block)
                    break; /* the rest is in a block after it */
            }
}
