/* SPDX-License-Identifier: MIT */
/* Comparisons of PTX and what chooses by them. */
#include "compiler/build/build_forms.h"
#include "compiler/build/builder.h"

static struct hw_ir_value *pred_op(struct hw_builder *builder, enum hw_ir_op op, struct hw_ir_value *a,
                                   struct hw_ir_value *b)
{
    return hw_build_op2(builder, op, HW_TYPE_NONE, HW_IR_KIND_PRED, a, b);
}

/* With the boolean operation of the instruction and its last operand, if it has one. */
static struct hw_ir_value *joined(struct hw_builder *builder, struct hw_ir_value *value,
                                  struct hw_ir_value *with)
{
    static const enum hw_ir_op ops[] = {
        [1 + HW_LOGIC_AND] = HW_IR_AND, [1 + HW_LOGIC_OR] = HW_IR_OR, [1 + HW_LOGIC_XOR] = HW_IR_XOR};

    return builder->says.logic ? pred_op(builder, ops[builder->says.logic], value, with) : value;
}

/* a compared with b, which are of this type, operands 1 and 2. */
static struct hw_ir_value *compared(struct hw_builder *builder, unsigned type)
{
    struct hw_ir_how how = hw_build_how(builder);
    struct hw_ir_value *operand[] = {hw_build_read(builder, 1, type), hw_build_read(builder, 2, type)};

    how.type = hw_build_type(type);
    how.cmp = builder->says.cmp;
    how.ftz |= type == HW_PTX_TYPE_F32 && builder->module->version < HW_BUILD_KEEPS_DENORMALS;
    return hw_build_op(builder, HW_IR_SETP, &how, HW_IR_KIND_PRED, 2, operand);
}

static struct hw_ir_value *joined_with(struct hw_builder *builder)
{
    const unsigned expected = builder->says.logic ? 4 : 3;

    if (builder->insn->operands != expected)
        hw_build_fail(builder, builder->place, HW_ERR_SYNTAX, "this form of %s has %u operands, expected %u",
                      hw_ptx_op_row((enum hw_ptx_op)builder->insn->op)->name, builder->insn->operands,
                      expected);
    return builder->says.logic ? hw_build_read(builder, 3, HW_PTX_TYPE_PRED) : NULL;
}

void hw_build_setp(struct hw_builder *builder)
{
    const struct hw_ptx_operand *to = hw_build_operand(builder, 0);
    struct hw_ir_value *is = compared(builder, builder->types[0]), *with = joined_with(builder);

    if (to->kind != HW_PTX_OPERAND_PAIR) {
        hw_build_assign(builder, to, HW_PTX_TYPE_PRED, joined(builder, is, with), false);
        return;
    }
    struct hw_ir_value *is_not = hw_build_op1(builder, HW_IR_NOT, HW_TYPE_NONE, HW_IR_KIND_PRED, is);
    struct hw_ir_value *value[] = {joined(builder, is, with), joined(builder, is_not, with)};
    const struct hw_ptx_operand *both[] = {to->item[0], to->item[1]};
    hw_build_assign_all(builder, both, 2, HW_PTX_TYPE_PRED, value, false);
}

/* All ones, or 1.0, for what holds. */
void hw_build_compare_to_value(struct hw_builder *builder)
{
    const enum hw_ir_kind kind = hw_build_kind(builder->types[0]);
    struct hw_ir_value *is = joined(builder, compared(builder, builder->types[1]), joined_with(builder));
    const uint64_t yes = builder->types[0] == HW_PTX_TYPE_F32   ? 0x3f800000
                         : builder->types[0] == HW_PTX_TYPE_F16 ? 0x3c00
                                                                : UINT64_MAX;
    struct hw_ir_value *operand[] = {is, hw_build_constant(builder, kind, yes),
                                     hw_build_constant(builder, kind, 0)};
    const struct hw_ir_how how = {.type = HW_TYPE_NONE};

    hw_build_assign(builder, hw_build_operand(builder, 0), builder->types[0],
                    hw_build_op(builder, HW_IR_SELECT, &how, kind, 3, operand), false);
}

