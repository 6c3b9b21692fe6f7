/* SPDX-License-Identifier: MIT */
/* Legalises 32-bit and predicate operations that some or all chips have no instruction for. */
#include "compiler/codegen/legalise.h"

#include "compiler/ir/ir_words.h"

static struct hw_ir_value *is_zero(struct hw_legalisation *l)
{
    struct hw_ir_value *zero = hw_legalise_compare(l, HW_LOWER_EQUAL, HW_TYPE_U32, hw_legalise_operand(l, 0),
                                                   hw_legalise_word(l, 0));

    return hw_legalise_select(l, zero, hw_legalise_word(l, 1), hw_legalise_word(l, 0));
}

static struct hw_ir_value *chosen_predicate(struct hw_legalisation *l)
{
    struct hw_ir_value *condition = hw_legalise_operand(l, 0);
    struct hw_ir_value *yes = hw_legalise_op2(l, HW_IR_AND, 0, condition, hw_legalise_operand(l, 1));
    struct hw_ir_value *no = hw_legalise_op2(l, HW_IR_AND, 0, hw_legalise_op1(l, HW_IR_NOT, 0, condition),
                                             hw_legalise_operand(l, 2));

    return hw_legalise_op2(l, HW_IR_OR, 0, yes, no);
}

/* --- products of 24 bits -----------------------------------------------------------------------------------
 */

static struct hw_ir_value *low_24(struct hw_legalisation *l, unsigned which)
{
    struct hw_ir_value *value = hw_legalise_operand(l, which);

    if (hw_codegen_is_unsigned(l->insn->how.type))
        return hw_legalise_op2(l, HW_IR_AND, HW_TYPE_B32, value, hw_legalise_word(l, 0xffffff));
    value = hw_legalise_op2(l, HW_IR_SHL, HW_TYPE_B32, value, hw_legalise_word(l, 8));
    return hw_legalise_op2(l, HW_IR_SHR, HW_TYPE_S32, value, hw_legalise_word(l, 8));
}

static struct hw_ir_value *product_24(struct hw_legalisation *l)
{
    struct hw_ir_value *a = low_24(l, 0), *b = low_24(l, 1), *half[2];

    if (l->insn->op == HW_IR_MUL24 || l->insn->op == HW_IR_MAD24)
        return hw_legalise_op2(l, HW_IR_MUL, HW_TYPE_U32, a, b);
    /* Bits 16 to 47. */
    hw_legalise_split(l, hw_legalise_op2(l, HW_IR_MUL_WIDE, l->insn->how.type, a, b), half);
    struct hw_ir_value *low = hw_legalise_op2(l, HW_IR_SHR, HW_TYPE_U32, half[0], hw_legalise_word(l, 16));
    return hw_legalise_op2(l, HW_IR_OR, HW_TYPE_B32, low,
                           hw_legalise_op2(l, HW_IR_SHL, HW_TYPE_B32, half[1], hw_legalise_word(l, 16)));
}

static struct hw_ir_value *sum_24(struct hw_legalisation *l)
{
    struct hw_ir_value *product = product_24(l);

    if (!l->insn->how.sat)
        return hw_legalise_op2(l, HW_IR_ADD, HW_TYPE_U32, product, hw_legalise_operand(l, 2));
    /* The sum saturates as one of 64 bits would. */
    struct hw_ir_value *wide = hw_legalise_op2(
        l, HW_IR_ADD, HW_TYPE_S64, hw_legalise_convert(l, HW_TYPE_S64, HW_TYPE_S32, HW_IR_KIND_64, product),
        hw_legalise_convert(l, HW_TYPE_S64, HW_TYPE_S32, HW_IR_KIND_64, hw_legalise_operand(l, 2)));
    wide = hw_legalise_op2(l, HW_IR_MIN, HW_TYPE_S64, wide, hw_legalise_long(l, INT32_MAX));
    wide =
        hw_legalise_op2(l, HW_IR_MAX, HW_TYPE_S64, wide, hw_legalise_long(l, (uint64_t)(int64_t)INT32_MIN));
    return hw_legalise_convert(l, HW_TYPE_U32, HW_TYPE_U64, HW_IR_KIND_32, wide);
}

