/* SPDX-License-Identifier: MIT */
/* The lane functions of instructions that pack two results, or compute distances, are selected. */
#include "ops/select/alu_select.h"

#include "ops/lanes/lane_functions.h"
#include "ops/value_types.h"

/* The part of c that goes on above the results; the suffix says how many of its low bits there is room for.
 */
static bool set_above(const struct hw_semantics *view, struct hw_uop *uop)
{
    const unsigned part = view->operand[3].part, bits = hw_type_bits(uop->type);

    uop->pack.above = bits == 8 && part == 1 ? HW_PART_HIGH : 0;
    return bits == 4 ? part == 2 : bits == 2 ? part == 3 : part <= 1;
}

/* F2FP's ways to pack: modifier pack. */
enum { PACK_AB, MERGE_C, UNPACK_B_MERGE_C = 4, PACK_AB_MERGE_C, UNPACK_B = 7 };

/* The half of this operand that is read, or that goes on above the results. */
static void set_half(const struct hw_operand *operand, struct hw_uop *uop)
{
    uop->pack.above = operand->part == 1 || operand->flags & HW_OPERAND_HIGH ? HW_PART_HIGH : 0;
}

static hw_uop_fn *select_f2fp(const struct hw_semantics *view, const struct hw_alu_table *table,
                              struct hw_uop *uop)
{
    const bool halves = uop->type == HW_TYPE_F16 || uop->type == HW_TYPE_BF16;
    /* all code says .SATFINITE; what the chip does without it is not known */
    const bool bytes = (uop->type == HW_TYPE_E5M2 || uop->type == HW_TYPE_E4M3) && uop->sat;

    switch (view->mod[HW_MOD_PACK]) {
    case PACK_AB: return halves ? table->pack[HW_LANES_PACK_F2FP] : NULL;
    case MERGE_C:
        set_half(&view->operand[2], uop);
        return halves ? table->pack[HW_LANES_PACK_F2FP_MERGE] : NULL;
    case UNPACK_B_MERGE_C:
        set_half(&view->operand[2], uop);
        return bytes ? table->pack[HW_LANES_PACK_F2FP_HALVES] : NULL;
    case PACK_AB_MERGE_C:
        set_half(&view->operand[3], uop);
        return bytes ? table->pack[HW_LANES_PACK_F2FP_BYTES] : NULL;
    case UNPACK_B:
        set_half(&view->operand[1], uop);
        return uop->type == HW_TYPE_F16 ? table->pack[HW_LANES_PACK_F2FP_UNPACK] : NULL;
    default: return NULL;
    }
}

static hw_uop_fn *select_f2ip(const struct hw_semantics *view, const struct hw_alu_table *table,
                              struct hw_uop *uop)
{
    uop->pack.nan = view->mod[HW_MOD_NAN];
    if (view->mod[HW_MOD_TYPE] == HW_TYPE_NONE || !set_above(view, uop))
        return NULL;
    return table->pack[HW_LANES_PACK_F2IP];
}

/* Of words SAD does it.  A predicate is in no code that was seen, and what it gets is not known. */
static hw_uop_fn *select_vabsdiff(const struct hw_semantics *view, const struct hw_alu_table *table,
                                  struct hw_uop *uop)
{
    if (uop->p_out != HW_PT)
        return NULL;
    uop->pack.sum = view->mod[HW_MOD_ACC];
    return hw_type_bits(uop->type) == 8 ? table->pack[HW_LANES_PACK_VABSDIFF4]
                                        : table->integer[HW_LANES_INTEGER_ISAD];
}

hw_uop_fn *hw_alu_select_pack(const struct hw_semantics *view, const struct hw_alu_table *table,
                              const struct hw_chip_traits *traits, struct hw_uop *uop)
{
    (void)traits;
    uop->pack.relu = view->mod[HW_MOD_RELU];
    uop->sat = view->mod[HW_MOD_SAT];
    switch (view->op) {
    case HW_OP_F2FP: return select_f2fp(view, table, uop);
    case HW_OP_F2IP: return select_f2ip(view, table, uop);
    case HW_OP_I2IP:
        return view->mod[HW_MOD_SAT] && set_above(view, uop) ? table->pack[HW_LANES_PACK_I2IP] : NULL;
    case HW_OP_VABSDIFFP: return select_vabsdiff(view, table, uop);
    default: return NULL;
    }
}
