/* SPDX-License-Identifier: MIT */
/* Legalises approximations of single precision.  The chip's read denormals as zeros and give none: if they
 * are to be kept, an operand far from 1 is scaled by a power of two on the way in, and the result on the way
 * out. */
#include "compiler/codegen/legalise.h"

#define ONE         0x3f800000u
#define QUARTER     0x3e800000u
#define HALF        0x3f000000u
#define LARGE       0x7e800000u /* 2^126 */
#define SMALL       0x00800000u /* 2^-126 */
#define TO_24       0x4b800000u /* 2^24 */
#define TO_12       0x45800000u
#define TO_MINUS_12 0x39800000u
#define MINUS_24    0xc1c00000u /* -24.0 */
#define MINUS_126   0xc2fc0000u

/* Denormals become zeros where the operation says so. */
static struct hw_ir_value *float2(struct hw_legalisation *l, enum hw_ir_op op, struct hw_ir_value *a,
                                  struct hw_ir_value *b)
{
    struct hw_ir_value *value = hw_legalise_op2(l, op, HW_TYPE_F32, a, b);

    value->from->how.ftz = l->insn->how.ftz;
    return value;
}

/* The chip's own approximation, marked as legal. */
static struct hw_ir_value *plain(struct hw_legalisation *l, enum hw_ir_op op, struct hw_ir_value *value)
{
    const struct hw_ir_modifiers how = {.type = HW_TYPE_F32, .approximate = true, .ftz = true};
    static const uint8_t kinds[] = {HW_IR_KIND_32};
    const struct hw_ir_made made = {
        .op = op, .how = &how, .results = 1, .kind = kinds, .operands = 1, .operand = &value};

    return &hw_ir_insn(l->function, l->insn->block, l->insn, &made)->result[0];
}

static struct hw_ir_value *is_smaller(struct hw_legalisation *l, struct hw_ir_value *value, uint32_t than)
{
    struct hw_ir_value *size =
        hw_legalise_op2(l, HW_IR_AND, HW_TYPE_B32, value, hw_legalise_word(l, 0x7fffffff));

    return hw_legalise_compare(l, HW_LOWER_LESS, HW_TYPE_U32, size, hw_legalise_word(l, than));
}

static struct hw_ir_value *pick(struct hw_legalisation *l, struct hw_ir_value *condition, uint32_t yes,
                                uint32_t no)
{
    return hw_legalise_select(l, condition, hw_legalise_word(l, yes), hw_legalise_word(l, no));
}

static bool is_done(const struct hw_legalisation *l)
{
    return l->insn->how.ftz || !l->insn->how.approximate;
}

/* What brings a divisor, and its reciprocal, to where the chip's is exact. */
static struct hw_ir_value *scale_of(struct hw_legalisation *l, struct hw_ir_value *value)
{
    struct hw_ir_value *scale = pick(l, is_smaller(l, value, SMALL), TO_24, ONE);

    return hw_legalise_select(l, is_smaller(l, value, LARGE), scale, hw_legalise_word(l, QUARTER));
}

static struct hw_ir_value *reciprocal(struct hw_legalisation *l)
{
    struct hw_ir_value *value = hw_legalise_operand(l, 0);

    if (is_done(l))
        return NULL;
    struct hw_ir_value *scale = scale_of(l, value);
    return float2(l, HW_IR_MUL, plain(l, HW_IR_RCP, float2(l, HW_IR_MUL, value, scale)), scale);
}

static struct hw_ir_value *scaled_root(struct hw_legalisation *l, enum hw_ir_op op, uint32_t back)
{
    struct hw_ir_value *value = hw_legalise_operand(l, 0);

    if (is_done(l))
        return NULL;
    struct hw_ir_value *small = is_smaller(l, value, SMALL);
    struct hw_ir_value *root = plain(l, op, float2(l, HW_IR_MUL, value, pick(l, small, TO_24, ONE)));
    return float2(l, HW_IR_MUL, root, pick(l, small, back, ONE));
}

static struct hw_ir_value *reciprocal_root(struct hw_legalisation *l)
{
    return scaled_root(l, HW_IR_RSQRT, TO_12);
}

static struct hw_ir_value *root(struct hw_legalisation *l)
{
    return scaled_root(l, HW_IR_SQRT, TO_MINUS_12);
}

static struct hw_ir_value *logarithm(struct hw_legalisation *l)
{
    struct hw_ir_value *value = hw_legalise_operand(l, 0);

    if (is_done(l))
        return NULL;
    struct hw_ir_value *small = is_smaller(l, value, SMALL);
    struct hw_ir_value *of = plain(l, HW_IR_LG2, float2(l, HW_IR_MUL, value, pick(l, small, TO_24, ONE)));
    return float2(l, HW_IR_ADD, of, pick(l, small, MINUS_24, 0));
}

/* The square of the power of the half. */
static struct hw_ir_value *power(struct hw_legalisation *l)
{
    struct hw_ir_value *value = hw_legalise_operand(l, 0);

    if (is_done(l))
        return NULL;
    struct hw_ir_value *small =
        hw_legalise_compare(l, HW_LOWER_LESS, HW_TYPE_F32, value, hw_legalise_word(l, MINUS_126));
    struct hw_ir_value *of = plain(l, HW_IR_EX2, float2(l, HW_IR_MUL, value, pick(l, small, HALF, ONE)));
    return float2(l, HW_IR_MUL, of, hw_legalise_select(l, small, of, hw_legalise_word(l, ONE)));
}

static struct hw_ir_value *quotient(struct hw_legalisation *l)
{
    struct hw_ir_value *a = hw_legalise_operand(l, 0), *b = hw_legalise_operand(l, 1);

    if (!l->insn->how.approximate && !l->insn->how.full)
        return NULL;
    if (l->insn->how.ftz && !l->insn->how.full)
        return float2(l, HW_IR_MUL, a, plain(l, HW_IR_RCP, b));
    /* The reciprocal of a large number is a denormal, so 0, unless the whole range is asked for. */
    struct hw_ir_value *scale =
        l->insn->how.full ? scale_of(l, b) : pick(l, is_smaller(l, b, SMALL), TO_24, ONE);
    return float2(l, HW_IR_MUL, float2(l, HW_IR_MUL, a, scale),
                  plain(l, HW_IR_RCP, float2(l, HW_IR_MUL, b, scale)));
}

#define FLOAT HW_CODEGEN_FLOAT

const struct hw_legalise_rule hw_legalise_floats[] = {
    {HW_IR_RCP, FLOAT, NULL, reciprocal},
    {HW_IR_RSQRT, FLOAT, NULL, reciprocal_root},
    {HW_IR_SQRT, FLOAT, NULL, root},
    {HW_IR_LG2, FLOAT, NULL, logarithm},
    {HW_IR_EX2, FLOAT, NULL, power},
    {HW_IR_DIV, FLOAT, NULL, quotient},
    {0},
};
