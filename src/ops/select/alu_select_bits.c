/* SPDX-License-Identifier: MIT */
/* The lane functions of instructions on bits, predicates or lanes are selected. */
#include "ops/select/alu_select.h"

#include "ops/lanes/lane_functions.h"
#include "ops/scalar/bitfield.h"
#include "ops/value_types.h"

enum { LOW_WORD = 1, HIGH_WORD = 3 }; /* modifier part of a shift */

/* Before Volta the high word of a shift to the left is all that there is; from it on both words are. */
static hw_uop_fn *select_shf(const struct hw_semantics *view, const struct hw_alu_table *table,
                             struct hw_uop *uop)
{
    const unsigned word = view->mod[HW_MOD_PART];

    uop->shift.wrap = view->mod[HW_MOD_WRAP];
    uop->shift.width = hw_type_bits(uop->type) == 64 ? 64 : 32;
    uop->high |= word == HIGH_WORD;
    if (view->mod[HW_MOD_RIGHT])
        return table->bits[HW_LANES_BITS_SHF_RIGHT];
    if (uop->high && word != HIGH_WORD)
        return NULL;
    return table->bits[word == LOW_WORD ? HW_LANES_BITS_SHF_LOW : HW_LANES_BITS_SHF_LEFT];
}

static hw_uop_fn *select_lop3(const struct hw_semantics *view, const struct hw_alu_table *table,
                              struct hw_uop *uop)
{
    uop->polynomial = hw_bits_polynomial(uop->imm & 0xff);
    uop->bits.tests = view->mod[HW_MOD_POPT];
    if (uop->p_out != HW_PT || view->mod[HW_MOD_CARRY])
        return table->bits[HW_LANES_BITS_LOP3_ANY];
    return table->bits[HW_LANES_BITS_LOP3];
}

/* Fermi and Kepler count the bits that two sources share. */
static hw_uop_fn *select_count(const struct hw_semantics *view, const struct hw_alu_table *table,
                               struct hw_uop *uop)
{
    struct hw_alu_operands found;

    hw_alu_operands(view, &found);
    uop->bits.from_top = view->mod[HW_MOD_SHIFT];
    uop->a_xor = uop->a_flags & HW_OPERAND_INV ? ~0u : 0;
    uop->b_xor = uop->b_flags & HW_OPERAND_INV ? ~0u : 0;
    if (view->op == HW_OP_FLO || view->op == HW_OP_FLOP)
        return table->bits[HW_LANES_BITS_FLO];
    return table->bits[found.reg[2] < 0 ? HW_LANES_BITS_POPC : HW_LANES_BITS_POPC_BOTH];
}

hw_uop_fn *hw_alu_select_bits(const struct hw_semantics *view, const struct hw_alu_table *table,
                              const struct hw_chip_traits *traits, struct hw_uop *uop)
{
    (void)traits;
    switch (view->op) {
    case HW_OP_SHF: return select_shf(view, table, uop);
    case HW_OP_BFE:
        uop->bits.reverse = view->mod[HW_MOD_BREV];
        return table->bits[hw_type_signed(uop->type) ? HW_LANES_BITS_BFE_S32 : HW_LANES_BITS_BFE_U32];
    case HW_OP_BFI: return table->bits[HW_LANES_BITS_BFI];
    case HW_OP_FLO:
    case HW_OP_FLOP:
    case HW_OP_POPC: return select_count(view, table, uop);
    case HW_OP_LOP3: return select_lop3(view, table, uop);
    case HW_OP_BREV: return table->bits[HW_LANES_BITS_BREV];
    case HW_OP_IABS: return table->bits[HW_LANES_BITS_IABS];
    case HW_OP_SGXT:
    case HW_OP_BMSK:
        uop->shift.wrap = view->mod[HW_MOD_WRAP];
        return table->bits[view->op == HW_OP_SGXT ? HW_LANES_BITS_SGXT : HW_LANES_BITS_BMSK];
    case HW_OP_PRMT:
        uop->bits.selector = view->mod[HW_MOD_PRMT];
        return uop->bits.selector <= 6 ? table->bits[HW_LANES_BITS_PRMT] : NULL;
    default: return NULL;
    }
}

static hw_uop_fn *select_pset(const struct hw_semantics *view, const struct hw_alu_table *table,
                              struct hw_uop *uop)
{
    struct hw_alu_operands found;

