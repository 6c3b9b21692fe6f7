/* SPDX-License-Identifier: MIT */
/* Translates PTX's comparisons and selections. */
#include "compiler/irgen/irgen_functions.h"
#include "compiler/irgen/irgen_state.h"

static struct hw_ir_value *pred_op(struct hw_irgen *builder, enum hw_ir_op op, struct hw_ir_value *a,
                                   struct hw_ir_value *b)
{
    return hw_irgen_op2(builder, op, HW_TYPE_NONE, HW_IR_KIND_PRED, a, b);
}

/* With the boolean operation of the instruction and its last operand, if it has one. */
static struct hw_ir_value *joined(struct hw_irgen *builder, struct hw_ir_value *value,
                                  struct hw_ir_value *with)
{
    static const enum hw_ir_op ops[] = {
        [1 + HW_LOGIC_AND] = HW_IR_AND, [1 + HW_LOGIC_OR] = HW_IR_OR, [1 + HW_LOGIC_XOR] = HW_IR_XOR};

    return builder->says.logic ? pred_op(builder, ops[builder->says.logic], value, with) : value;
}

/* a compared with b, which are of this type, operands 1 and 2. */
static struct hw_ir_value *compared(struct hw_irgen *builder, unsigned type)
{
    struct hw_ir_modifiers how = hw_irgen_how(builder);
    struct hw_ir_value *operand[] = {hw_irgen_read(builder, 1, type), hw_irgen_read(builder, 2, type)};

    how.type = hw_irgen_type(type);
    how.cmp = builder->says.cmp;
    how.ftz |= type == HW_PTX_TYPE_F32 && builder->module->version < HW_IRGEN_KEEPS_DENORMALS;
    return hw_irgen_op(builder, HW_IR_SETP, &how, HW_IR_KIND_PRED, 2, operand);
}

static struct hw_ir_value *joined_with(struct hw_irgen *builder)
{
    const unsigned expected = builder->says.logic ? 4 : 3;

    if (builder->insn->operands != expected)
        hw_irgen_fail(
            builder, builder->location, HW_ERR_SYNTAX, "this form of %s has %u operands, expected %u",
            hw_ptx_op_row((enum hw_ptx_op)builder->insn->op)->name, builder->insn->operands, expected);
    return builder->says.logic ? hw_irgen_read(builder, 3, HW_PTX_TYPE_PRED) : NULL;
}

void hw_irgen_setp(struct hw_irgen *builder)
{
    const struct hw_ptx_operand *to = hw_irgen_operand(builder, 0);
    struct hw_ir_value *is = compared(builder, builder->types[0]), *with = joined_with(builder);

    if (to->kind != HW_PTX_OPERAND_PAIR) {
        hw_irgen_assign(builder, to, HW_PTX_TYPE_PRED, joined(builder, is, with), false);
        return;
    }
    struct hw_ir_value *is_not = hw_irgen_op1(builder, HW_IR_NOT, HW_TYPE_NONE, HW_IR_KIND_PRED, is);
    struct hw_ir_value *value[] = {joined(builder, is, with), joined(builder, is_not, with)};
    const struct hw_ptx_operand *both[] = {to->item[0], to->item[1]};
    hw_irgen_assign_all(builder, both, 2, HW_PTX_TYPE_PRED, value, false);
}

/* All ones, or 1.0, for what holds. */
void hw_irgen_compare_to_value(struct hw_irgen *builder)
{
    const enum hw_ir_kind kind = hw_irgen_kind(builder->types[0]);
    struct hw_ir_value *is = joined(builder, compared(builder, builder->types[1]), joined_with(builder));
    const uint64_t yes = builder->types[0] == HW_PTX_TYPE_F32   ? 0x3f800000
                         : builder->types[0] == HW_PTX_TYPE_F16 ? 0x3c00
                                                                : UINT64_MAX;
    struct hw_ir_value *operand[] = {is, hw_irgen_constant(builder, kind, yes),
                                     hw_irgen_constant(builder, kind, 0)};
    const struct hw_ir_modifiers how = {.type = HW_TYPE_NONE};

    hw_irgen_assign(builder, hw_irgen_operand(builder, 0), builder->types[0],
                    hw_irgen_op(builder, HW_IR_SELECT, &how, kind, 3, operand), false);
}

