/* SPDX-License-Identifier: MIT */
/* The lane functions of floating-point instructions are selected. */
#include "ops/select/alu_select.h"

#include "ops/lanes/lane_functions.h"
#include "ops/scalar/fp32.h"
#include "ops/value_types.h"

#define NO_SCALE 128 /* the value that stands for none (INVALIDSCALE37) */

/* Masks that make abs and neg of single-precision numbers. */
static void fp32_masks(unsigned flags, uint32_t *and_mask, uint32_t *xor_mask)
{
    *and_mask = flags & HW_OPERAND_ABS ? 0x7fffffffu : ~0u;
    *xor_mask = flags & HW_OPERAND_NEG ? 0x80000000u : 0;
}

void hw_set_fp32(const struct hw_chip_traits *traits, struct hw_uop *uop)
{
    fp32_masks(uop->a_flags, &uop->a_and, &uop->a_xor);
    fp32_masks(uop->b_flags, &uop->b_and, &uop->b_xor);
    fp32_masks(uop->c_flags, &uop->c_and, &uop->c_xor);
    if (traits->always_flushes)
        uop->ftz = HW_FTZ_FLUSH;
    if (uop->sat)
        uop->sat = traits->sat_keeps_nan ? HW_SAT_KEEPS_NAN : HW_SAT_CLEARS_NAN;
}

static hw_uop_fn *select_arithmetic(const struct hw_semantics *view, const struct hw_alu_table *table,
                                    const struct hw_chip_traits *traits, struct hw_uop *uop)
{
    const unsigned of_op = view->op == HW_OP_FADD   ? HW_LANES_FP32_FADD
                           : view->op == HW_OP_FMUL ? HW_LANES_FP32_FMUL
                                                    : HW_LANES_FP32_FFMA;

    if (view->op == HW_OP_FMUL && !traits->fmul_saturates)
        uop->sat = 0;
    if (!traits->rounds_up_down && (uop->round == HW_ROUND_RM || uop->round == HW_ROUND_RP))
        return NULL;
    if (uop->ftz > HW_FTZ_MULTIPLY)
        return NULL;
    uop->single.scale = (int8_t)view->mod[HW_MOD_SCALE];
    if (view->mod[HW_MOD_SCALE] == NO_SCALE)
        return NULL;
    if (uop->round != HW_ROUND_RN || uop->ftz == HW_FTZ_MULTIPLY || uop->single.scale)
        return table->fp32[HW_LANES_FP32_FADD_ANY - HW_LANES_FP32_FADD + of_op];
    return table->fp32[(uop->ftz ? HW_LANES_FP32_FADD_FTZ - HW_LANES_FP32_FADD : 0) + of_op];
}

/* The operations of the four lanes of a quad: see quadop() of lanes_fp32.c. */
static hw_uop_fn *select_quad(const struct hw_semantics *view, const struct hw_alu_table *table,
                              const struct hw_chip_traits *traits, struct hw_uop *uop)
{
    const unsigned quad = view->mod[HW_MOD_QUAD];

    if (view->op == HW_OP_FSWZADD)
        uop->single.source = 4;
    else if (quad < 4)
        uop->single.source = (uint8_t)quad;
    else if (!traits->quad_sums)
        uop->single.source = 8;
    else if (quad < 6)
        uop->single.source = (uint8_t)(quad + 1);
    else
        return NULL;
    uop->quad_terms = (view->mod[HW_MOD_LANE0] & 3u) | (view->mod[HW_MOD_LANE1] & 3u) << 2 |
                      (view->mod[HW_MOD_LANE2] & 3u) << 4 | (view->mod[HW_MOD_LANE3] & 3u) << 6;
    return table->fp32[HW_LANES_FP32_QUADOP];
}

static hw_uop_fn *select_fmnmx(const struct hw_semantics *view, const struct hw_alu_table *table,
                               struct hw_uop *uop)
{
    uop->single.rules = hw_extremum_rules(view);
    return table
        ->fp32_compare[uop->single.rules ? HW_LANES_FP32_COMPARE_FMNMX_ANY : HW_LANES_FP32_COMPARE_FMNMX];
}

