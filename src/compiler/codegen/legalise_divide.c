/* SPDX-License-Identifier: MIT */
/* Expands 32-bit divisions if no library has them: a reciprocal of single precision, refined to 32 bits by
 * one Newton step, gives a quotient that is too small by 2 at most. */
#include "compiler/codegen/legalise_divide.h"

#define JUST_BELOW_2_32 0x4f7ffffeu /* 2^32 - 512 */
#define ROUND_TO_ZERO   3

struct word_quotient {
    struct hw_ir_value *value, *rest;
};

static struct hw_ir_value *word2(struct hw_legalisation *l, enum hw_ir_op op, struct hw_ir_value *a,
                                 struct hw_ir_value *b)
{
    return hw_legalise_op2(l, op, HW_TYPE_U32, a, b);
}

/* 2^32 / b, a little less. */
static struct hw_ir_value *reciprocal(struct hw_legalisation *l, struct hw_ir_value *b)
{
    struct hw_ir_value *value = hw_legalise_convert(l, HW_TYPE_F32, HW_TYPE_U32, HW_IR_KIND_32, b);

    value = hw_legalise_op1(l, HW_IR_RCP, HW_TYPE_F32, value);
    value->from->how.approximate = value->from->how.ftz = true;
    value = hw_legalise_op2(l, HW_IR_MUL, HW_TYPE_F32, value, hw_legalise_word(l, JUST_BELOW_2_32));
    value->from->how.ftz = true;
    value = hw_legalise_convert(l, HW_TYPE_U32, HW_TYPE_F32, HW_IR_KIND_32, value);
    value->from->how.round = ROUND_TO_ZERO;
    struct hw_ir_value *missing = word2(l, HW_IR_MUL, word2(l, HW_IR_SUB, hw_legalise_word(l, 0), b), value);
    return word2(l, HW_IR_ADD, value, word2(l, HW_IR_MUL_HIGH, value, missing));
}

static struct word_quotient corrected(struct hw_legalisation *l, struct word_quotient q,
                                      struct hw_ir_value *b)
{
    struct hw_ir_value *is_small = hw_legalise_compare(l, HW_LOWER_LESS, HW_TYPE_U32, q.rest, b);
    struct hw_ir_value *more = word2(l, HW_IR_ADD, q.value, hw_legalise_word(l, 1)),
                       *less = word2(l, HW_IR_SUB, q.rest, b);

    return (struct word_quotient){.value = hw_legalise_select(l, is_small, q.value, more),
                                  .rest = hw_legalise_select(l, is_small, q.rest, less)};
}

static struct word_quotient divided(struct hw_legalisation *l, struct hw_ir_value *a, struct hw_ir_value *b)
{
    struct word_quotient q = {.value = word2(l, HW_IR_MUL_HIGH, a, reciprocal(l, b))};

    q.rest = word2(l, HW_IR_SUB, a, word2(l, HW_IR_MUL, q.value, b));
    return corrected(l, corrected(l, q, b), b);
}

/* All ones for a negative number. */
static struct hw_ir_value *sign_of(struct hw_legalisation *l, struct hw_ir_value *value)
{
    return hw_legalise_op2(l, HW_IR_SHR, HW_TYPE_S32, value, hw_legalise_word(l, 31));
}

static struct hw_ir_value *with_sign(struct hw_legalisation *l, struct hw_ir_value *value,
                                     struct hw_ir_value *sign)
{
    return word2(l, HW_IR_SUB, hw_legalise_op2(l, HW_IR_XOR, HW_TYPE_B32, value, sign), sign);
}

struct hw_ir_value *hw_legalise_quotient(struct hw_legalisation *l)
{
    struct hw_ir_value *a = hw_legalise_operand(l, 0), *b = hw_legalise_operand(l, 1);
    const bool is_rest = l->insn->op == HW_IR_REM;

    if (hw_codegen_is_unsigned(l->insn->how.type)) {
        const struct word_quotient q = divided(l, a, b);
        return is_rest ? q.rest : q.value;
    }
    struct hw_ir_value *sign = sign_of(l, a), *other = sign_of(l, b);
    const struct word_quotient q = divided(l, with_sign(l, a, sign), with_sign(l, b, other));
    return is_rest ? with_sign(l, q.rest, sign)
                   : with_sign(l, q.value, hw_legalise_op2(l, HW_IR_XOR, HW_TYPE_B32, sign, other));
}
