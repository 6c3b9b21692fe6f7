/* Which function does a floating-point instruction: see alu_bind.h. */
#include "ops/alu_bind.h"

#include "ops/alu_rows.h"
#include "ops/types.h"

/* Masks that make abs and neg of single-precision numbers. */
static void fp32_masks(const struct hw_operand *operand, uint32_t *and_mask, uint32_t *xor_mask)
{
    *and_mask = operand->flags & HW_OPERAND_ABS ? 0x7fffffffu : ~0u;
    *xor_mask = operand->flags & HW_OPERAND_NEG ? 0x80000000u : 0;
}

void hw_set_fp32_masks(const struct hw_view *view, struct hw_uop *uop)
{
    fp32_masks(&view->operand[1], &uop->a_and, &uop->a_xor);
    fp32_masks(&view->operand[2], &uop->b_and, &uop->b_xor);
    fp32_masks(&view->operand[3], &uop->c_and, &uop->c_xor);
}

/* Add and multiply round to nearest or to zero; the two other codes select nothing. */
static hw_uop_fn *bind_fadd(const struct hw_view *view, const struct hw_alu_table *table, unsigned chip,
                            struct hw_uop *uop)
{
    const bool add = view->op == HW_OP_FADD;

    hw_set_fp32_masks(view, uop);
    if (!add && chip < HW_CHIP_G200)
        uop->sat = 0;   /* the bit is ignored there */
    if (uop->round == HW_ROUND_RN)
        return table->fp32[add ? HW_ROWS_FADD : HW_ROWS_FMUL];
    if (uop->round == HW_ROUND_RZ)
        return table->fp32[add ? HW_ROWS_FADD_RZ : HW_ROWS_FMUL_RZ];
    return NULL;
}

static hw_uop_fn *bind_fp32(const struct hw_view *view, const struct hw_alu_table *table, struct hw_uop *uop)
{
    hw_set_fp32_masks(view, uop);
    switch (view->op) {
    case HW_OP_FMAD: return table->fp32[HW_ROWS_FMAD];
    case HW_OP_FMIN: return table->fp32[HW_ROWS_FMIN];
    case HW_OP_FMAX: return table->fp32[HW_ROWS_FMAX];
    case HW_OP_FSET: return table->fp32[HW_ROWS_FSET];
    case HW_OP_SLCT: return table->fp32[HW_ROWS_SLCT];
    default:
        uop->mode = view->mod[HW_MOD_QUAD];
        uop->imm = (view->mod[HW_MOD_LANE0] & 3u) | (view->mod[HW_MOD_LANE1] & 3u) << 2 |
                   (view->mod[HW_MOD_LANE2] & 3u) << 4 | (view->mod[HW_MOD_LANE3] & 3u) << 6;
        return table->fp32[HW_ROWS_QUADOP];
    }
}

static hw_uop_fn *bind_sfu(const struct hw_view *view, const struct hw_alu_table *table, struct hw_uop *uop)
{
    hw_set_fp32_masks(view, uop);
    switch (view->op) {
    case HW_OP_RCP: return table->sfu[HW_ROWS_RCP];
    case HW_OP_RSQ: return table->sfu[HW_ROWS_RSQ];
    case HW_OP_LG2: return table->sfu[HW_ROWS_LG2];
    case HW_OP_SIN: return table->sfu[HW_ROWS_SIN];
    case HW_OP_COS: return table->sfu[HW_ROWS_COS];
    case HW_OP_EX2: return table->sfu[HW_ROWS_EX2];
    default: return table->sfu[view->mod[HW_MOD_REDUCE] ? HW_ROWS_RRO_EX2 : HW_ROWS_RRO_SIN];
    }
}

hw_uop_fn *hw_bind_float(const struct hw_view *view, const struct hw_alu_table *table, unsigned chip,
                         struct hw_uop *uop)
{
    switch (view->op) {
    case HW_OP_FADD:
    case HW_OP_FMUL: return bind_fadd(view, table, chip, uop);
    case HW_OP_FMAD:
    case HW_OP_FMIN:
    case HW_OP_FMAX:
    case HW_OP_FSET:
    case HW_OP_SLCT:
    case HW_OP_QUADOP: return bind_fp32(view, table, uop);
    case HW_OP_RCP:
    case HW_OP_RSQ:
    case HW_OP_LG2:
    case HW_OP_SIN:
    case HW_OP_COS:
    case HW_OP_EX2:
    case HW_OP_RRO: return bind_sfu(view, table, uop);
    default: return NULL;
    }
}

hw_uop_fn *hw_bind_double(const struct hw_view *view, const struct hw_alu_table *table, unsigned chip,
                          struct hw_uop *uop)
{
    (void)chip;
    const bool nearest = uop->round == HW_ROUND_RN;

    switch (view->op) {
    case HW_OP_DFMA: return table->fp64[nearest ? HW_ROWS_DFMA_RN : HW_ROWS_DFMA];
    case HW_OP_DADD: return table->fp64[nearest ? HW_ROWS_DADD_RN : HW_ROWS_DADD];
    case HW_OP_DMUL: return table->fp64[nearest ? HW_ROWS_DMUL_RN : HW_ROWS_DMUL];
    case HW_OP_DMIN: return table->fp64[HW_ROWS_DMIN];
    case HW_OP_DMAX: return table->fp64[HW_ROWS_DMAX];
    case HW_OP_DSET: return table->fp64[HW_ROWS_DSET];
    default: return NULL;
    }
}
