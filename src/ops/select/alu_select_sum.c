/* SPDX-License-Identifier: MIT */
/* The lane functions of sums, and of products of parts of words, are selected. */
#include "ops/select/alu_select.h"

#include "ops/lanes/lane_functions.h"
#include "ops/value_types.h"
#include "ops/scalar/xmad.h"

unsigned hw_source_shift(const struct hw_semantics *view, unsigned source)
{
    struct hw_alu_operands found;

    hw_alu_operands(view, &found);
    if (found.reg[source] < 0)
        return 0;
    const struct hw_operand *operand = &view->operand[found.reg[source]];
    if (operand->bytes >= 4 || operand->kind == HW_OPERAND_IMM)
        return 0;
    if (operand->flags & HW_OPERAND_HIGH)
        return 16;
    return operand->kind == HW_OPERAND_REG ? 8 * (operand->offset & 3) : 0;
}

/* Which part of its word a narrow source is, enum hw_part. */
static uint8_t part_of_source(const struct hw_semantics *view, unsigned source)
{
    struct hw_alu_operands found;

    hw_alu_operands(view, &found);
    if (found.reg[source] < 0 || view->operand[found.reg[source]].bytes != 2)
        return HW_PART_WORD;
    return hw_source_shift(view, source) ? HW_PART_HIGH : HW_PART_LOW;
}

static uint32_t negation(unsigned flags)
{
    return flags & HW_OPERAND_NEG ? ~0u : 0;
}

static hw_uop_fn *select_iadd3(const struct hw_semantics *view, const struct hw_alu_table *table,
                               struct hw_uop *uop)
{
    const bool carry = view->mod[HW_MOD_CARRY];
    const uint8_t *part = uop->sum.part;

    uop->a_xor = negation(uop->a_flags);
    uop->b_xor = negation(uop->b_flags);
    uop->c_xor = negation(uop->c_flags);
    uop->sum.plus = carry ? 0 : (uint8_t)((uop->a_xor & 1) + (uop->b_xor & 1) + (uop->c_xor & 1));
    for (unsigned i = 0; i < 3; i++)
        uop->sum.part[i] = part_of_source(view, i + 1);
    uop->sum.shift = view->mod[HW_MOD_SHIFT];
    if (uop->sum.shift > 2)
        return NULL;
    if (carry || view->cond_out >= 0 || part[0] || part[1] || part[2] || uop->sum.shift)
        return table->sum[HW_LANES_SUM_IADD3_ANY];
    return table->sum[HW_LANES_SUM_IADD3];
}

/* ISCADD, and LEA where it is the same. */
static hw_uop_fn *select_shifted(const struct hw_semantics *view, const struct hw_alu_table *table,
                                 struct hw_uop *uop)
{
    const bool carry = view->mod[HW_MOD_CARRY], any = carry || uop->p_out != HW_PT;

    uop->a_xor = negation(uop->a_flags);
    uop->b_xor = negation(uop->b_flags);
    uop->sum.plus = !carry && (uop->a_xor || uop->b_xor || view->mod[HW_MOD_PO]);
    if (view->op == HW_OP_LEAHI)
        return table->sum[any ? HW_LANES_SUM_LEAHI_ANY : HW_LANES_SUM_LEAHI];
    return table->sum[any ? HW_LANES_SUM_LEA_ANY : HW_LANES_SUM_ISCADD];
}

static hw_uop_fn *select_xmad(const struct hw_semantics *view, const struct hw_alu_table *table,
                              struct hw_uop *uop)
{
    const bool plain = !hw_type_signed(uop->type) && !hw_type_signed(uop->type2) &&
                       !view->mod[HW_MOD_CARRY] && view->cond_out < 0;
    const unsigned addend = view->mod[HW_MOD_XMAD];
    const bool psl = view->mod[HW_MOD_PSL], merge = view->mod[HW_MOD_MRG];

    uop->xmad.addend = addend;
    uop->xmad.a_shift = (uint8_t)hw_source_shift(view, 1);
    uop->xmad.b_shift = (uint8_t)hw_source_shift(view, 2);
    uop->xmad.shift = psl ? 16 : 0;
    uop->xmad.merge = merge;
    if (addend > HW_XMAD_CBCC)
        return NULL;
    uop->c_and = addend == HW_XMAD_CLO ? 0xffff : 0xffffffff;
    if (plain && addend <= HW_XMAD_CLO && !merge)
        return table->xmad[HW_LANES_XMAD_XMAD];
    if (plain && addend == HW_XMAD_C && !psl)
        return table->xmad[HW_LANES_XMAD_MRG];
    if (plain && addend == HW_XMAD_CBCC && psl && !merge)
        return table->xmad[HW_LANES_XMAD_PSL_CBCC];
    return table->xmad[HW_LANES_XMAD_ANY];
}

static hw_uop_fn *select_imadsp(const struct hw_semantics *view, const struct hw_alu_table *table,
                                struct hw_uop *uop)
{
    if (view->mod[HW_MOD_SD])
        return table->xmad[HW_LANES_XMAD_IMADSP_SD];
    for (unsigned i = 0; i < 3; i++)
        uop->sum.part[i] = hw_source_shift(view, i + 1) ? HW_PART_HIGH : HW_PART_WORD;
    uop->sum.c_type = view->mod[HW_MOD_TYPE3];
    return table->xmad[HW_LANES_XMAD_IMADSP];
}

hw_uop_fn *hw_alu_select_sum(const struct hw_semantics *view, const struct hw_alu_table *table,
                             const struct hw_chip_traits *traits, struct hw_uop *uop)
{
    (void)traits;
    switch (view->op) {
    case HW_OP_IADD3: return select_iadd3(view, table, uop);
    case HW_OP_ISCADD:
    case HW_OP_LEA:
    case HW_OP_LEAHI: return select_shifted(view, table, uop);
    case HW_OP_XMAD: return select_xmad(view, table, uop);
    case HW_OP_IMADSP: return select_imadsp(view, table, uop);
    case HW_OP_IDP:
        uop->dot.parts = view->mod[HW_MOD_IDP];
        uop->c_xor = negation(uop->c_flags);
        return uop->dot.parts <= 2 ? table->xmad[HW_LANES_XMAD_IDP] : NULL;
    default: return NULL;
    }
}
