/* SPDX-License-Identifier: MIT */
/* Promotes 16-bit operations to 32 bits: the upper halves of their registers are undefined, so operations
 * that depend on these see extended operands. */
#include "compiler/codegen/legalise.h"

static unsigned wider(unsigned type)
{
    return type == HW_TYPE_S16 || type == HW_TYPE_S8 ? HW_TYPE_S32 : HW_TYPE_U32;
}

static struct hw_ir_value *extended(struct hw_legalisation *l, unsigned which)
{
    struct hw_ir_value *value = hw_legalise_operand(l, which);
    const unsigned type =
        l->insn->op == HW_IR_SET && l->insn->how.from ? l->insn->how.from : l->insn->how.type;

    if (value->kind != HW_IR_KIND_16)
        return value;
    return hw_legalise_convert(l, wider(type), type, HW_IR_KIND_32, value);
}

/* The low 16 bits of the same operation on words. */
static struct hw_ir_value *as_words(struct hw_legalisation *l)
{
    const unsigned type = wider(l->insn->how.type);
    struct hw_ir_value *a = extended(l, 0), *result;

    if (l->insn->operands == 1)
        result = hw_legalise_op1(l, (enum hw_ir_op)l->insn->op, type, a);
    else if (l->insn->operands == 2)
        result = hw_legalise_op2(l, (enum hw_ir_op)l->insn->op, type, a, extended(l, 1));
    else
        result = hw_legalise_op3(l, (enum hw_ir_op)l->insn->op, type, a, extended(l, 1), extended(l, 2));
    return l->insn->result[0].kind == HW_IR_KIND_16
               ? hw_legalise_convert(l, HW_TYPE_U16, HW_TYPE_U32, HW_IR_KIND_16, result)
               : result;
}

static struct hw_ir_value *compared(struct hw_legalisation *l)
{
    struct hw_ir_value *a = extended(l, 0);

    return hw_legalise_compare(l, l->insn->how.cmp, wider(l->insn->how.type), a, extended(l, 1));
}

static struct hw_ir_value *set(struct hw_legalisation *l)
{
    struct hw_ir_value *a = extended(l, 0), *b = extended(l, 1);
    struct hw_ir_value *condition = hw_legalise_compare(l, l->insn->how.cmp, wider(l->insn->how.from), a, b);

    return hw_legalise_select(l, condition,
                              hw_legalise_word(l, l->insn->how.type == HW_TYPE_F32 ? 0x3f800000 : 0xffffffff),
                              hw_legalise_word(l, 0));
}

/* Whole products of 16 bits are words. */
static struct hw_ir_value *product(struct hw_legalisation *l)
{
    struct hw_ir_value *a = extended(l, 0);

    return hw_legalise_op2(l, HW_IR_MUL, wider(l->insn->how.type), a, extended(l, 1));
}

static struct hw_ir_value *sum_of_product(struct hw_legalisation *l)
{
    struct hw_ir_value *whole = product(l);

    return hw_legalise_op2(l, HW_IR_ADD, HW_TYPE_U32, whole, hw_legalise_operand(l, 2));
}

static struct hw_ir_value *high_product(struct hw_legalisation *l)
{
    struct hw_ir_value *high =
        hw_legalise_op2(l, HW_IR_SHR, HW_TYPE_U32, product(l), hw_legalise_word(l, 16));

    return hw_legalise_convert(l, HW_TYPE_U16, HW_TYPE_U32, HW_IR_KIND_16, high);
}

static struct hw_ir_value *high_sum(struct hw_legalisation *l)
{
    return hw_legalise_op2(l, HW_IR_ADD, HW_TYPE_U16, high_product(l), hw_legalise_operand(l, 2));
}

#define HALF HW_CODEGEN_16

const struct hw_legalise_rule hw_legalise_i16[] = {
    {HW_IR_MUL_WIDE, HALF, "IMUL.U16.U16 R0, R1L, R2L", product},
    {HW_IR_MAD_WIDE, HALF, "IMUL.U16.U16 R0, R1L, R2L", sum_of_product},
    {HW_IR_MUL_HIGH, HALF, NULL, high_product},
    {HW_IR_MAD_HIGH, HALF, NULL, high_sum},
    {HW_IR_DIV, HALF, NULL, as_words},
    {HW_IR_REM, HALF, NULL, as_words},
    {HW_IR_MIN, HALF, NULL, as_words},
    {HW_IR_MAX, HALF, NULL, as_words},
    {HW_IR_ABS, HALF, NULL, as_words},
    {HW_IR_SAD, HALF, NULL, as_words},
    {HW_IR_SHR, HALF, NULL, as_words},
    {HW_IR_CNOT, HALF, NULL, as_words},
    {HW_IR_SETP, HALF, NULL, compared},
    {HW_IR_SET, HALF, NULL, set},
    {0},
};
