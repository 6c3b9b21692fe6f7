/* SPDX-License-Identifier: MIT */
/* The lane functions of Hopper's and Blackwell's integer instructions are selected: sums, minima and maxima
 * of words, halves and bytes, and arithmetic on pairs of registers. */
#include "ops/select/alu_select.h"

#include "ops/lanes/lane_functions.h"
#include "ops/value_types.h"

static uint32_t negation(unsigned flags)
{
    return flags & HW_OPERAND_NEG ? ~0u : 0;
}

static bool writes_predicates(const struct hw_uop *uop)
{
    return uop->p_out != HW_PT || uop->p_out2 != HW_PT;
}

static hw_uop_fn *select_viadd(const struct hw_alu_table *table, struct hw_uop *uop)
{
    uop->a_xor = negation(uop->a_flags);
    uop->b_xor = negation(uop->b_flags);
    if (hw_type_bits(uop->type) != 32) /* no compiler makes saturating sums of parts */
        return uop->sat ? NULL : table->packed[HW_LANES_PACKED_VIADD];
    uop->sum.plus = (uint8_t)((uop->a_xor & 1) + (uop->b_xor & 1));
    uop->type2 = uop->type;
    if (uop->sat)
        return hw_type_signed(uop->type) && uop->sum.plus < 2 ? table->integer[HW_LANES_INTEGER_IADD_ANY]
                                                              : NULL;
    return table->sum[HW_LANES_SUM_IADD3];
}

/* Of words, without more, as earlier chips. */
static hw_uop_fn *select_vimnmx(const struct hw_alu_table *table, struct hw_uop *uop)
{
    if (uop->packed.relu && writes_predicates(uop)) /* chosen before or after: not known */
        return NULL;
    if (hw_type_bits(uop->type) != 32 || uop->packed.relu || writes_predicates(uop))
        return table->packed[HW_LANES_PACKED_VIMNMX];
    uop->type2 = uop->type;
    if ((uop->p_in & ~HW_PRED_NOT) == HW_PT)
        return table->integer[uop->p_in & HW_PRED_NOT ? HW_LANES_INTEGER_IMAX : HW_LANES_INTEGER_IMIN];
    return table->compare[HW_LANES_COMPARE_IMNMX];
}

/* The last predicate is !PT in compiled code; what it is for, and the written ones, nobody has described. */
static hw_uop_fn *select_imnmxp(const struct hw_semantics *view, const struct hw_alu_table *table,
                                struct hw_uop *uop)
{
    struct hw_alu_operands found;

    hw_alu_operands(view, &found);
    if (writes_predicates(uop) || found.p_in != (HW_PT | HW_PRED_NOT))
        return NULL;
    uop->p_in = found.p_second;
    uop->type2 = uop->type;
    return hw_type_bits(uop->type) == 64 ? table->packed[HW_LANES_PACKED_IMNMX_WIDE]
                                         : table->compare[HW_LANES_COMPARE_IMNMX];
}

hw_uop_fn *hw_alu_select_packed(const struct hw_semantics *view, const struct hw_alu_table *table,
                                const struct hw_chip_traits *traits, struct hw_uop *uop)
{
    (void)traits;
    if (uop->type == HW_TYPE_NONE)
        return NULL;
    uop->packed.relu = view->mod[HW_MOD_RELU];
    uop->b_xor = negation(uop->b_flags);
    switch (view->op) {
    case HW_OP_VIADD: return select_viadd(table, uop);
    case HW_OP_VIMNMX: return select_vimnmx(table, uop);
    case HW_OP_VIMNMX3: return table->packed[HW_LANES_PACKED_VIMNMX3];
    case HW_OP_VIADDMNMX: return table->packed[HW_LANES_PACKED_VIADDMNMX];
    case HW_OP_IMNMXP: return select_imnmxp(view, table, uop);
    default: return NULL;
    }
}
