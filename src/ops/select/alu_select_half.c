/* SPDX-License-Identifier: MIT */
/* The lane functions of instructions on packed halves (lanes_fp16.c) are selected. */
#include "ops/select/alu_select.h"

#include "ops/lanes/lane_functions.h"
#include "ops/scalar/fp16.h"
#include "ops/scalar/fp32.h"

/* A constant is one binary32 for both halves until Pascal, as ptxas lays them out, and says what it is from
 * Volta on; a literal is two halves. */
static uint8_t select_of(const struct hw_operand *source, const struct hw_chip_traits *traits)
{
    if (source && traits->packed_constants)
        return source->kind == HW_OPERAND_IMM ? HW_HALF_H1_H0 : source->part;
    if (source && source->kind == HW_OPERAND_REG)
        return (uint8_t)source->space;
    return source && source->kind == HW_OPERAND_CONST ? HW_HALF_F32 : HW_HALF_H1_H0;
}

static void set_selects(const struct hw_semantics *view, const struct hw_chip_traits *traits,
                        struct hw_uop *uop)
{
    struct hw_alu_operands operands;

    hw_alu_operands(view, &operands);
    for (unsigned i = 0; i < 3; i++)
        uop->half.select[i] =
            select_of(operands.reg[1 + i] < 0 ? NULL : &view->operand[operands.reg[1 + i]], traits);
    uop->half.merge = view->mod[HW_MOD_MERGE];
}

/* The predicate of .RELU is one that always holds in all code that was seen; what another would do is not
 * known.  Nor are the reserved suffixes. */
static bool is_known(const struct hw_uop *uop)
{
    for (unsigned i = 0; i < 3; i++)
        if (uop->half.select[i] > HW_HALF_H0_NH1)
            return false;
    if (uop->sat == HW_SAT_RELU && uop->p_in != HW_PT)
        return false;
    return uop->ftz <= HW_FTZ_MULTIPLY && uop->half.merge <= HW_MERGE_H1;
}

hw_uop_fn *hw_alu_select_half(const struct hw_semantics *view, const struct hw_alu_table *table,
                              const struct hw_chip_traits *traits, struct hw_uop *uop)
{
    unsigned function;

    switch (view->op) {
    case HW_OP_HADD2: function = HW_LANES_HALF_HADD2; break;
    case HW_OP_HMUL2: function = HW_LANES_HALF_HMUL2; break;
    case HW_OP_HFMA2: function = HW_LANES_HALF_HFMA2; break;
    case HW_OP_HSET2: function = HW_LANES_HALF_HSET2; break;
    case HW_OP_HSETP2: function = HW_LANES_HALF_HSETP2; break;
    case HW_OP_HMNMX2: function = HW_LANES_HALF_HMNMX2; break;
    default: return NULL;
    }
    uop->sat = view->mod[HW_MOD_RELU] ? HW_SAT_RELU : view->mod[HW_MOD_SAT];
    set_selects(view, traits, uop);
    if (!is_known(uop))
        return NULL;
    if (view->op == HW_OP_HMNMX2)
        uop->half.rules = hw_extremum_rules(view);
    else
        uop->half.both = view->mod[HW_MOD_H_AND];
    uop->truth = !view->mod[HW_MOD_BF] ? 0xffff : uop->type == HW_TYPE_BF16X2 ? 0x3f80 : 0x3c00;
    return table->half[function];
}