/* A product with a power of two is a shift. */
static struct hw_ir_value *scaled(struct hw_legalisation *l)
{
    uint64_t factor;

    if (!hw_ir_is_constant(hw_legalise_operand(l, 1), &factor) || (factor & (factor - 1)) || factor < 2 ||
        factor > 1u << 30)
        return NULL;
    const unsigned shift = (unsigned)__builtin_ctzll(factor);
    struct hw_ir_value *value = hw_legalise_operand(l, 0);
    struct hw_ir_value *low = hw_legalise_op2(l, HW_IR_SHL, HW_TYPE_B32, value, hw_legalise_word(l, shift));
    struct hw_ir_value *product = hw_legalise_pair(
        l, low, hw_legalise_op2(l, HW_IR_SHR, l->insn->how.type, value, hw_legalise_word(l, 32 - shift)));
    return l->insn->op == HW_IR_MUL_WIDE
               ? product
               : hw_legalise_op2(l, HW_IR_ADD, HW_TYPE_U64, product, hw_legalise_operand(l, 2));
}

/* --- shifts of two words -----------------------------------------------------------------------------------
 */

static struct hw_ir_value *funnel(struct hw_legalisation *l)
{
    const bool is_left = l->insn->op == HW_IR_FUNNEL_LEFT;
    struct hw_ir_value *count = hw_legalise_operand(l, 2), *limit = hw_legalise_word(l, 32),
                       *kept = hw_legalise_operand(l, is_left ? 1 : 0),
                       *other = hw_legalise_operand(l, is_left ? 0 : 1);

    count = l->insn->how.wrap ? hw_legalise_op2(l, HW_IR_AND, HW_TYPE_B32, count, hw_legalise_word(l, 31))
                              : hw_legalise_op2(l, HW_IR_MIN, HW_TYPE_U32, count, limit);
    struct hw_ir_value *rest = hw_legalise_op2(l, HW_IR_SUB, HW_TYPE_U32, limit, count);
    kept = hw_legalise_op2(l, is_left ? HW_IR_SHL : HW_IR_SHR, HW_TYPE_U32, kept, count);
    return hw_legalise_op2(l, HW_IR_OR, HW_TYPE_B32, kept,
                           hw_legalise_op2(l, is_left ? HW_IR_SHR : HW_IR_SHL, HW_TYPE_U32, other, rest));
}

/* Two shifted values without overlapping bits, from both sides, are one funnel shift of two words. */
static struct hw_ir_value *joined(struct hw_legalisation *l)
{
    for (unsigned i = 0; i < 2; i++) {
        const struct hw_ir_insn *left = hw_legalise_operand(l, i)->from,
                                *right = hw_legalise_operand(l, 1 - i)->from;
        uint64_t by, rest;
        if (left->op == HW_IR_SHL && right->op == HW_IR_SHR && hw_codegen_class(left) == HW_CODEGEN_32 &&
            hw_codegen_class(right) == HW_CODEGEN_32 && hw_codegen_is_unsigned(right->how.type) &&
            hw_ir_is_constant(left->operand[1].value, &by) &&
            hw_ir_is_constant(right->operand[1].value, &rest) && by > 0 && by + rest == 32 &&
            hw_codegen_accepts(l->target, "SHF.L R0, R1, 0x3, R2"))
            return hw_legalise_op3(l, HW_IR_FUNNEL_LEFT, HW_TYPE_B32, right->operand[0].value,
                                   left->operand[0].value, left->operand[1].value);
    }
    return NULL;
}