/* --- two halves of a word ------------------------------------------------------------------------------- */

/* Whether each holds, joined with the last operand. */
static void compared_halves(struct hw_builder *builder, struct hw_ir_value *is[2])
{
    static const uint8_t kinds[] = {HW_IR_KIND_16, HW_IR_KIND_16};
    struct hw_ir_value *word[] = {hw_build_read(builder, 1, HW_PTX_TYPE_F16X2),
                                  hw_build_read(builder, 2, HW_PTX_TYPE_F16X2)};
    struct hw_ir_value *with = joined_with(builder);
    struct hw_ir_insn *a = hw_build_ops(builder, HW_IR_UNPACK, NULL, 2, kinds, 1, &word[0]);
    struct hw_ir_insn *b = hw_build_ops(builder, HW_IR_UNPACK, NULL, 2, kinds, 1, &word[1]);
    const struct hw_ir_how how = {.type = HW_TYPE_F16, .cmp = builder->says.cmp, .ftz = builder->says.ftz};

    for (unsigned i = 0; i < 2; i++) {
        struct hw_ir_value *operand[] = {&a->result[i], &b->result[i]};
        is[i] = joined(builder, hw_build_op(builder, HW_IR_SETP, &how, HW_IR_KIND_PRED, 2, operand), with);
    }
}

void hw_build_setp_of_halves(struct hw_builder *builder)
{
    const struct hw_ptx_operand *to = hw_build_operand(builder, 0);
    const bool is_pair = to->kind == HW_PTX_OPERAND_PAIR;
    struct hw_ir_value *is[2];

    compared_halves(builder, is);
    const struct hw_ptx_operand *both[] = {is_pair ? to->item[0] : to, is_pair ? to->item[1] : NULL};
    hw_build_assign_all(builder, both, is_pair ? 2 : 1, HW_PTX_TYPE_PRED, is, false);
}

void hw_build_compare_halves(struct hw_builder *builder)
{
    const uint64_t yes = builder->types[0] == HW_PTX_TYPE_F16X2 ? 0x3c00 : 0xffff;
    struct hw_ir_value *is[2], *half[2];

    compared_halves(builder, is);
    for (unsigned i = 0; i < 2; i++) {
        struct hw_ir_value *operand[] = {is[i], hw_build_constant(builder, HW_IR_KIND_16, yes),
                                         hw_build_constant(builder, HW_IR_KIND_16, 0)};
        half[i] = hw_build_op(builder, HW_IR_SELECT, NULL, HW_IR_KIND_16, 3, operand);
    }
    hw_build_assign(builder, hw_build_operand(builder, 0), builder->types[0],
                    hw_build_op(builder, HW_IR_PACK, NULL, HW_IR_KIND_32, 2, half), false);
}

/* --- choices -------------------------------------------------------------------------------------------- */

static void choose(struct hw_builder *builder, struct hw_ir_value *by)
{
    struct hw_ir_value *operand[] = {by, hw_build_read(builder, 1, builder->types[0]),
                                     hw_build_read(builder, 2, builder->types[0])};
    const struct hw_ir_how how = {.type = HW_TYPE_NONE};

    hw_build_assign(builder, hw_build_operand(builder, 0), builder->types[0],
                    hw_build_op(builder, HW_IR_SELECT, &how, hw_build_kind(builder->types[0]), 3, operand),
                    false);
}

void hw_build_selp(struct hw_builder *builder)
{
    choose(builder, hw_build_read(builder, 3, HW_PTX_TYPE_PRED));
}

/* By whether the last operand is at least 0; a NaN is not. */
void hw_build_slct(struct hw_builder *builder)
{
    const unsigned type = builder->types[1];
    struct hw_ir_how how = hw_build_how(builder);
    struct hw_ir_value *operand[] = {hw_build_read(builder, 3, type),
                                     hw_build_constant(builder, hw_build_kind(type), 0)};

    how.type = hw_build_type(type);
    how.cmp = 6;
    choose(builder, hw_build_op(builder, HW_IR_SETP, &how, HW_IR_KIND_PRED, 2, operand));
}
