/* SPDX-License-Identifier: MIT */
/* See lower_memory.h.  Shared, local and constant memory have addresses of 32 bits: what computes one of 64
 * is computed in 32 again, and the long way round is dropped if nobody else needs it. */
#include "compiler/code/lower_memory.h"

#include "compiler/code/rules.h"

#define MOST_STEPS 16u /* back from an address */

struct narrowing {
    struct hw_ir_function *function;
    struct hw_ir_insn *insn; /* before which all is made */
};

static struct hw_ir_value *make(const struct narrowing *n, enum hw_ir_op op, unsigned type, unsigned from,
                                unsigned count, struct hw_ir_value *const *operand)
{
    static const uint8_t kinds[] = {HW_IR_KIND_32};
    const struct hw_ir_how how = {.type = (uint8_t)type, .from = (uint8_t)from};
    const struct hw_ir_made made = {
        .op = op, .how = &how, .results = 1, .kind = kinds, .operands = count, .operand = operand};

    return &hw_ir_insn(n->function, n->insn->block, n->insn, &made)->result[0];
}

static struct hw_ir_value *narrow(const struct narrowing *n, struct hw_ir_value *value, unsigned steps);

static struct hw_ir_value *narrow_both(const struct narrowing *n, enum hw_ir_op op,
                                       const struct hw_ir_insn *insn, unsigned steps)
{
    struct hw_ir_value *const operand[] = {narrow(n, insn->operand[0].value, steps),
                                           narrow(n, insn->operand[1].value, steps)};

    return make(n, op, HW_TYPE_U32, 0, 2, operand);
}

static bool is_widened(const struct hw_ir_insn *insn)
{
    return insn->op == HW_IR_CONVERT && insn->operand[0].value->kind == HW_IR_KIND_32 && !insn->how.sat &&
           hw_codegen_type_bits(insn->how.from) == 32 && insn->how.from != HW_TYPE_F32 &&
           insn->how.type != HW_TYPE_F64;
}

/* The low word of a number of 64 bits. */
static struct hw_ir_value *narrow(const struct narrowing *n, struct hw_ir_value *value, unsigned steps)
{
    const struct hw_ir_insn *insn = value->from;
    uint64_t bits;

    if (value->kind != HW_IR_KIND_64)
        return value;
    if (hw_ir_is_constant(value, &bits))
        return hw_ir_constant(n->function, HW_IR_KIND_32, (uint32_t)bits);
    if (insn->op == HW_IR_SYMBOL)
        return hw_ir_address(n->function, HW_IR_KIND_32, insn->how.symbol, (int64_t)insn->how.bits);
    if (is_widened(insn))
        return insn->operand[0].value;
    if (steps && insn->op == HW_IR_MAD_WIDE && insn->operand[0].value->kind == HW_IR_KIND_32) {
        struct hw_ir_value *const operand[] = {narrow_both(n, HW_IR_MUL, insn, steps - 1),
                                               narrow(n, insn->operand[2].value, steps - 1)};
        return make(n, HW_IR_ADD, HW_TYPE_U32, 0, 2, operand);
    }
    if (steps && insn->results == 1 && insn->operands == 2) {
        switch (insn->op) {
        case HW_IR_ADD:
        case HW_IR_SUB:
        case HW_IR_AND:
        case HW_IR_OR:
            if (hw_codegen_class(insn) == HW_CODEGEN_64)
                return narrow_both(n, (enum hw_ir_op)insn->op, insn, steps - 1);
            break;
        case HW_IR_MUL_WIDE:
            if (insn->operand[0].value->kind == HW_IR_KIND_32)
                return narrow_both(n, HW_IR_MUL, insn, steps - 1);
            break;
        case HW_IR_SHL: {
            struct hw_ir_value *const operand[] = {narrow(n, insn->operand[0].value, steps - 1),
                                                   insn->operand[1].value};
            return make(n, HW_IR_SHL, HW_TYPE_B32, 0, 2, operand);
        }
        default: break;
        }
    }
    return make(n, HW_IR_CONVERT, HW_TYPE_U32, HW_TYPE_U64, 1, &value);
}

static bool has_short_addresses(unsigned space)
{
    return space == HW_IR_SPACE_SHARED || space == HW_IR_SPACE_LOCAL || space == HW_IR_SPACE_CONST;
}

static void look_at(struct hw_ir_function *function, struct hw_ir_insn *insn, bool all_short)
{
    const struct narrowing n = {.function = function, .insn = insn};

    if (insn->op != HW_IR_LOAD && insn->op != HW_IR_STORE && insn->op != HW_IR_ATOMIC)
        return;
    if ((all_short || has_short_addresses(insn->how.space)) && insn->operand[0].value->kind == HW_IR_KIND_64)
        hw_ir_set_operand(insn, 0, narrow(&n, insn->operand[0].value, MOST_STEPS));
    for (unsigned i = 1; insn->op == HW_IR_STORE && i < insn->operands; i++)
        if (insn->operand[i].value->kind == HW_IR_KIND_64 && hw_codegen_type_bits(insn->how.type) <= 32)
            hw_ir_set_operand(insn, i, narrow(&n, insn->operand[i].value, 1));
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
