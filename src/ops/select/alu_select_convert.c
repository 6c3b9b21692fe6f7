/* SPDX-License-Identifier: MIT */
/* The lane functions of conversions are selected. */
#include "ops/select/alu_select.h"

#include "ops/lanes/lane_functions.h"
#include "ops/scalar/convert.h"
#include "ops/scalar/fp32.h"
#include "ops/value_types.h"

static hw_uop_fn *select_i2i(const struct hw_alu_table *table, const struct hw_chip_traits *traits,
                             struct hw_uop *uop)
{
    const bool modified = uop->a_flags & (HW_OPERAND_NEG | HW_OPERAND_ABS);
    const unsigned bits = hw_type_bits(uop->type), source_bits = hw_type_bits(uop->type2);

    if (traits->i2i_always_clamps)
        uop->sat = HW_SAT_KEEPS_NAN;
    if (bits > 32 || source_bits > 32)
        return table->convert[HW_LANES_CONVERT_I2I];
    if (!uop->sat)
        return table->convert[HW_LANES_CONVERT_I2I_WRAP];
    return table->convert[modified && source_bits == 32 ? HW_LANES_CONVERT_I2I : HW_LANES_CONVERT_I2I_WORD];
}

static hw_uop_fn *select_i2f(const struct hw_alu_table *table, const struct hw_chip_traits *traits,
                             const struct hw_uop *uop)
{
    const bool modified = uop->a_flags & (HW_OPERAND_NEG | HW_OPERAND_ABS);
    const bool host_rounds =
        uop->type == HW_TYPE_F32 || (uop->type == HW_TYPE_F64 && uop->round == HW_ROUND_RN);

    if (!modified && hw_type_bits(uop->type2) == 64 && host_rounds && !traits->early_conversions)
        return table->convert_wide[HW_LANES_CONVERT_WIDE_I2F_LONG];
    if (modified || hw_type_bits(uop->type2) > 32 || uop->type == HW_TYPE_F16)
        return table->convert[HW_LANES_CONVERT_I2F];
    return uop->type == HW_TYPE_F64 ? table->convert_wide[HW_LANES_CONVERT_WIDE_I2F_WIDE]
                                    : table->convert[HW_LANES_CONVERT_I2F_WORD];
}

static hw_uop_fn *select_f2i(const struct hw_alu_table *table, const struct hw_chip_traits *traits,
                             const struct hw_uop *uop)
{
    const bool word = uop->type == HW_TYPE_U32 || uop->type == HW_TYPE_S32;
    const bool of_types =
        uop->convert.nan == 0 ||
        uop->convert.nan == hw_nan_of_types(hw_type_bits(uop->type), hw_type_bits(uop->type2));

    if (!of_types)
        return table->convert[HW_LANES_CONVERT_F2I];
    if (hw_type_bits(uop->type) == 64 && uop->type2 != HW_TYPE_F16 && !traits->early_conversions)
        return table->convert_wide[HW_LANES_CONVERT_WIDE_F2I_LONG];
    if (word && uop->type2 == HW_TYPE_F64)
        return table->convert_wide[HW_LANES_CONVERT_WIDE_F2I_WIDE];
    return table
        ->convert[word && uop->type2 == HW_TYPE_F32 ? HW_LANES_CONVERT_F2I_WORD : HW_LANES_CONVERT_F2I];
}

