/* SPDX-License-Identifier: MIT */
/* Legalises conversions that no single instruction does.  These rules come before those that expand 64-bit
 * operations, since they may create such operations. */
#include "compiler/codegen/legalise.h"

#include <halfwarp/modifiers.h>

static bool is_float(unsigned type)
{
    return type == HW_TYPE_F32 || type == HW_TYPE_F64 || type == HW_TYPE_F16;
}

/* A float as a number of few bits: as one of 32, which saturates as the conversion does. */
static struct hw_ir_value *through_word(struct hw_legalisation *l)
{
    const bool is_unsigned = hw_codegen_is_unsigned(l->insn->how.type);
    const uint8_t word = is_unsigned ? HW_TYPE_U32 : HW_TYPE_S32;
    struct hw_ir_modifiers first = l->insn->how,
                           then = {.type = l->insn->how.type, .from = word, .sat = true};
    struct hw_ir_value *value = hw_legalise_operand(l, 0);

    first.type = word;
    value = hw_legalise_op(l, HW_IR_CONVERT, &first, HW_IR_KIND_32, 1, &value);
    return hw_legalise_op(l, HW_IR_CONVERT, &then, l->insn->result[0].kind, 1, &value);
}

static struct hw_ir_value *to_byte(struct hw_legalisation *l)
{
    return is_float(l->insn->how.from) && hw_codegen_type_bits(l->insn->how.type) == 8 ? through_word(l)
                                                                                       : NULL;
}

static struct hw_ir_value *double_to_half(struct hw_legalisation *l)
{
    const bool is_half = hw_codegen_type_bits(l->insn->how.type) == 16 && !is_float(l->insn->how.type);

    return l->insn->how.from == HW_TYPE_F64 && is_half ? through_word(l) : NULL;
}

/* A double as a single that rounds to the same 16-bit float: truncated, and odd if anything was lost (round
 * to odd). */
static struct hw_ir_value *odd_single(struct hw_legalisation *l, struct hw_ir_value *value)
{
    const struct hw_ir_modifiers cut = {.type = HW_TYPE_F32, .from = HW_TYPE_F64, .round = HW_ROUND_RZ};
    struct hw_ir_value *single = hw_legalise_op(l, HW_IR_CONVERT, &cut, HW_IR_KIND_32, 1, &value),
                       *back = hw_legalise_convert(l, HW_TYPE_F64, HW_TYPE_F32, HW_IR_KIND_64, single),
                       *is_cut = hw_legalise_compare(l, HW_LOWER_NOT, HW_TYPE_F64, value, back);

    return hw_legalise_select(
        l, is_cut, hw_legalise_op2(l, HW_IR_OR, HW_TYPE_B32, single, hw_legalise_word(l, 1)), single);
}

/* Between a 16-bit float and a 64-bit type: by way of a single, which represents every 16-bit float and
 * every integer that becomes one. */
static struct hw_ir_value *through_single(struct hw_legalisation *l)
{
    const struct hw_ir_modifiers *how = &l->insn->how;
    struct hw_ir_modifiers first = *how, then = *how;
    struct hw_ir_value *value = hw_legalise_operand(l, 0);

    if (!(how->from == HW_TYPE_F16 && hw_codegen_type_bits(how->type) == 64) &&
        !(how->type == HW_TYPE_F16 && hw_codegen_type_bits(how->from) == 64))
        return NULL;
    first.type = then.from = HW_TYPE_F32;
    first.sat = first.integral = false;
    if (how->from == HW_TYPE_F64 && how->round == HW_ROUND_RN)
        value = odd_single(l, value);
    else
        value = hw_legalise_op(l, HW_IR_CONVERT, &first, HW_IR_KIND_32, 1, &value);
    return hw_legalise_op(l, HW_IR_CONVERT, &then, l->insn->result[0].kind, 1, &value);
}

/* No instruction saturates a conversion to double, or one of an integer to a float, to [0, 1]: this is done
 * after the conversion. */
static struct hw_ir_value *clamped(struct hw_legalisation *l)
{
    const unsigned type = l->insn->how.type, from = l->insn->how.from, kind = l->insn->result[0].kind;
    const bool is_single = type == HW_TYPE_F32 || type == HW_TYPE_F16;
    struct hw_ir_modifiers any = l->insn->how,
                           clamp = {.type = (uint8_t)type, .from = (uint8_t)type, .sat = true};
    struct hw_ir_value *value = hw_legalise_operand(l, 0);

    if (!any.sat || (type != HW_TYPE_F64 && (!is_single || is_float(from))))
        return NULL;
    any.sat = false;
    if (from != HW_TYPE_F64 || any.integral)
        value = hw_legalise_op(l, HW_IR_CONVERT, &any, kind, 1, &value);
    if (is_single)
        return hw_legalise_op(l, HW_IR_CONVERT, &clamp, kind, 1, &value);
    value = hw_legalise_op2(l, HW_IR_MAX, HW_TYPE_F64, value, hw_legalise_long(l, 0));
    return hw_legalise_op2(l, HW_IR_MIN, HW_TYPE_F64, value, hw_legalise_long(l, (uint64_t)0x3ff << 52));
}

const struct hw_legalise_rule hw_legalise_conversions[] = {
    {HW_IR_CONVERT, 0xff, NULL, clamped},
    {HW_IR_CONVERT, 0xff, "F2I.U8.F32 R0, R1", to_byte},
    {HW_IR_CONVERT, 0xff, NULL, double_to_half},
    {HW_IR_CONVERT, 0xff, NULL, through_single},
    {0},
};
