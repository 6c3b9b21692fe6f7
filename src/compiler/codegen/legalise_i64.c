/* SPDX-License-Identifier: MIT */
/* Expands 64-bit operations to 32-bit operations. */
#include "compiler/codegen/legalise.h"

#define FUNNEL "SHF.L R0, R1, 0x3, R2"

/* --- bits and widths -------------------------------------------------------------------------------------
 */

static struct hw_ir_value *by_words(struct hw_legalisation *l)
{
    const enum hw_ir_op op = (enum hw_ir_op)l->insn->op;
    struct hw_ir_value *a[2], *b[2], *low;

    hw_legalise_split(l, hw_legalise_operand(l, 0), a);
    if (l->insn->operands == 1) {
        low = hw_legalise_op1(l, op, HW_TYPE_B32, a[0]);
        return hw_legalise_pair(l, low, hw_legalise_op1(l, op, HW_TYPE_B32, a[1]));
    }
    hw_legalise_split(l, hw_legalise_operand(l, 1), b);
    low = hw_legalise_op2(l, op, HW_TYPE_B32, a[0], b[0]);
    return hw_legalise_pair(l, low, hw_legalise_op2(l, op, HW_TYPE_B32, a[1], b[1]));
}

static bool is_nothing(const struct hw_ir_value *word)
{
    uint64_t bits;

    return hw_ir_is_constant(word, &bits) && bits == 0;
}

/* Where a low word is 0 there is no carry. */
static struct hw_ir_value *sum_by_words(struct hw_legalisation *l)
{
    struct hw_ir_value *x = hw_legalise_operand(l, 0), *y = hw_legalise_operand(l, 1), *a[2], *b[2];
    const bool are_pairs = x->from->op == HW_IR_PACK && y->from->op == HW_IR_PACK && x->from->operands == 2 &&
                           y->from->operands == 2;

    if (!are_pairs || l->insn->operands != 2)
        return NULL;
    hw_legalise_split(l, x, a);
    hw_legalise_split(l, y, b);
    if (!is_nothing(a[0]) && !is_nothing(b[0]))
        return NULL;
    struct hw_ir_value *high = is_nothing(a[1])   ? b[1]
                               : is_nothing(b[1]) ? a[1]
                                                  : hw_legalise_op2(l, HW_IR_ADD, HW_TYPE_U32, a[1], b[1]);
    return hw_legalise_pair(l, is_nothing(a[0]) ? b[0] : a[0], high);
}

static bool is_integer(unsigned type)
{
    return type != HW_TYPE_F16 && type != HW_TYPE_F32 && type != HW_TYPE_F64;
}

/* A longer number is a pair, a shorter one the low word of a pair. */
static struct hw_ir_value *converted(struct hw_legalisation *l)
{
    const unsigned type = l->insn->how.type, from = l->insn->how.from;
    struct hw_ir_value *value = hw_legalise_operand(l, 0), *half[2];
    const bool is_signed = !hw_codegen_is_unsigned(from);

    if (l->insn->how.sat || !is_integer(type) || !is_integer(from))
        return NULL;
    if (l->insn->result[0].kind == HW_IR_KIND_64 && value->kind != HW_IR_KIND_64) {
        if (hw_codegen_type_bits(from) < 32)
            value = hw_legalise_convert(l, is_signed ? HW_TYPE_S32 : HW_TYPE_U32, from, HW_IR_KIND_32, value);
        return hw_legalise_pair(
            l, value,
            is_signed ? hw_legalise_op2(l, HW_IR_SHR, HW_TYPE_S32, value, hw_legalise_word(l, 31))
                      : hw_legalise_word(l, 0));
    }
    if (value->kind != HW_IR_KIND_64 || value->from->op != HW_IR_PACK || value->from->operands != 2 ||
        l->insn->result[0].kind == HW_IR_KIND_64)
        return NULL;
    hw_legalise_split(l, value, half);
    if (hw_codegen_type_bits(type) == 32)
        return half[0];
    return hw_legalise_convert(l, type, HW_TYPE_U32, l->insn->result[0].kind, half[0]);
}

/* --- shifts: counts of 32 and more give 0, so do negative ones, which are large --------------------------
 */

/* A word with what is shifted into it from its neighbour, on the left or on the right. */
static struct hw_ir_value *shifted(struct hw_legalisation *l, enum hw_ir_op op, struct hw_ir_value *word,
                                   struct hw_ir_value *neighbour, struct hw_ir_value *count)
{
    const enum hw_ir_op other = op == HW_IR_SHL ? HW_IR_SHR : HW_IR_SHL;
    uint64_t known;
    const bool is_known = hw_ir_is_constant(count, &known);

