/* From the meaning of an arithmetic instruction to the function that does it: see alu.h.
 *
 * One function a family of operations.  Each chooses from its family's list and may turn modifiers into
 * what the row functions read: masks for negation, `mode` for the carry of a subtraction. */
#include "ops/alu.h"

#include "ops/alu_rows.h"
#include "ops/types.h"

/* Operation width of integer instructions that name no type: that of the destination, or of the
 * register operands where nothing is kept. */
static unsigned untyped(const struct hw_view *view)
{
    for (unsigned i = 0; i < view->operand_count; i++) {
        const struct hw_operand *operand = &view->operand[i];

        if (operand->kind == HW_OPERAND_REG || operand->kind == HW_OPERAND_OUT)
            return operand->bytes == 2 ? HW_TYPE_U16 : HW_TYPE_U32;
    }
    return HW_TYPE_U32;
}

static bool negated(const struct hw_view *view, unsigned operand)
{
    return view->operand[operand].flags & HW_OPERAND_NEG;
}

/* Masks that make abs and neg of single-precision numbers. */
static void fp32_masks(const struct hw_operand *operand, uint32_t *and_mask, uint32_t *xor_mask)
{
    *and_mask = operand->flags & HW_OPERAND_ABS ? 0x7fffffffu : ~0u;
    *xor_mask = operand->flags & HW_OPERAND_NEG ? 0x80000000u : 0;
}

static void set_fp32_masks(const struct hw_view *view, struct hw_uop *uop)
{
    fp32_masks(&view->operand[1], &uop->a_and, &uop->a_xor);
    fp32_masks(&view->operand[2], &uop->b_and, &uop->b_xor);
    fp32_masks(&view->operand[3], &uop->c_and, &uop->c_xor);
}

static void set_types(const struct hw_view *view, struct hw_uop *uop)
{
    if (uop->type == HW_TYPE_NONE)
        uop->type = (uint8_t)untyped(view);
    if (uop->type2 == HW_TYPE_NONE)
        uop->type2 = uop->type;
}

static hw_uop_fn *bind_move(const struct hw_view *view, const struct hw_alu_table *table, struct hw_uop *uop)
{
    switch (view->op) {
    case HW_OP_MOV:
        if (uop->lanes == 0)
            uop->lanes = 15;
        uop->type = (uint8_t)untyped(view);
        return table->move[uop->lanes == 15 && uop->type == HW_TYPE_U32 ? HW_ROWS_MOV : HW_ROWS_MOV_PART];
    case HW_OP_C2R:
    case HW_OP_A2R:
    case HW_OP_S2R:
        return table->move[HW_ROWS_MOV];
    case HW_OP_R2C:
        return table->move[HW_ROWS_R2C];
    case HW_OP_R2A:
        uop->imm = (uint32_t)view->operand[2].offset;
        uop->type = HW_TYPE_U32;
        return table->move[HW_ROWS_R2A];
    default:
        uop->imm = (uint32_t)view->operand[2].offset;
        return table->move[HW_ROWS_ADA];
    }
}

static hw_uop_fn *bind_iadd(const struct hw_view *view, const struct hw_alu_table *table, struct hw_uop *uop)
{
    const bool carry = view->mod[HW_MOD_CARRY];

    set_types(view, uop);
    uop->a_xor = negated(view, 1) ? ~0u : 0;
    uop->b_xor = negated(view, 2) ? ~0u : 0;
    uop->mode = !carry && (negated(view, 1) || negated(view, 2));
    if (carry || uop->sat || hw_type_bits(uop->type) == 16)
        return table->integer[HW_ROWS_IADD_ANY];
    return table->integer[HW_ROWS_IADD];
}