static bool is_logic(const struct hw_ir_insn *insn)
{
    return insn->op == HW_IR_AND || insn->op == HW_IR_OR || insn->op == HW_IR_XOR;
}

static unsigned table_of(enum hw_ir_op op, unsigned a, unsigned b)
{
    return (op == HW_IR_AND ? a & b : op == HW_IR_OR ? a | b : a ^ b) & 0xff;
}

/* A logic operation with an operand that is a logic operation of a single use is one of three operands. */
static struct hw_ir_value *logic(struct hw_legalisation *l)
{
    struct hw_ir_value *both = l->insn->op == HW_IR_AND ? NULL : joined(l);
    uint64_t bits;

    if (both || !hw_codegen_accepts(l->target, "LOP3.LUT R0, R1, R2, R3, 0x1"))
        return both;
    for (unsigned i = 0; i < 2; i++) {
        struct hw_ir_value *value = hw_legalise_operand(l, i), *other = hw_legalise_operand(l, 1 - i);
        const struct hw_ir_insn *inner = value->from;
        if (!is_logic(inner) || value->kind != HW_IR_KIND_32 || !value->uses || value->uses->next ||
            hw_ir_is_constant(other, &bits) || hw_ir_is_constant(inner->operand[0].value, &bits) ||
            hw_ir_is_constant(inner->operand[1].value, &bits))
            continue;
        both = hw_legalise_op3(l, HW_IR_LOP3, HW_TYPE_B32, inner->operand[0].value, inner->operand[1].value,
                               other);
        both->from->how.number =
            table_of((enum hw_ir_op)l->insn->op, table_of((enum hw_ir_op)inner->op, 0xf0, 0xcc), 0xaa);
        return both;
    }
    return NULL;
}

/* The table's bit for a, b, c all 0 is its lowest; a counts 4. */
static struct hw_ir_value *logic_of_three(struct hw_legalisation *l)
{
    struct hw_ir_value *any = NULL;

    for (unsigned row = 0; row < 8; row++) {
        struct hw_ir_value *all = NULL;
        if (!(l->insn->how.number >> row & 1))
            continue;
        for (unsigned i = 0; i < 3; i++) {
            struct hw_ir_value *value = hw_legalise_operand(l, i);
            if (!(row >> (2 - i) & 1))
                value = hw_legalise_op1(l, HW_IR_NOT, HW_TYPE_B32, value);
            all = all ? hw_legalise_op2(l, HW_IR_AND, HW_TYPE_B32, all, value) : value;
        }
        any = any ? hw_legalise_op2(l, HW_IR_OR, HW_TYPE_B32, any, all) : all;
    }
    return any ? any : hw_legalise_word(l, 0);
}

/* --- floats as bits ----------------------------------------------------------------------------------------
 */

static struct hw_ir_value *with_sign(struct hw_legalisation *l)
{
    const bool is_wide = hw_codegen_class(l->insn) == HW_CODEGEN_DOUBLE;
    const unsigned type = is_wide ? HW_TYPE_B64 : HW_TYPE_B32;
    struct hw_ir_value *sign =
                           is_wide ? hw_legalise_long(l, (uint64_t)1 << 63) : hw_legalise_word(l, 0x80000000),
                       *rest = is_wide ? hw_legalise_long(l, INT64_MAX) : hw_legalise_word(l, 0x7fffffff);

    sign = hw_legalise_op2(l, HW_IR_AND, type, hw_legalise_operand(l, 1), sign);
    return hw_legalise_op2(l, HW_IR_OR, type, sign,
                           hw_legalise_op2(l, HW_IR_AND, type, hw_legalise_operand(l, 0), rest));
}