/* --- two halves of a word ------------------------------------------------------------------------------- */

/* Whether each holds, joined with the last operand. */
static void compared_halves(struct hw_irgen *builder, struct hw_ir_value *is[2])
{
    static const uint8_t kinds[] = {HW_IR_KIND_16, HW_IR_KIND_16};
    struct hw_ir_value *word[] = {hw_irgen_read(builder, 1, HW_PTX_TYPE_F16X2),
                                  hw_irgen_read(builder, 2, HW_PTX_TYPE_F16X2)};
    struct hw_ir_value *with = joined_with(builder);
    struct hw_ir_insn *a = hw_irgen_ops(builder, HW_IR_UNPACK, NULL, 2, kinds, 1, &word[0]);
    struct hw_ir_insn *b = hw_irgen_ops(builder, HW_IR_UNPACK, NULL, 2, kinds, 1, &word[1]);
    const struct hw_ir_modifiers how = {
        .type = HW_TYPE_F16, .cmp = builder->says.cmp, .ftz = builder->says.ftz};

    for (unsigned i = 0; i < 2; i++) {
        struct hw_ir_value *operand[] = {&a->result[i], &b->result[i]};
        is[i] = joined(builder, hw_irgen_op(builder, HW_IR_SETP, &how, HW_IR_KIND_PRED, 2, operand), with);
    }
}

void hw_irgen_setp_of_halves(struct hw_irgen *builder)
{
    const struct hw_ptx_operand *to = hw_irgen_operand(builder, 0);
    const bool is_pair = to->kind == HW_PTX_OPERAND_PAIR;
    struct hw_ir_value *is[2];

    compared_halves(builder, is);
    const struct hw_ptx_operand *both[] = {is_pair ? to->item[0] : to, is_pair ? to->item[1] : NULL};
    hw_irgen_assign_all(builder, both, is_pair ? 2 : 1, HW_PTX_TYPE_PRED, is, false);
}

void hw_irgen_compare_halves(struct hw_irgen *builder)
{
    const uint64_t yes = builder->types[0] == HW_PTX_TYPE_F16X2 ? 0x3c00 : 0xffff;
    struct hw_ir_value *is[2], *half[2];

    compared_halves(builder, is);
    for (unsigned i = 0; i < 2; i++) {
        struct hw_ir_value *operand[] = {is[i], hw_irgen_constant(builder, HW_IR_KIND_16, yes),
                                         hw_irgen_constant(builder, HW_IR_KIND_16, 0)};
        half[i] = hw_irgen_op(builder, HW_IR_SELECT, NULL, HW_IR_KIND_16, 3, operand);
    }
    hw_irgen_assign(builder, hw_irgen_operand(builder, 0), builder->types[0],
                    hw_irgen_op(builder, HW_IR_PACK, NULL, HW_IR_KIND_32, 2, half), false);
}

/* --- choices -------------------------------------------------------------------------------------------- */

static void select_value(struct hw_irgen *builder, struct hw_ir_value *by)
{
    struct hw_ir_value *operand[] = {by, hw_irgen_read(builder, 1, builder->types[0]),
                                     hw_irgen_read(builder, 2, builder->types[0])};
    const struct hw_ir_modifiers how = {.type = HW_TYPE_NONE};

    hw_irgen_assign(builder, hw_irgen_operand(builder, 0), builder->types[0],
                    hw_irgen_op(builder, HW_IR_SELECT, &how, hw_irgen_kind(builder->types[0]), 3, operand),
                    false);
}

void hw_irgen_selp(struct hw_irgen *builder)
{
    select_value(builder, hw_irgen_read(builder, 3, HW_PTX_TYPE_PRED));
}

/* By whether the last operand is at least 0; a NaN is not. */
void hw_irgen_slct(struct hw_irgen *builder)
{
    const unsigned type = builder->types[1];
    struct hw_ir_modifiers how = hw_irgen_how(builder);
    struct hw_ir_value *operand[] = {hw_irgen_read(builder, 3, type),
                                     hw_irgen_constant(builder, hw_irgen_kind(type), 0)};

    how.type = hw_irgen_type(type);
    how.cmp = 6;
    select_value(builder, hw_irgen_op(builder, HW_IR_SETP, &how, HW_IR_KIND_PRED, 2, operand));
}