static hw_uop_fn *bind_imad(const struct hw_view *view, const struct hw_alu_table *table, struct hw_uop *uop)
{
    const bool carry = view->mod[HW_MOD_CARRY];

    set_types(view, uop);
    uop->a_xor = negated(view, 1) ? ~0u : 0;
    uop->c_xor = negated(view, 3) ? ~0u : 0;
    uop->mode = !carry && (negated(view, 1) || negated(view, 3));
    return table->integer[carry || uop->sat || uop->high ? HW_ROWS_IMAD_ANY : HW_ROWS_IMAD];
}

/* Operands of shr are extended by its sign, counts never; shl has no sign. */
static hw_uop_fn *bind_shift(const struct hw_view *view, const struct hw_alu_table *table, struct hw_uop *uop)
{
    set_types(view, uop);
    uop->type2 = hw_type_bits(uop->type) == 16 ? HW_TYPE_U16 : HW_TYPE_U32;
    return table->integer[view->op == HW_OP_SHL ? HW_ROWS_SHL : HW_ROWS_SHR];
}

static hw_uop_fn *bind_logic(const struct hw_view *view, const struct hw_alu_table *table, struct hw_uop *uop)
{
    static const uint8_t function[] = {
        [HW_LOGIC_AND] = HW_ROWS_AND, [HW_LOGIC_OR] = HW_ROWS_OR,
        [HW_LOGIC_XOR] = HW_ROWS_XOR, [HW_LOGIC_PASS_B] = HW_ROWS_PASS_B,
    };

    set_types(view, uop);
    uop->a_xor = view->operand[1].flags & HW_OPERAND_INV ? ~0u : 0;
    uop->b_xor = view->operand[2].flags & HW_OPERAND_INV ? ~0u : 0;
    return uop->logic <= HW_LOGIC_PASS_B ? table->integer[function[uop->logic]] : NULL;
}

static hw_uop_fn *bind_integer(const struct hw_view *view, const struct hw_alu_table *table,
                               struct hw_uop *uop)
{
    set_types(view, uop);
    switch (view->op) {
    case HW_OP_IMUL: return table->integer[uop->high ? HW_ROWS_IMUL_HIGH : HW_ROWS_IMUL];
    case HW_OP_ISAD: return table->integer[HW_ROWS_ISAD];
    case HW_OP_IMIN: return table->integer[HW_ROWS_IMIN];
    case HW_OP_IMAX: return table->integer[HW_ROWS_IMAX];
    default: return table->integer[HW_ROWS_ISET];
    }
}

/* Add and multiply round to nearest or to zero; the two other codes select nothing. */
static hw_uop_fn *bind_fadd(const struct hw_view *view, const struct hw_alu_table *table, unsigned chip,
                            struct hw_uop *uop)
{
    const bool add = view->op == HW_OP_FADD;

    set_fp32_masks(view, uop);
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
    set_fp32_masks(view, uop);
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
    set_fp32_masks(view, uop);
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

static hw_uop_fn *bind_convert(const struct hw_view *view, const struct hw_alu_table *table,
                               struct hw_uop *uop)
{
    const bool modified = view->operand[1].flags & (HW_OPERAND_NEG | HW_OPERAND_ABS);

