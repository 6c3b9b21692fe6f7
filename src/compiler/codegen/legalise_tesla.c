/* SPDX-License-Identifier: MIT */
/* Legalises what chips before GF100 lack: 64-bit comparisons, 32-bit absolute values, products wider than
 * those of 16-bit halves. */
#include "compiler/codegen/legalise_divide.h"
#include "compiler/codegen/tesla.h"

/* --- comparisons -----------------------------------------------------------------------------------------
 */

/* The high words decide; the low ones, which have no sign, where those are equal. */
static struct hw_ir_value *compared(struct hw_legalisation *l)
{
    const unsigned cmp = l->insn->how.cmp & 7;
    const unsigned type = hw_codegen_is_unsigned(l->insn->how.type) ? HW_TYPE_U32 : HW_TYPE_S32;
    struct hw_ir_value *a[2], *b[2];

    hw_legalise_split(l, hw_legalise_operand(l, 0), a);
    hw_legalise_split(l, hw_legalise_operand(l, 1), b);
    struct hw_ir_value *is_same = hw_legalise_compare(l, HW_LOWER_EQUAL, HW_TYPE_U32, a[1], b[1]);
    struct hw_ir_value *low = hw_legalise_compare(l, cmp, HW_TYPE_U32, a[0], b[0]);
    struct hw_ir_value *high = hw_legalise_compare(l, cmp & ~HW_LOWER_EQUAL, type, a[1], b[1]);
    low = hw_legalise_op2(l, HW_IR_AND, 0, is_same, low);
    return hw_legalise_op2(l, HW_IR_OR, 0, high, low);
}

static struct hw_ir_value *set(struct hw_legalisation *l)
{
    struct hw_ir_value *condition =
        hw_legalise_compare(l, l->insn->how.cmp, l->insn->how.from ? l->insn->how.from : l->insn->how.type,
                            hw_legalise_operand(l, 0), hw_legalise_operand(l, 1));

    return hw_legalise_select(l, condition,
                              hw_legalise_word(l, l->insn->how.type == HW_TYPE_F32 ? 0x3f800000 : 0xffffffff),
                              hw_legalise_word(l, 0));
}

/* The chip's own instruction maps the minimum to 0x7fffffff, PTX to itself. */
static struct hw_ir_value *absolute(struct hw_legalisation *l)
{
    struct hw_ir_value *a = hw_legalise_operand(l, 0);
    struct hw_ir_value *negative = hw_legalise_op2(l, HW_IR_SUB, HW_TYPE_S32, hw_legalise_word(l, 0), a);

    return hw_legalise_op2(l, HW_IR_MAX, HW_TYPE_S32, a, negative);
}

/* --- products --------------------------------------------------------------------------------------------
 */

/* A negative factor counts 2^32 too much of the other. */
static struct hw_ir_value *corrected(struct hw_legalisation *l, struct hw_ir_value *high,
                                     struct hw_ir_value *sign, struct hw_ir_value *other)
{
    struct hw_ir_value *mask = hw_legalise_op2(l, HW_IR_SHR, HW_TYPE_S32, sign, hw_legalise_word(l, 31));

    return hw_legalise_op2(l, HW_IR_SUB, HW_TYPE_U32, high,
                           hw_legalise_op2(l, HW_IR_AND, HW_TYPE_B32, mask, other));
}

static struct hw_ir_value *high_of(struct hw_legalisation *l, struct hw_ir_value *a, struct hw_ir_value *b)
{
    const bool is_signed = !hw_codegen_is_unsigned(l->insn->how.type);
    uint64_t bits;

    /* What a shift would push out. */
    if (hw_ir_is_constant(b, &bits) && bits > 1 && bits < 1u << 31 && (bits & (bits - 1)) == 0)
        return hw_legalise_op2(l, HW_IR_SHR, is_signed ? HW_TYPE_S32 : HW_TYPE_U32, a,
                               hw_legalise_word(l, 32 - (uint32_t)__builtin_ctzll(bits)));
    struct hw_ir_value *high = hw_legalise_op2(l, HW_IR_MUL_HIGH, HW_TYPE_U32, a, b);
    if (!is_signed)
        return high;
    return corrected(l, corrected(l, high, a, b), b, a);
}

static struct hw_ir_value *high_product(struct hw_legalisation *l)
{
    if (hw_codegen_is_unsigned(l->insn->how.type))
        return NULL;
    return high_of(l, hw_legalise_operand(l, 0), hw_legalise_operand(l, 1));
}

static struct hw_ir_value *high_sum(struct hw_legalisation *l)
{
    struct hw_ir_value *high = high_of(l, hw_legalise_operand(l, 0), hw_legalise_operand(l, 1));

