/* SPDX-License-Identifier: MIT */
/* Expands 64-bit bit operations: count, find, reverse, extract and insert. */
#include "compiler/codegen/legalise.h"

static struct hw_ir_value *count_ones(struct hw_legalisation *l)
{
    struct hw_ir_value *half[2];

    hw_legalise_split(l, hw_legalise_operand(l, 0), half);
    struct hw_ir_value *low = hw_legalise_op1(l, HW_IR_POPC, HW_TYPE_B32, half[0]);
    return hw_legalise_op2(l, HW_IR_ADD, HW_TYPE_U32, low,
                           hw_legalise_op1(l, HW_IR_POPC, HW_TYPE_B32, half[1]));
}

static struct hw_ir_value *leading_zeros(struct hw_legalisation *l)
{
    struct hw_ir_value *half[2];

    hw_legalise_split(l, hw_legalise_operand(l, 0), half);
    struct hw_ir_value *low = hw_legalise_op1(l, HW_IR_CLZ, HW_TYPE_B32, half[0]);
    low = hw_legalise_op2(l, HW_IR_ADD, HW_TYPE_U32, low, hw_legalise_word(l, 32));
    struct hw_ir_value *is_empty =
        hw_legalise_compare(l, HW_LOWER_EQUAL, HW_TYPE_U32, half[1], hw_legalise_word(l, 0));
    return hw_legalise_select(l, is_empty, low, hw_legalise_op1(l, HW_IR_CLZ, HW_TYPE_B32, half[1]));
}

/* The highest bit that differs from the sign. */
static struct hw_ir_value *leading_one(struct hw_legalisation *l)
{
    struct hw_ir_value *value = hw_legalise_operand(l, 0), *half[2], *none = hw_legalise_word(l, 0xffffffff);

    if (!hw_codegen_is_unsigned(l->insn->how.type))
        value = hw_legalise_op2(l, HW_IR_XOR, HW_TYPE_B64, value,
                                hw_legalise_op2(l, HW_IR_SHR, HW_TYPE_S64, value, hw_legalise_word(l, 63)));
    hw_legalise_split(l, value, half);
    struct hw_ir_value *low = hw_legalise_op1(l, HW_IR_BFIND, HW_TYPE_U32, half[0]),
                       *high = hw_legalise_op1(l, HW_IR_BFIND, HW_TYPE_U32, half[1]);
    struct hw_ir_value *is_empty =
        hw_legalise_compare(l, HW_LOWER_EQUAL, HW_TYPE_U32, half[1], hw_legalise_word(l, 0));
    struct hw_ir_value *at = hw_legalise_select(
        l, is_empty, low, hw_legalise_op2(l, HW_IR_ADD, HW_TYPE_U32, high, hw_legalise_word(l, 32)));
    if (!l->insn->how.wrap)
        return at;
    struct hw_ir_value *shift = hw_legalise_op2(l, HW_IR_SUB, HW_TYPE_U32, hw_legalise_word(l, 63), at);
    return hw_legalise_select(l, hw_legalise_compare(l, HW_LOWER_EQUAL, HW_TYPE_U32, at, none), none, shift);
}

static struct hw_ir_value *reversed(struct hw_legalisation *l)
{
    struct hw_ir_value *half[2];

    hw_legalise_split(l, hw_legalise_operand(l, 0), half);
    struct hw_ir_value *low = hw_legalise_op1(l, HW_IR_BREV, HW_TYPE_B32, half[1]);
    return hw_legalise_pair(l, low, hw_legalise_op1(l, HW_IR_BREV, HW_TYPE_B32, half[0]));
}

static struct hw_ir_value *byte_of(struct hw_legalisation *l, unsigned which)
{
    return hw_legalise_op2(l, HW_IR_AND, HW_TYPE_B32, hw_legalise_operand(l, which),
                           hw_legalise_word(l, 0xff));
}

/* To the top, and back to the bottom: beyond the number there is nothing, or its sign. */
static struct hw_ir_value *field(struct hw_legalisation *l)
{
    const unsigned type = l->insn->how.type;
    struct hw_ir_value *value = hw_legalise_op2(l, HW_IR_SHR, type, hw_legalise_operand(l, 0), byte_of(l, 1));
    struct hw_ir_value *length =
        hw_legalise_op2(l, HW_IR_MIN, HW_TYPE_U32, byte_of(l, 2), hw_legalise_word(l, 64));
    struct hw_ir_value *rest = hw_legalise_op2(l, HW_IR_SUB, HW_TYPE_U32, hw_legalise_word(l, 64), length);

    value = hw_legalise_op2(l, HW_IR_SHL, HW_TYPE_B64, value, rest);
    value = hw_legalise_op2(l, HW_IR_SHR, type, value, rest);
    struct hw_ir_value *is_empty =
        hw_legalise_compare(l, HW_LOWER_EQUAL, HW_TYPE_U32, length, hw_legalise_word(l, 0));
    return hw_legalise_select(l, is_empty, hw_legalise_long(l, 0), value);
}

static struct hw_ir_value *insert(struct hw_legalisation *l)
{
    struct hw_ir_value *at = byte_of(l, 2);
    struct hw_ir_value *beyond =
        hw_legalise_op2(l, HW_IR_SHL, HW_TYPE_B64, hw_legalise_long(l, UINT64_MAX), byte_of(l, 3));
    struct hw_ir_value *mask = hw_legalise_op1(l, HW_IR_NOT, HW_TYPE_B64, beyond);
    struct hw_ir_value *in = hw_legalise_op2(l, HW_IR_AND, HW_TYPE_B64, hw_legalise_operand(l, 0), mask);

    in = hw_legalise_op2(l, HW_IR_SHL, HW_TYPE_B64, in, at);
    mask = hw_legalise_op1(l, HW_IR_NOT, HW_TYPE_B64, hw_legalise_op2(l, HW_IR_SHL, HW_TYPE_B64, mask, at));
    return hw_legalise_op2(l, HW_IR_OR, HW_TYPE_B64, in,
                           hw_legalise_op2(l, HW_IR_AND, HW_TYPE_B64, hw_legalise_operand(l, 1), mask));
}

#define LONG HW_CODEGEN_64

const struct hw_legalise_rule hw_legalise_i64_bits[] = {
    {HW_IR_POPC, LONG, NULL, count_ones},
    {HW_IR_CLZ, LONG, NULL, leading_zeros},
    {HW_IR_BFIND, LONG, NULL, leading_one},
    {HW_IR_BREV, LONG, NULL, reversed},
    {HW_IR_BFE, LONG, NULL, field},
    {HW_IR_BFI, LONG, NULL, insert},
    {0},
};