    hw_alu_operands(view, &found);
    uop->predicate.first = found.p_first;
    uop->predicate.second = found.p_second;
    uop->predicate.logic = view->mod[HW_MOD_BOOL];
    uop->logic2 = view->mod[HW_MOD_BOOL2];
    uop->truth = hw_word_of_true(view);
    if (uop->logic2 > HW_LOGIC_XOR)
        return NULL;
    return table->predicate[view->op == HW_OP_PSET ? HW_LANES_PREDICATE_PSET : HW_LANES_PREDICATE_PSETP];
}

/* Three sources, each a predicate or the sign of a register, and two truth tables. */
static hw_uop_fn *select_plop3(const struct hw_semantics *view, const struct hw_alu_table *table,
                               struct hw_uop *uop)
{
    struct hw_uop_tables *const tables = &uop->tables;
    unsigned registers = 0;

    for (unsigned i = 0; i < 3; i++) {
        const struct hw_operand *source = &view->operand[i + 2];
        tables->source[i] = hw_operand_is_predicate(source) ? hw_predicate_code(source)
                                                            : (uint8_t)(HW_TABLE_SIGN + registers++);
    }
    tables->first = (uint8_t)view->operand[5].offset;
    tables->second = (uint8_t)view->operand[6].offset;
    return table->predicate[HW_LANES_PREDICATE_PLOP3];
}

static hw_uop_fn *select_cset(const struct hw_semantics *view, const struct hw_alu_table *table,
                              struct hw_uop *uop)
{
    const unsigned test = view->mod[HW_MOD_TEST];

    uop->predicate.test = test ? (uint8_t)(test - 1) : 15;
    uop->truth = hw_word_of_true(view);
    return table->predicate[view->op == HW_OP_CSET ? HW_LANES_PREDICATE_CSET : HW_LANES_PREDICATE_CSETP];
}

static hw_uop_fn *select_byte(const struct hw_semantics *view, const struct hw_alu_table *table,
                              struct hw_uop *uop)
{
    static const uint8_t function[2][3] = {
        {HW_LANES_PREDICATE_P2R, HW_LANES_PREDICATE_P2R_COND, HW_LANES_PREDICATE_P2R_BOTH},
        {HW_LANES_PREDICATE_R2P, HW_LANES_PREDICATE_R2P_COND, HW_LANES_PREDICATE_R2P_BOTH},
    };

    uop->predicate.first = view->operand[0].kind == HW_OPERAND_UREG ? HW_UP0 : 0;
    /* from Volta on R2P's byte is a part of the operand */
    uop->predicate.shift =
        (uint8_t)(8 * ((view->mod[HW_MOD_BYTE] | (view->op == HW_OP_R2P ? view->operand[0].part : 0)) & 3));
    return view->mod[HW_MOD_CC] <= 2 ? table->predicate[function[view->op == HW_OP_R2P][view->mod[HW_MOD_CC]]]
                                     : NULL;
}

static hw_uop_fn *select_warp(const struct hw_semantics *view, const struct hw_alu_table *table,
                              struct hw_uop *uop)
{
    const bool shuffle = view->op == HW_OP_SHFL;

    uop->cross_lane.mode = view->mod[shuffle ? HW_MOD_SHFL : HW_MOD_VOTE];
    if (uop->cross_lane.mode > (shuffle ? 3 : 2))
        return NULL;
    return table->predicate[shuffle ? HW_LANES_PREDICATE_SHFL : HW_LANES_PREDICATE_BALLOT];
}

hw_uop_fn *hw_alu_select_predicate(const struct hw_semantics *view, const struct hw_alu_table *table,
                                   const struct hw_chip_traits *traits, struct hw_uop *uop)
{
    (void)traits;
    switch (view->op) {
    case HW_OP_PSETP:
    case HW_OP_PSET: return select_pset(view, table, uop);
    case HW_OP_PLOP3: return select_plop3(view, table, uop);
    case HW_OP_CSETP:
    case HW_OP_CSET: return select_cset(view, table, uop);
    case HW_OP_P2R:
    case HW_OP_R2P: return select_byte(view, table, uop);
    case HW_OP_BALLOT:
    case HW_OP_SHFL: return select_warp(view, table, uop);
    default: return NULL;
    }
}