    const struct hw_ir_modifiers how = {.type = l->insn->how.type, .sat = l->insn->how.sat};
    struct hw_ir_value *const operand[] = {high, hw_legalise_operand(l, 2)};
    return hw_legalise_op(l, HW_IR_ADD, &how, HW_IR_KIND_32, 2, operand);
}

static struct hw_ir_value *wide_product(struct hw_legalisation *l)
{
    struct hw_ir_value *a = hw_legalise_operand(l, 0), *b = hw_legalise_operand(l, 1);
    struct hw_ir_value *low = hw_legalise_op2(l, HW_IR_MUL, HW_TYPE_U32, a, b);

    return hw_legalise_pair(l, low, high_of(l, a, b));
}

static struct hw_ir_value *wide_sum(struct hw_legalisation *l)
{
    return hw_legalise_op2(l, HW_IR_ADD, HW_TYPE_U64, wide_product(l), hw_legalise_operand(l, 2));
}

static struct hw_ir_value *long_product(struct hw_legalisation *l)
{
    struct hw_ir_value *a[2], *b[2];

    hw_legalise_split(l, hw_legalise_operand(l, 0), a);
    hw_legalise_split(l, hw_legalise_operand(l, 1), b);
    struct hw_ir_value *high = hw_legalise_op2(l, HW_IR_MUL_HIGH, HW_TYPE_U32, a[0], b[0]);
    high = hw_legalise_op2(l, HW_IR_ADD, HW_TYPE_U32, high,
                           hw_legalise_op2(l, HW_IR_MUL, HW_TYPE_U32, a[0], b[1]));
    high = hw_legalise_op2(l, HW_IR_ADD, HW_TYPE_U32, high,
                           hw_legalise_op2(l, HW_IR_MUL, HW_TYPE_U32, a[1], b[0]));
    return hw_legalise_pair(l, hw_legalise_op2(l, HW_IR_MUL, HW_TYPE_U32, a[0], b[0]), high);
}

/* --- conversions -----------------------------------------------------------------------------------------
 */

/* The type between two that no instruction converts into each other, 0: there is none. */
static unsigned is_between(const struct hw_ir_modifiers *how)
{
    const bool is_long = hw_codegen_type_bits(how->type) == 64;

    if (how->from == HW_TYPE_F16 && is_long)
        return HW_TYPE_F32;
    if (how->type == HW_TYPE_F64)
        return how->from == HW_TYPE_U16 ? HW_TYPE_U32 : how->from == HW_TYPE_S16 ? HW_TYPE_S32 : 0;
    if (how->from == HW_TYPE_F64)
        return how->type == HW_TYPE_U16               ? HW_TYPE_U32
               : how->type == HW_TYPE_S16             ? HW_TYPE_S32
               : how->type == HW_TYPE_F32 && how->sat ? HW_TYPE_F32
                                                      : 0;
    return 0;
}

/* The first conversion rounds, except if it is exact; the second clamps. */
static struct hw_ir_value *by_another(struct hw_legalisation *l)
{
    const unsigned type = is_between(&l->insn->how);
    struct hw_ir_modifiers first = l->insn->how, second = l->insn->how;
    struct hw_ir_value *value = hw_legalise_operand(l, 0);

    if (!type)
        return NULL;
    first.type = second.from = (uint8_t)type;
    first.sat = false;
    second.sat |= first.from == HW_TYPE_F64;
    value = hw_legalise_op(l, HW_IR_CONVERT, &first, HW_IR_KIND_32, 1, &value);
    return hw_legalise_op(l, HW_IR_CONVERT, &second, l->insn->result[0].kind, 1, &value);
}

#define WORD HW_CODEGEN_32
#define ANY  0xffu
#define LONG HW_CODEGEN_64

const struct hw_legalise_rule hw_legalise_tesla[] = {
    {HW_IR_SETP, LONG, NULL, compared},
    {HW_IR_ABS, WORD, NULL, absolute},
    {HW_IR_SET, WORD | HW_CODEGEN_FLOAT | HW_CODEGEN_DOUBLE, NULL, set},
    {HW_IR_CONVERT, ANY, NULL, by_another},
    {HW_IR_DIV, WORD, NULL, hw_legalise_quotient},
    {HW_IR_REM, WORD, NULL, hw_legalise_quotient},
    {HW_IR_MUL, LONG, NULL, long_product},
    {HW_IR_MUL_HIGH, WORD, NULL, high_product},
    {HW_IR_MAD_HIGH, WORD, NULL, high_sum},
    {HW_IR_MUL_WIDE, WORD, NULL, wide_product},
    {HW_IR_MAD_WIDE, WORD, NULL, wide_sum},
    {0},
};