    if (is_known && known < 32 && known && hw_codegen_accepts(l->target, FUNNEL))
        return op == HW_IR_SHL ? hw_legalise_op3(l, HW_IR_FUNNEL_LEFT, HW_TYPE_B32, neighbour, word, count)
                               : hw_legalise_op3(l, HW_IR_FUNNEL_RIGHT, HW_TYPE_B32, word, neighbour, count);
    if (is_known && known >= 32)
        return hw_legalise_op2(l, op, HW_TYPE_U32, neighbour,
                               hw_legalise_word(l, (uint32_t)(known > 64 ? 64 : known) - 32));
    struct hw_ir_value *rest = hw_legalise_op2(l, HW_IR_SUB, HW_TYPE_U32, hw_legalise_word(l, 32), count);
    struct hw_ir_value *own = hw_legalise_op2(l, op, HW_TYPE_U32, word, count);
    own = hw_legalise_op2(l, HW_IR_OR, HW_TYPE_B32, own,
                          hw_legalise_op2(l, other, HW_TYPE_U32, neighbour,
                                          is_known ? hw_legalise_word(l, 32 - (uint32_t)known) : rest));
    if (is_known)
        return own;
    struct hw_ir_value *more = hw_legalise_op2(l, HW_IR_SUB, HW_TYPE_U32, count, hw_legalise_word(l, 32));
    return hw_legalise_op2(l, HW_IR_OR, HW_TYPE_B32, own,
                           hw_legalise_op2(l, op, HW_TYPE_U32, neighbour, more));
}

/* Variable shift counts, which the chip may have instructions for. */
static bool is_left(const struct hw_legalisation *l)
{
    uint64_t known;

    return !hw_ir_is_constant(hw_legalise_operand(l, 1), &known) &&
           hw_codegen_accepts(l->target, "SHF.L.U64 R0, R1, R2, R3");
}

static struct hw_ir_value *shift_left(struct hw_legalisation *l)
{
    struct hw_ir_value *half[2], *count = hw_legalise_operand(l, 1);
    uint64_t known;

    if (is_left(l))
        return NULL;
    hw_legalise_split(l, hw_legalise_operand(l, 0), half);
    struct hw_ir_value *high = shifted(l, HW_IR_SHL, half[1], half[0], count);
    if (hw_ir_is_constant(count, &known) && known >= 32)
        return hw_legalise_pair(l, hw_legalise_word(l, 0), high);
    return hw_legalise_pair(l, hw_legalise_op2(l, HW_IR_SHL, HW_TYPE_U32, half[0], count), high);
}

/* The sign comes in from above: from a count of 32 on, the high word is what the low one gets. */
static struct hw_ir_value *shift_right(struct hw_legalisation *l)
{
    const bool is_signed = !hw_codegen_is_unsigned(l->insn->how.type);
    struct hw_ir_value *half[2], *count = hw_legalise_operand(l, 1);
    uint64_t known;

    if (is_left(l))
        return NULL;
    hw_legalise_split(l, hw_legalise_operand(l, 0), half);
    const bool is_far = hw_ir_is_constant(count, &known) && known >= 32;
    struct hw_ir_value *high = is_far && !is_signed
                                   ? hw_legalise_word(l, 0)
                                   : hw_legalise_op2(l, HW_IR_SHR, is_signed ? HW_TYPE_S32 : HW_TYPE_U32,
                                                     half[1], is_far ? hw_legalise_word(l, 31) : count);
    struct hw_ir_value *low = shifted(l, HW_IR_SHR, half[0], half[1], count);
    if (is_signed && is_far)
        low = hw_legalise_op2(l, HW_IR_SHR, HW_TYPE_S32, half[1],
                              hw_legalise_word(l, (uint32_t)(known > 64 ? 64 : known) - 32));
    else if (is_signed && !hw_ir_is_constant(count, &known)) {
        struct hw_ir_value *more = hw_legalise_op2(l, HW_IR_SUB, HW_TYPE_U32, count, hw_legalise_word(l, 32));
        struct hw_ir_value *far = hw_legalise_op2(l, HW_IR_SHR, HW_TYPE_S32, half[1], more);
        struct hw_ir_value *is_near =
            hw_legalise_compare(l, HW_LOWER_LESS, HW_TYPE_U32, count, hw_legalise_word(l, 32));
        low = hw_legalise_select(l, is_near, low, far);
    }
    return hw_legalise_pair(l, low, high);
}

/* --- products --------------------------------------------------------------------------------------------
 */

static struct hw_ir_value *zero_extended(struct hw_legalisation *l, struct hw_ir_value *word)
{
    return hw_legalise_convert(l, HW_TYPE_U64, HW_TYPE_U32, HW_IR_KIND_64, word);
}

