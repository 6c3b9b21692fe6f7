/* SPDX-License-Identifier: MIT */
/* Choosing the function of an instruction on packed halves: see alu_bind.h and lanes_fp16.c. */
#include "ops/bind/alu_bind.h"

#include "ops/lanes/lane_functions.h"
#include "ops/scalar/fp32.h"

/* A constant is one binary32 for both halves, as ptxas lays them out; a literal is two halves. */
static uint8_t select_of(const struct hw_operand *source)
{
    if (source && source->kind == HW_OPERAND_REG)
        return (uint8_t)source->space;
    return source && source->kind == HW_OPERAND_CONST ? HW_HALF_F32 : HW_HALF_H1_H0;
}

static void set_selects(const struct hw_view *view, struct hw_uop *uop)
{
    struct hw_alu_operands operands;

    hw_alu_operands(view, &operands);
    for (unsigned i = 0; i < 3; i++)
        uop->half.select[i] = select_of(operands.reg[1 + i] < 0 ? NULL : &view->operand[operands.reg[1 + i]]);
    uop->half.merge = view->mod[HW_MOD_MERGE];
}

hw_uop_fn *hw_bind_half(const struct hw_view *view, const struct hw_alu_table *table,
                        const struct hw_chip_traits *traits, struct hw_uop *uop)
{
    unsigned function;

    (void)traits;
    switch (view->op) {
    case HW_OP_HADD2: function = HW_LANES_HALF_HADD2; break;
    case HW_OP_HMUL2: function = HW_LANES_HALF_HMUL2; break;
    case HW_OP_HFMA2: function = HW_LANES_HALF_HFMA2; break;
    case HW_OP_HSET2: function = HW_LANES_HALF_HSET2; break;
    case HW_OP_HSETP2: function = HW_LANES_HALF_HSETP2; break;
    default: return NULL;
    }
    if (uop->ftz > HW_FTZ_MULTIPLY)
        return NULL;
    set_selects(view, uop);
    uop->truth = view->mod[HW_MOD_BF] ? 0x3c00 : 0xffff;
    uop->half.both = view->mod[HW_MOD_H_AND];
    return table->half[function];
}