static hw_uop_fn *select_compare(const struct hw_semantics *view, const struct hw_alu_table *table,
                                 struct hw_uop *uop)
{
    switch (view->op) {
    case HW_OP_FMAX: uop->p_in = HW_PT | HW_PRED_NOT; return table->fp32_compare[HW_LANES_FP32_COMPARE_FMNMX];
    case HW_OP_FMIN:
    case HW_OP_FMNMX: return select_fmnmx(view, table, uop);
    case HW_OP_FSEL: return table->fp32_compare[HW_LANES_FP32_COMPARE_FSEL];
    case HW_OP_FSET:
        uop->truth = hw_word_of_true(view);
        return table->fp32_compare[HW_LANES_FP32_COMPARE_FSET];
    case HW_OP_SLCT: uop->cmp = 2 | 4; return table->fp32_compare[HW_LANES_FP32_COMPARE_FCMP];
    case HW_OP_FCMP: return table->fp32_compare[HW_LANES_FP32_COMPARE_FCMP];
    case HW_OP_FCHK: return table->fp32_compare[HW_LANES_FP32_COMPARE_FCHK];
    default: return table->fp32_compare[HW_LANES_FP32_COMPARE_FSETP];
    }
}

static hw_uop_fn *select_sfu(const struct hw_semantics *view, const struct hw_alu_table *table)
{
    switch (view->op) {
    case HW_OP_RCP: return table->sfu[HW_LANES_SFU_RCP];
    case HW_OP_RSQ: return table->sfu[HW_LANES_SFU_RSQ];
    case HW_OP_LG2: return table->sfu[HW_LANES_SFU_LG2];
    case HW_OP_SIN: return table->sfu[HW_LANES_SFU_SIN];
    case HW_OP_COS: return table->sfu[HW_LANES_SFU_COS];
    case HW_OP_EX2: return table->sfu[HW_LANES_SFU_EX2];
    default: return table->sfu[view->mod[HW_MOD_REDUCE] ? HW_LANES_SFU_RRO_EX2 : HW_LANES_SFU_RRO_SIN];
    }
}

/* A logarithm better than Tesla's, everything else with its tables: see mufu.h.  Functions of numbers stand
 * behind. */
static const uint8_t mufu_function[][2] = {
    [HW_MUFU_COS] = {HW_LANES_SFU_COS, HW_LANES_SFU_COS_TURNS},
    [HW_MUFU_SIN] = {HW_LANES_SFU_SIN, HW_LANES_SFU_SIN_TURNS},
    [HW_MUFU_EX2] = {HW_LANES_SFU_EX2, HW_LANES_SFU_EX2_NUMBER},
    [HW_MUFU_LG2] = {HW_LANES_SFU_MUFU_LG2, HW_LANES_SFU_MUFU_LG2},
    [HW_MUFU_RCP] = {HW_LANES_SFU_RCP, HW_LANES_SFU_RCP},
    [HW_MUFU_RSQ] = {HW_LANES_SFU_RSQ, HW_LANES_SFU_RSQ},
    [HW_MUFU_RCP64H] = {HW_LANES_SFU_RCP64H, HW_LANES_SFU_RCP64H},
    [HW_MUFU_RSQ64H] = {HW_LANES_SFU_RSQ64H, HW_LANES_SFU_RSQ64H},
    [HW_MUFU_SQRT] = {HW_LANES_SFU_SQRT, HW_LANES_SFU_SQRT},
    [HW_MUFU_TANH] = {HW_LANES_SFU_TANH, HW_LANES_SFU_TANH},
};

static bool has_mufu(const struct hw_chip_traits *traits, unsigned which)
{
    return which <= HW_MUFU_RSQ64H || (which == HW_MUFU_SQRT && traits->mufu_sqrt) ||
           (which == HW_MUFU_TANH && traits->mufu_tanh);
}