/* Without their sign floats are ordered like numbers. */
static struct hw_ir_value *tested(struct hw_legalisation *l)
{
    const bool is_wide = l->insn->how.type == HW_TYPE_F64;
    const unsigned bits = is_wide ? HW_TYPE_B64 : HW_TYPE_B32, type = is_wide ? HW_TYPE_U64 : HW_TYPE_U32;
    const uint64_t infinite = is_wide ? 0x7ffull << 52 : 0xffull << 23,
                   least = is_wide ? 1ull << 52 : 1ull << 23;
    const unsigned kind = is_wide ? HW_IR_KIND_64 : HW_IR_KIND_32;
    struct hw_ir_function *function = l->function;
    struct hw_ir_value *inf = hw_ir_constant(function, (enum hw_ir_kind)kind, infinite),
                       *size = hw_legalise_op2(
                           l, HW_IR_AND, bits, hw_legalise_operand(l, 0),
                           hw_ir_constant(function, (enum hw_ir_kind)kind, is_wide ? INT64_MAX : INT32_MAX));

    switch (l->insn->how.number) {
    case HW_IR_TEST_FINITE: return hw_legalise_compare(l, HW_LOWER_LESS, type, size, inf);
    case HW_IR_TEST_INFINITE: return hw_legalise_compare(l, HW_LOWER_EQUAL, type, size, inf);
    case HW_IR_TEST_NUMBER: return hw_legalise_compare(l, HW_LOWER_LESS | HW_LOWER_EQUAL, type, size, inf);
    case HW_IR_TEST_NAN: return hw_legalise_compare(l, HW_LOWER_GREATER, type, size, inf);
    case HW_IR_TEST_NORMAL:
        size =
            hw_legalise_op2(l, HW_IR_SUB, type, size, hw_ir_constant(function, (enum hw_ir_kind)kind, least));
        return hw_legalise_compare(l, HW_LOWER_LESS, type, size,
                                   hw_ir_constant(function, (enum hw_ir_kind)kind, infinite - least));
    default:
        size = hw_legalise_op2(l, HW_IR_SUB, type, size, hw_ir_constant(function, (enum hw_ir_kind)kind, 1));
        return hw_legalise_compare(l, HW_LOWER_LESS, type, size,
                                   hw_ir_constant(function, (enum hw_ir_kind)kind, least - 1));
    }
}

#define WORD HW_CODEGEN_32
#define BOTH (HW_CODEGEN_FLOAT | HW_CODEGEN_DOUBLE)

const struct hw_legalise_rule hw_legalise_i32[] = {
    {HW_IR_CNOT, WORD, NULL, is_zero},
    {HW_IR_SELECT, HW_CODEGEN_PRED, NULL, chosen_predicate},
    {HW_IR_MUL_WIDE, WORD, NULL, scaled},
    {HW_IR_MAD_WIDE, WORD, NULL, scaled},
    {HW_IR_MUL24, WORD, "IMUL.U24.U24 R0, R1, R2", product_24},
    {HW_IR_MUL24_HIGH, WORD, "IMUL.U24.U24 R0, R1, R2", product_24},
    {HW_IR_MAD24, WORD, "IMUL.U24.U24 R0, R1, R2", sum_24},
    {HW_IR_MAD24_HIGH, WORD, "IMUL.U24.U24 R0, R1, R2", sum_24},
    {HW_IR_FUNNEL_LEFT, WORD, "SHF.L R0, R1, R2, R3", funnel},
    {HW_IR_FUNNEL_RIGHT, WORD, "SHF.R R0, R1, R2, R3", funnel},
    {HW_IR_AND, WORD, NULL, logic},
    {HW_IR_OR, WORD, NULL, logic},
    {HW_IR_XOR, WORD, NULL, logic},
    {HW_IR_ADD, WORD, NULL, joined},
    {HW_IR_LOP3, WORD, "LOP3.LUT R0, R1, R2, R3, 0x1", logic_of_three},
    {HW_IR_COPYSIGN, BOTH, NULL, with_sign},
    {HW_IR_TESTP, BOTH | HW_CODEGEN_PRED, NULL, tested},
    {0},
};