static struct hw_ir_value *unsigned_high(struct hw_legalisation *l, struct hw_ir_value *a,
                                         struct hw_ir_value *b)
{
    struct hw_ir_value *x[2], *y[2], *middle[2], *other[2];

    hw_legalise_split(l, a, x);
    hw_legalise_split(l, b, y);
    struct hw_ir_value *carried = hw_legalise_op2(l, HW_IR_MUL_HIGH, HW_TYPE_U32, x[0], y[0]);
    hw_legalise_split(l, hw_legalise_mad_wide(l, HW_TYPE_U32, x[1], y[0], zero_extended(l, carried)), middle);
    hw_legalise_split(l, hw_legalise_mad_wide(l, HW_TYPE_U32, x[0], y[1], zero_extended(l, middle[0])),
                      other);
    struct hw_ir_value *high = hw_legalise_mad_wide(l, HW_TYPE_U32, x[1], y[1], zero_extended(l, middle[1]));
    return hw_legalise_op2(l, HW_IR_ADD, HW_TYPE_U64, high, zero_extended(l, other[1]));
}

/* A negative factor counts 2^64 too much of the other. */
static struct hw_ir_value *corrected(struct hw_legalisation *l, struct hw_ir_value *high,
                                     struct hw_ir_value *sign, struct hw_ir_value *other)
{
    struct hw_ir_value *mask = hw_legalise_op2(l, HW_IR_SHR, HW_TYPE_S64, sign, hw_legalise_word(l, 63));

    return hw_legalise_op2(l, HW_IR_SUB, HW_TYPE_U64, high,
                           hw_legalise_op2(l, HW_IR_AND, HW_TYPE_B64, mask, other));
}

static struct hw_ir_value *high_product(struct hw_legalisation *l)
{
    struct hw_ir_value *a = hw_legalise_operand(l, 0), *b = hw_legalise_operand(l, 1),
                       *high = unsigned_high(l, a, b);

    if (hw_codegen_is_unsigned(l->insn->how.type))
        return high;
    return corrected(l, corrected(l, high, a, b), b, a);
}

static struct hw_ir_value *sum(struct hw_legalisation *l)
{
    struct hw_ir_value *product = l->insn->op == HW_IR_MAD_HIGH
                                      ? high_product(l)
                                      : hw_legalise_op2(l, HW_IR_MUL, l->insn->how.type,
                                                        hw_legalise_operand(l, 0), hw_legalise_operand(l, 1));

    return hw_legalise_op2(l, HW_IR_ADD, l->insn->how.type, product, hw_legalise_operand(l, 2));
}

/* --- the smaller, the greater, distances -----------------------------------------------------------------
 */

static struct hw_ir_value *chosen(struct hw_legalisation *l, unsigned cmp)
{
    struct hw_ir_value *a = hw_legalise_operand(l, 0), *b = hw_legalise_operand(l, 1);

    return hw_legalise_select(l, hw_legalise_compare(l, cmp, l->insn->how.type, a, b), a, b);
}

static struct hw_ir_value *smaller(struct hw_legalisation *l)
{
    return chosen(l, HW_LOWER_LESS);
}

static struct hw_ir_value *greater(struct hw_legalisation *l)
{
    return chosen(l, HW_LOWER_GREATER);
}

static struct hw_ir_value *absolute(struct hw_legalisation *l)
{
    struct hw_ir_value *value = hw_legalise_operand(l, 0);
    struct hw_ir_value *negative = hw_legalise_op2(l, HW_IR_SUB, HW_TYPE_U64, hw_legalise_long(l, 0), value);

    return hw_legalise_select(
        l, hw_legalise_compare(l, HW_LOWER_LESS, HW_TYPE_S64, value, hw_legalise_long(l, 0)), negative,
        value);
}

static struct hw_ir_value *distance(struct hw_legalisation *l)
{
    struct hw_ir_value *a = hw_legalise_operand(l, 0), *b = hw_legalise_operand(l, 1);
    struct hw_ir_value *is_less = hw_legalise_compare(l, HW_LOWER_LESS, l->insn->how.type, a, b);
    struct hw_ir_value *absolute_difference =
        hw_legalise_select(l, is_less, hw_legalise_op2(l, HW_IR_SUB, HW_TYPE_U64, b, a),
                           hw_legalise_op2(l, HW_IR_SUB, HW_TYPE_U64, a, b));

    return hw_legalise_op2(l, HW_IR_ADD, HW_TYPE_U64, absolute_difference, hw_legalise_operand(l, 2));
}

static struct hw_ir_value *set(struct hw_legalisation *l)
{
    struct hw_ir_value *condition = hw_legalise_compare(l, l->insn->how.cmp, l->insn->how.from,
                                                        hw_legalise_operand(l, 0), hw_legalise_operand(l, 1));