static hw_uop_fn *select_mufu(const struct hw_semantics *view, const struct hw_alu_table *table,
                              const struct hw_chip_traits *traits, struct hw_uop *uop)
{
    const unsigned which = view->mod[HW_MOD_MUFU];
    const bool of_double = which == HW_MUFU_RCP64H || which == HW_MUFU_RSQ64H;

    if (!has_mufu(traits, which))
        return NULL;
    if (of_double)
        uop->sat = HW_SAT_NONE; /* a high word is no single */
    if (uop->type == HW_TYPE_F16) {
        const unsigned part = view->operand[1].part;

        uop->single.mufu = (uint8_t)which;
        uop->single.part = part ? HW_PART_HIGH : HW_PART_LOW;
        return of_double || part > 1 ? NULL : table->sfu[HW_LANES_SFU_HALF];
    }
    if (view->mod[HW_MOD_TYPE] == HW_TYPE_BF16 || view->mod[HW_MOD_TYPE] == HW_TYPE_BF16X2 ||
        view->mod[HW_MOD_TYPE] == HW_TYPE_F16X2)
        return NULL; /* from Hopper on; not run yet */
    return table->sfu[mufu_function[which][traits->mufu_numbers]];
}

hw_uop_fn *hw_alu_select_float(const struct hw_semantics *view, const struct hw_alu_table *table,
                               const struct hw_chip_traits *traits, struct hw_uop *uop)
{
    hw_set_fp32(traits, uop);
    switch (view->op) {
    case HW_OP_FADD:
    case HW_OP_FMUL:
    case HW_OP_FFMA: return select_arithmetic(view, table, traits, uop);
    case HW_OP_FMAD: return table->fmad[HW_LANES_FMAD_FMAD];
    case HW_OP_QUADOP:
    case HW_OP_FSWZADD: return select_quad(view, table, traits, uop);
    case HW_OP_FMIN:
    case HW_OP_FMAX:
    case HW_OP_FMNMX:
    case HW_OP_FSEL:
    case HW_OP_FSET:
    case HW_OP_FSETP:
    case HW_OP_FCMP:
    case HW_OP_FCHK:
    case HW_OP_SLCT: return select_compare(view, table, uop);
    case HW_OP_RCP:
    case HW_OP_RSQ:
    case HW_OP_LG2:
    case HW_OP_SIN:
    case HW_OP_COS:
    case HW_OP_EX2:
    case HW_OP_RRO: return select_sfu(view, table);
    case HW_OP_MUFU: return select_mufu(view, table, traits, uop);
    default: return NULL;
    }
}

hw_uop_fn *hw_alu_select_double(const struct hw_semantics *view, const struct hw_alu_table *table,
                                const struct hw_chip_traits *traits, struct hw_uop *uop)
{
    (void)traits;
    const bool nearest = uop->round == HW_ROUND_RN, chooses = view->mod[HW_MOD_CMP] >= 16;

    switch (view->op) {
    case HW_OP_DFMA: return table->fp64[nearest ? HW_LANES_FP64_DFMA_RN : HW_LANES_FP64_DFMA];
    case HW_OP_DADD: return table->fp64[nearest ? HW_LANES_FP64_DADD_RN : HW_LANES_FP64_DADD];
    case HW_OP_DMUL: return table->fp64[nearest ? HW_LANES_FP64_DMUL_RN : HW_LANES_FP64_DMUL];
    case HW_OP_DMAX: uop->p_in = HW_PT | HW_PRED_NOT; return table->fp64[HW_LANES_FP64_DMNMX];
    case HW_OP_DMIN:
    case HW_OP_DMNMX: return table->fp64[HW_LANES_FP64_DMNMX];
    case HW_OP_DSETP: return table->fp64[chooses ? HW_LANES_FP64_DSETP_CHOICE : HW_LANES_FP64_DSETP];
    case HW_OP_DCHK: return table->fp64[HW_LANES_FP64_DCHK];
    case HW_OP_DSET: uop->truth = hw_word_of_true(view); return table->fp64[HW_LANES_FP64_DSET];
    default: return NULL;
    }
}
