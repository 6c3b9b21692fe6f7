/* SPDX-License-Identifier: MIT */
/* The lane functions of integer instructions are selected. */
#include "ops/select/alu_select.h"

#include "ops/lanes/lane_functions.h"
#include "ops/value_types.h"

static uint32_t negation(unsigned flags)
{
    return flags & HW_OPERAND_NEG ? ~0u : 0;
}

static uint32_t inversion(unsigned flags)
{
    return flags & HW_OPERAND_INV ? ~0u : 0;
}

static void set_types(const struct hw_semantics *view, struct hw_uop *uop)
{
    if (uop->type == HW_TYPE_NONE)
        uop->type = (uint8_t)hw_untyped(view);
    if (uop->type2 == HW_TYPE_NONE)
        uop->type2 = uop->type;
}

/* Modifier po adds 1; with a carry the chip stops (nxgpucatch). */
static hw_uop_fn *select_iadd(const struct hw_semantics *view, const struct hw_alu_table *table,
                              struct hw_uop *uop)
{
    const bool carry = view->mod[HW_MOD_CARRY];

    if (carry && view->mod[HW_MOD_PO])
        return NULL;
    set_types(view, uop);
    uop->a_xor = negation(uop->a_flags);
    uop->b_xor = negation(uop->b_flags);
    uop->sum.plus = !carry && (uop->a_xor || uop->b_xor || view->mod[HW_MOD_PO]);
    if (carry || uop->sat || hw_type_bits(uop->type) == 16)
        return table->integer[HW_LANES_INTEGER_IADD_ANY];
    return table->integer[HW_LANES_INTEGER_IADD];
}

static hw_uop_fn *select_imad(const struct hw_semantics *view, const struct hw_alu_table *table,
                              struct hw_uop *uop)
{
    const bool carry = view->mod[HW_MOD_CARRY];

    if (carry && view->mod[HW_MOD_PO])
        return NULL;
    set_types(view, uop);
    uop->a_xor = negation(uop->a_flags);
    uop->c_xor = negation(uop->c_flags);
    uop->sum.plus = !carry && (uop->a_xor || uop->c_xor || view->mod[HW_MOD_PO]);
    return table->integer[carry || uop->sat || uop->high ? HW_LANES_INTEGER_IMAD_ANY : HW_LANES_INTEGER_IMAD];
}

/* Operands of shr are extended by its sign, counts never; shl has no sign. */
static hw_uop_fn *select_shift(const struct hw_semantics *view, const struct hw_alu_table *table,
                               struct hw_uop *uop)
{
    set_types(view, uop);
    uop->type2 = hw_type_bits(uop->type) == 16 ? HW_TYPE_U16 : HW_TYPE_U32;
    uop->shift.wrap = view->mod[HW_MOD_WRAP];
    uop->shift.reverse = view->mod[HW_MOD_BREV];
    if (uop->shift.wrap || uop->shift.reverse || view->mod[HW_MOD_CARRY])
        return table->bits[view->op == HW_OP_SHL ? HW_LANES_BITS_SHL_ANY : HW_LANES_BITS_SHR_ANY];
    return table->integer[view->op == HW_OP_SHL ? HW_LANES_INTEGER_SHL : HW_LANES_INTEGER_SHR];
}

static hw_uop_fn *select_logic(const struct hw_semantics *view, const struct hw_alu_table *table,
                               struct hw_uop *uop)
{
    static const uint8_t function[] = {
        [HW_LOGIC_AND] = HW_LANES_INTEGER_AND,
        [HW_LOGIC_OR] = HW_LANES_INTEGER_OR,
        [HW_LOGIC_XOR] = HW_LANES_INTEGER_XOR,
        [HW_LOGIC_PASS_B] = HW_LANES_INTEGER_PASS_B,
    };

    set_types(view, uop);
    uop->a_xor = inversion(uop->a_flags);
    uop->b_xor = inversion(uop->b_flags);
    uop->bits.tests = view->mod[HW_MOD_POPT];
    if (uop->logic > HW_LOGIC_PASS_B)
        return NULL;
    if (uop->p_out != HW_PT || view->mod[HW_MOD_CARRY])
        return table->bits[HW_LANES_BITS_LOGIC_ANY];
    return table->integer[function[uop->logic]];
}

static hw_uop_fn *select_iset(const struct hw_semantics *view, const struct hw_alu_table *table,
                              struct hw_uop *uop)
{
    set_types(view, uop);
    uop->truth = hw_word_of_true(view);
    if (view->mod[HW_MOD_CARRY] || view->mod[HW_MOD_BF] || uop->p_in != HW_PT || uop->logic2 != HW_LOGIC_AND)
        return table->compare[HW_LANES_COMPARE_ISET_ANY];
    return table->integer[HW_LANES_INTEGER_ISET];
}

/* With PT, IMNMX is a minimum, with !PT a maximum. */
static hw_uop_fn *select_imnmx(const struct hw_semantics *view, const struct hw_alu_table *table,
                               struct hw_uop *uop)
{
    set_types(view, uop);
    if (view->mod[HW_MOD_PART])
        return table->compare[HW_LANES_COMPARE_IMNMX_PART];
    if ((uop->p_in & ~HW_PRED_NOT) == HW_PT)
        return table->integer[uop->p_in & HW_PRED_NOT ? HW_LANES_INTEGER_IMAX : HW_LANES_INTEGER_IMIN];
    return table->compare[HW_LANES_COMPARE_IMNMX];
}

static hw_uop_fn *select_other(const struct hw_semantics *view, const struct hw_alu_table *table,
                               struct hw_uop *uop)
{
    set_types(view, uop);
    switch (view->op) {
    case HW_OP_IMUL: return table->integer[uop->high ? HW_LANES_INTEGER_IMUL_HIGH : HW_LANES_INTEGER_IMUL];
    case HW_OP_ISAD: return table->integer[HW_LANES_INTEGER_ISAD];
    case HW_OP_IMIN: return table->integer[HW_LANES_INTEGER_IMIN];
    case HW_OP_IMAX: return table->integer[HW_LANES_INTEGER_IMAX];
    case HW_OP_ICMP: return table->compare[HW_LANES_COMPARE_ICMP];
    case HW_OP_SEL:
        return hw_type_bits(uop->type) == 64 ? table->packed[HW_LANES_PACKED_SEL_WIDE]
                                             : table->compare[HW_LANES_COMPARE_SEL];
    case HW_OP_ISETP:
        return hw_type_bits(uop->type) == 64 ? table->packed[HW_LANES_PACKED_ISETP_WIDE]
                                             : table->compare[HW_LANES_COMPARE_ISETP];
    default: return NULL;
    }
}

hw_uop_fn *hw_alu_select_integer(const struct hw_semantics *view, const struct hw_alu_table *table,
                                 const struct hw_chip_traits *traits, struct hw_uop *uop)
{
    (void)traits;
    switch (view->op) {
    case HW_OP_IADD: return select_iadd(view, table, uop);
    case HW_OP_IMAD: return select_imad(view, table, uop);
    case HW_OP_SHL:
    case HW_OP_SHR: return select_shift(view, table, uop);
    case HW_OP_LOP: return select_logic(view, table, uop);
    case HW_OP_ISET: return select_iset(view, table, uop);
    case HW_OP_IMNMX: return select_imnmx(view, table, uop);
    default: return select_other(view, table, uop);
    }
}