static hw_uop_fn *select_f2f(const struct hw_alu_table *table, const struct hw_chip_traits *traits,
                             const struct hw_uop *uop)
{
    const bool word = uop->type == HW_TYPE_F32 && uop->type2 == HW_TYPE_F32;
    const bool narrows = uop->type == HW_TYPE_F16;

    if (uop->type == HW_TYPE_BF16 || hw_type_bits(uop->type) + hw_type_bits(uop->type2) == 80)
        return table->convert[HW_LANES_CONVERT_F2F]; /* a half and a double */
    if ((narrows || uop->type2 == HW_TYPE_F16) && !(narrows && uop->round != HW_ROUND_RN) &&
        !uop->convert.integral && !traits->early_conversions)
        return table->convert[HW_LANES_CONVERT_F2F_HALF];
    if (uop->type == HW_TYPE_F64 && uop->type2 == HW_TYPE_F32 && !uop->sat && !traits->early_conversions)
        return table->convert_wide[HW_LANES_CONVERT_WIDE_F2F_WIDEN];
    if (uop->type == HW_TYPE_F64 && uop->type2 == HW_TYPE_F64)
        return table->convert_wide[HW_LANES_CONVERT_WIDE_F2F_DOUBLE];
    if (uop->type == HW_TYPE_F32 && uop->type2 == HW_TYPE_F64 && !uop->ftz)
        return table->convert_wide[HW_LANES_CONVERT_WIDE_F2F_NARROW];
    return table->convert[word ? HW_LANES_CONVERT_F2F_WORD : HW_LANES_CONVERT_F2F];
}

static bool is_float(unsigned type)
{
    return type == HW_TYPE_F16 || type == HW_TYPE_F32 || type == HW_TYPE_F64 || type == HW_TYPE_BF16;
}

/* Type fields have values that mean nothing.  And until Pascal halves are not converted from and to 64 bits,
 * nor doubles to 16: there the chip stops the program (hardware-tested by nxgpucatch). */
static bool exists(const struct hw_chip_traits *traits, unsigned op, unsigned type, unsigned type2)
{
    const bool from_float = op == HW_OP_F2F || op == HW_OP_F2I, to_float = op == HW_OP_F2F || op == HW_OP_I2F;
    const unsigned bits = hw_type_bits(type), source_bits = hw_type_bits(type2);

    if (type == HW_TYPE_NONE || is_float(type) != to_float || is_float(type2) != from_float)
        return false;
    if (traits->converts_halves_long)
        return true;
    return !(bits == 64 && type2 == HW_TYPE_F16) && !(bits == 16 && type2 == HW_TYPE_F64) &&
           !(type == HW_TYPE_F16 && source_bits == 64);
}

/* A source that names a part of its register: from Volta on. */
static bool set_part(const struct hw_semantics *view, struct hw_uop *uop)
{
    const unsigned part = view->operand[1].part, bits = hw_type_bits(uop->type2);

    if (part == 0)
        return true;
    uop->convert.part = (uint8_t)(bits == 8 ? HW_PART_BYTE0 + part : HW_PART_HIGH);
    return bits == 8 || part == 1;
}

hw_uop_fn *hw_alu_select_convert(const struct hw_semantics *view, const struct hw_alu_table *table,
                                 const struct hw_chip_traits *traits, struct hw_uop *uop)
{
    const unsigned op = view->op == HW_OP_FRND ? HW_OP_F2F : view->op == HW_OP_I2FP ? HW_OP_I2F : view->op;

    if (op != HW_OP_I2I && op != HW_OP_I2F && op != HW_OP_F2I && op != HW_OP_F2F)
        return NULL;
    hw_set_fp32(traits, uop);
    if (view->op == HW_OP_FRND)
        uop->type2 = uop->type;
    uop->convert.integral = view->mod[HW_MOD_INTEGRAL] || view->op == HW_OP_FRND;
    uop->convert.early = traits->early_conversions;
    uop->convert.nan = view->mod[HW_MOD_NAN];
    if (traits->refuses_missing_types &&
        !exists(traits, op, view->mod[HW_MOD_TYPE],
                view->mod[view->op == HW_OP_FRND ? HW_MOD_TYPE : HW_MOD_TYPE2]))
        return NULL; /* uop has other families' idea of what a missing type means */
    if (!set_part(view, uop) || (view->op == HW_OP_I2FP && view->mod[HW_MOD_TYPE2] == HW_TYPE_NONE))
        return NULL;
    switch (op) {
    case HW_OP_I2I: return select_i2i(table, traits, uop);
    case HW_OP_I2F: return select_i2f(table, traits, uop);
    case HW_OP_F2I: return select_f2i(table, traits, uop);
    default: return select_f2f(table, traits, uop);
    }
}