    return hw_legalise_select(l, condition,
                              hw_legalise_word(l, l->insn->how.type == HW_TYPE_F32 ? 0x3f800000 : 0xffffffff),
                              hw_legalise_word(l, 0));
}

static struct hw_ir_value *is_zero(struct hw_legalisation *l)
{
    struct hw_ir_value *zero = hw_legalise_compare(l, HW_LOWER_EQUAL, HW_TYPE_U64, hw_legalise_operand(l, 0),
                                                   hw_legalise_long(l, 0));

    return hw_legalise_select(l, zero, hw_legalise_long(l, 1), hw_legalise_long(l, 0));
}

/* --- saturation ------------------------------------------------------------------------------------------
 */

static uint64_t least_of(unsigned type)
{
    return hw_codegen_is_unsigned(type) ? 0 : ~(uint64_t)0 << (hw_codegen_type_bits(type) - 1);
}

static uint64_t most_of(unsigned type)
{
    return ~(uint64_t)0 >> (64 - hw_codegen_type_bits(type) + !hw_codegen_is_unsigned(type));
}

/* A 64-bit source, or one of a conversion to 64 bits, is clamped to the range of the other type first. */
static struct hw_ir_value *saturated(struct hw_legalisation *l)
{
    const unsigned type = l->insn->how.type, from = l->insn->how.from;
    struct hw_ir_value *value = hw_legalise_operand(l, 0);

    if (!l->insn->how.sat || (hw_codegen_type_bits(type) < 64 && hw_codegen_type_bits(from) < 64) ||
        from == HW_TYPE_F64 || from == HW_TYPE_F32 || from == HW_TYPE_F16 || type == HW_TYPE_F64)
        return NULL;
    if (value->kind != HW_IR_KIND_64)
        value = hw_legalise_convert(l, hw_codegen_is_unsigned(from) ? HW_TYPE_U64 : HW_TYPE_S64, from,
                                    HW_IR_KIND_64, value);
    if (hw_codegen_is_unsigned(from))
        value = hw_legalise_op2(l, HW_IR_MIN, HW_TYPE_U64, value, hw_legalise_long(l, most_of(type)));
    else {
        if (most_of(type) <= INT64_MAX)
            value = hw_legalise_op2(l, HW_IR_MIN, HW_TYPE_S64, value, hw_legalise_long(l, most_of(type)));
        value = hw_legalise_op2(l, HW_IR_MAX, HW_TYPE_S64, value, hw_legalise_long(l, least_of(type)));
    }
    const unsigned kind = l->insn->result[0].kind;
    return kind == HW_IR_KIND_64 ? value : hw_legalise_convert(l, type, HW_TYPE_U64, kind, value);
}

#define LONG HW_CODEGEN_64
#define ANY  0xffu

/* A negated constant has a high word of its own; a source with a negation modifier after a carry has not. */
static struct hw_ir_value *without_constant(struct hw_legalisation *l)
{
    uint64_t bits;

    if (l->insn->operands > 2 || !hw_ir_is_constant(hw_legalise_operand(l, 1), &bits))
        return NULL;
    return hw_legalise_op2(l, HW_IR_ADD, l->insn->how.type, hw_legalise_operand(l, 0),
                           hw_legalise_long(l, 0 - bits));
}

const struct hw_legalise_rule hw_legalise_i64[] = {
    {HW_IR_SUB, LONG, NULL, without_constant},
    {HW_IR_ADD, LONG, NULL, sum_by_words},
    {HW_IR_AND, LONG, NULL, by_words},
    {HW_IR_OR, LONG, NULL, by_words},
    {HW_IR_XOR, LONG, NULL, by_words},
    {HW_IR_NOT, LONG, NULL, by_words},
    {HW_IR_SHL, LONG, NULL, shift_left},
    {HW_IR_SHR, LONG, NULL, shift_right},
    {HW_IR_CONVERT, ANY, NULL, converted},
    {HW_IR_MUL_HIGH, LONG, NULL, high_product},
    {HW_IR_MAD, LONG, NULL, sum},
    {HW_IR_MAD_HIGH, LONG, NULL, sum},
    {HW_IR_MIN, LONG, NULL, smaller},
    {HW_IR_MAX, LONG, NULL, greater},
    {HW_IR_ABS, LONG, NULL, absolute},
    {HW_IR_SAD, LONG, NULL, distance},
    {HW_IR_SET, LONG, NULL, set},
    {HW_IR_CNOT, LONG, NULL, is_zero},

    {HW_IR_CONVERT, ANY, NULL, saturated},
    {0},
};