    set_fp32_masks(view, uop);
    uop->mode = view->mod[HW_MOD_INTEGRAL];
    switch (view->op) {
    case HW_OP_I2I:
        return table->convert[modified && hw_type_bits(uop->type2) == 32 ? HW_ROWS_I2I : HW_ROWS_I2I_WORD];
    case HW_OP_I2F:
        if (modified || uop->type != HW_TYPE_F32 || hw_type_bits(uop->type2) > 32 || uop->round != HW_ROUND_RN)
            return table->convert[HW_ROWS_I2F];
        return table->convert[HW_ROWS_I2F_WORD];
    case HW_OP_F2I:
        if ((uop->type == HW_TYPE_U32 || uop->type == HW_TYPE_S32) && uop->type2 == HW_TYPE_F32)
            return table->convert[HW_ROWS_F2I_WORD];
        return table->convert[HW_ROWS_F2I];
    default:
        if (uop->type == HW_TYPE_F32 && uop->type2 == HW_TYPE_F32)
            return table->convert[HW_ROWS_F2F_WORD];
        return table->convert[HW_ROWS_F2F];
    }
}

static hw_uop_fn *bind_fp64(const struct hw_view *view, const struct hw_alu_table *table, struct hw_uop *uop)
{
    const bool nearest = uop->round == HW_ROUND_RN;

    switch (view->op) {
    case HW_OP_DFMA: return table->fp64[nearest ? HW_ROWS_DFMA_RN : HW_ROWS_DFMA];
    case HW_OP_DADD: return table->fp64[nearest ? HW_ROWS_DADD_RN : HW_ROWS_DADD];
    case HW_OP_DMUL: return table->fp64[nearest ? HW_ROWS_DMUL_RN : HW_ROWS_DMUL];
    case HW_OP_DMIN: return table->fp64[HW_ROWS_DMIN];
    case HW_OP_DMAX: return table->fp64[HW_ROWS_DMAX];
    default: return table->fp64[HW_ROWS_DSET];
    }
}

static hw_uop_fn *bind(const struct hw_view *view, const struct hw_alu_table *table, unsigned chip,
                       struct hw_uop *uop)
{
    switch (view->op) {
    case HW_OP_MOV:
    case HW_OP_C2R:
    case HW_OP_R2C:
    case HW_OP_A2R:
    case HW_OP_R2A:
    case HW_OP_ADA:
    case HW_OP_S2R:
        return bind_move(view, table, uop);
    case HW_OP_IADD:
        return bind_iadd(view, table, uop);
    case HW_OP_IMAD:
        return bind_imad(view, table, uop);
    case HW_OP_SHL: case HW_OP_SHR:
        return bind_shift(view, table, uop);
    case HW_OP_LOP:
        return bind_logic(view, table, uop);
    case HW_OP_IMUL: case HW_OP_ISAD: case HW_OP_IMIN: case HW_OP_IMAX: case HW_OP_ISET:
        return bind_integer(view, table, uop);
    case HW_OP_FADD: case HW_OP_FMUL:
        return bind_fadd(view, table, chip, uop);
    case HW_OP_FMAD: case HW_OP_FMIN: case HW_OP_FMAX: case HW_OP_FSET: case HW_OP_SLCT: case HW_OP_QUADOP:
        return bind_fp32(view, table, uop);
    case HW_OP_RCP:
    case HW_OP_RSQ:
    case HW_OP_LG2:
    case HW_OP_SIN:
    case HW_OP_COS:
    case HW_OP_EX2:
    case HW_OP_RRO:
        return bind_sfu(view, table, uop);
    case HW_OP_I2I: case HW_OP_I2F: case HW_OP_F2I: case HW_OP_F2F:
        return bind_convert(view, table, uop);
    case HW_OP_DFMA: case HW_OP_DADD: case HW_OP_DMUL: case HW_OP_DMIN: case HW_OP_DMAX: case HW_OP_DSET:
        return bind_fp64(view, table, uop);
    default:
        return NULL;
    }
}

bool hw_alu_bind(const struct hw_view *view, const struct hw_alu_table *table, unsigned chip,
                 struct hw_uop *uop)
{
    struct hw_uop bound = *uop;

    bound.type = view->mod[HW_MOD_TYPE];
    bound.type2 = view->mod[HW_MOD_TYPE2];
    bound.round = view->mod[HW_MOD_ROUND];
    bound.sat = view->mod[HW_MOD_SAT];
    bound.high = view->mod[HW_MOD_HIGH];
    bound.cmp = view->mod[HW_MOD_CMP];
    bound.logic = view->mod[HW_MOD_LOGIC];
    bound.lanes = view->mod[HW_MOD_LANES];
    bound.mode = 0;
    bound.a_flags = view->operand[1].flags;
    bound.b_flags = view->operand[2].flags;
    bound.c_flags = view->operand[3].flags;
    bound.fn = bind(view, table, chip, &bound);
    if (!bound.fn)
        return false;
    *uop = bound;
    return true;
}
