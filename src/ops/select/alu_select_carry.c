/* SPDX-License-Identifier: MIT */
/* The lane functions of operations with predicates as carries are selected.
 *
 * Without a carry in, a negated operand is complemented and 1 is added; with one it is complemented only.
 * Where nobody takes a carry, the functions of the earlier chips do the same sums. */
#include "ops/select/alu_select.h"

#include "ops/lanes/lane_functions.h"
#include "ops/value_types.h"

#define NEVER (HW_PT | HW_PRED_NOT)

static uint32_t complement(unsigned flags)
{
    return flags & (HW_OPERAND_NEG | HW_OPERAND_INV) ? ~0u : 0;
}

/* Masks, what is added, and the predicates that are added. */
static void set_carries(const struct hw_semantics *view, struct hw_uop *uop)
{
    const bool carry = view->mod[HW_MOD_CARRY];
    struct hw_alu_operands found;

    hw_alu_operands(view, &found);
    uop->a_xor = complement(uop->a_flags);
    uop->b_xor = complement(uop->b_flags);
    uop->c_xor = complement(uop->c_flags);
    uop->carry.plus = carry ? 0 : (uint8_t)((uop->a_xor & 1) + (uop->b_xor & 1) + (uop->c_xor & 1));
    uop->carry.first = carry ? found.p_in : NEVER;
    uop->carry.second = carry && view->op == HW_OP_IADD3C ? found.p_second : NEVER;
}

/* Whether predicates are added, or become carries. */
static bool carries(const struct hw_semantics *view, const struct hw_uop *uop)
{
    return view->mod[HW_MOD_CARRY] || uop->p_out != HW_PT || uop->p_out2 != HW_PT;
}

/* The function of a sum: that of `plain` where nothing is carried. */
static hw_uop_fn *select_sum(const struct hw_semantics *view, const struct hw_alu_table *table,
                             struct hw_uop *uop, enum hw_lanes_carry function, enum hw_lanes_sum plain)
{
    set_carries(view, uop);
    if (carries(view, uop) || uop->carry.extends)
        return table->carry[function];
    uop->sum = (struct hw_uop_sum){.plus = uop->carry.plus};
    return table->sum[plain];
}

static hw_uop_fn *select_iadd3c(const struct hw_semantics *view, const struct hw_alu_table *table,
                                struct hw_uop *uop)
{
    if (hw_type_bits(uop->type) == 64) {
        set_carries(view, uop);
        return table->carry[HW_LANES_CARRY_IADD3_WIDE];
    }
    return select_sum(view, table, uop, HW_LANES_CARRY_IADD3, HW_LANES_SUM_IADD3);
}

static hw_uop_fn *select_leahi(const struct hw_semantics *view, const struct hw_alu_table *table,
                               struct hw_uop *uop)
{
    struct hw_alu_operands found;

    hw_alu_operands(view, &found);
    uop->carry.extends = found.reg[3] < 0;
    return select_sum(view, table, uop, HW_LANES_CARRY_LEAHI, HW_LANES_SUM_LEAHI);
}

static hw_uop_fn *select_product(const struct hw_semantics *view, const struct hw_alu_table *table,
                                 struct hw_uop *uop)
{
    set_carries(view, uop);
    if (view->op == HW_OP_IMAD)
        return table->carry[HW_LANES_CARRY_IMAD];
    if (!carries(view, uop) && !uop->carry.plus && !uop->high)
        return table->carry[HW_LANES_CARRY_IMADWIDE_SUM];
    return table->carry[uop->high ? HW_LANES_CARRY_IMADWIDE_HIGH : HW_LANES_CARRY_IMADWIDE];
}

/* The last predicate is that of the lower words; the one before it meets the comparison. */
static hw_uop_fn *select_isetp(const struct hw_semantics *view, const struct hw_alu_table *table,
                               struct hw_uop *uop)
{
    struct hw_alu_operands found;

    hw_alu_operands(view, &found);
    uop->carry.first = found.p_in;
    uop->carry.second = NEVER;
    uop->p_in = found.p_second;
    if (!view->mod[HW_MOD_CARRY])
        return table->compare[HW_LANES_COMPARE_ISETP];
    return table->carry[HW_LANES_CARRY_ISETP];
}

hw_uop_fn *hw_alu_select_carry(const struct hw_semantics *view, const struct hw_alu_table *table,
                               const struct hw_chip_traits *traits, struct hw_uop *uop)
{
    (void)traits;
    if (!hw_predicate_carries(view))
        return NULL;
    switch (view->op) {
    case HW_OP_IADDC:
    case HW_OP_IADD3C: return select_iadd3c(view, table, uop);
    case HW_OP_LEAC: return select_sum(view, table, uop, HW_LANES_CARRY_LEA, HW_LANES_SUM_ISCADD);
    case HW_OP_LEAHIC: return select_leahi(view, table, uop);
    case HW_OP_IMAD:
    case HW_OP_IMADWIDE: return select_product(view, table, uop);
    case HW_OP_ISETP: return select_isetp(view, table, uop);
    default: return NULL;
    }
}
