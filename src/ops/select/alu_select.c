/* SPDX-License-Identifier: MIT */
/* Dispatch: the lane function of an arithmetic instruction is selected by its operation and modifiers.
 *
 * The families (alu_select.h) choose from their lists of functions and turn modifiers into what those read:
 * masks for negation, and 1 more in a sum for each operand that is negated. */
#include "ops/select/alu_select.h"

#include "ops/lanes/lane_functions.h"
#include "ops/scalar/fp32.h"
#include "ops/value_types.h"

#include <string.h>

unsigned hw_untyped(const struct hw_semantics *view)
{
    for (unsigned i = 0; i < view->operand_count; i++) {
        const struct hw_operand *operand = &view->operand[i];

        if (operand->kind == HW_OPERAND_REG || operand->kind == HW_OPERAND_OUT)
            return operand->bytes == 2 ? HW_TYPE_U16 : HW_TYPE_U32;
    }
    return HW_TYPE_U32;
}

uint8_t hw_extremum_rules(const struct hw_semantics *view)
{
    return (uint8_t)((view->mod[HW_MOD_NAN] ? HW_EXTREMUM_NAN : 0) |
                     (view->mod[HW_MOD_XORSIGN] ? HW_EXTREMUM_XORSIGN : 0));
}

uint32_t hw_word_of_true(const struct hw_semantics *view)
{
    return view->mod[HW_MOD_BF] ? HW_FP32_ONE : ~0u;
}

hw_uop_fn *hw_alu_select_move(const struct hw_semantics *view, const struct hw_alu_table *table,
                              const struct hw_chip_traits *traits, struct hw_uop *uop)
{
    (void)traits;
    switch (view->op) {
    case HW_OP_MOV:
        if (hw_type_bits(uop->type) == 64)
            return table->packed[HW_LANES_PACKED_MOV_WIDE];
        uop->type = (uint8_t)hw_untyped(view);
        uop->move.written = view->mod[HW_MOD_LANES];
        return table->move[uop->move.written == 15 && uop->type == HW_TYPE_U32 ? HW_LANES_MOVE_MOV
                                                                               : HW_LANES_MOVE_MOV_PART];
    case HW_OP_C2R:
    case HW_OP_A2R:
    case HW_OP_S2R: return table->move[HW_LANES_MOVE_MOV];
    case HW_OP_R2C: return table->move[HW_LANES_MOVE_R2C];
    case HW_OP_R2A: uop->type = HW_TYPE_U32; return table->move[HW_LANES_MOVE_R2A];
    case HW_OP_ADA: return table->move[HW_LANES_MOVE_ADA];
    default: return NULL;
    }
}

static uint8_t flags_of(const struct hw_semantics *view, int index)
{
    return index >= 0 ? view->operand[index].flags : 0;
}

static hw_uop_fn *select_function(const struct hw_semantics *view, const struct hw_alu_table *table,
                                  const struct hw_chip_traits *traits, struct hw_uop *uop)
{
    static hw_alu_select_fn *const family[] = {
        hw_alu_select_carry,  hw_alu_select_move,      hw_alu_select_integer, hw_alu_select_sum,
        hw_alu_select_bits,   hw_alu_select_predicate, hw_alu_select_video,   hw_alu_select_float,
        hw_alu_select_double, hw_alu_select_convert,   hw_alu_select_half,    hw_alu_select_pack,
        hw_alu_select_packed,
    };
    hw_uop_fn *found = NULL;

    for (unsigned i = 0; i < sizeof family / sizeof *family && !found; i++)
        found = family[i](view, table, traits, uop);
    return found;
}

bool hw_alu_select(const struct hw_semantics *view, const struct hw_alu_table *table,
                   const struct hw_chip_traits *traits, struct hw_uop *uop)
{
    struct hw_uop bound = *uop, again;
    struct hw_alu_operands operands;

    hw_alu_operands(view, &operands);
    memset(bound.details, 0, sizeof bound.details);
    bound.type = view->mod[HW_MOD_TYPE];
    bound.type2 = view->mod[HW_MOD_TYPE2];
    bound.round = view->mod[HW_MOD_ROUND];
    bound.sat = view->mod[HW_MOD_SAT];
    bound.high = view->mod[HW_MOD_HIGH];
    bound.cmp = view->mod[HW_MOD_CMP];
    bound.logic = view->mod[HW_MOD_LOGIC];
    bound.a_flags = flags_of(view, operands.reg[1]);
    bound.b_flags = flags_of(view, operands.reg[2]);
    bound.c_flags = flags_of(view, operands.reg[3]);
    bound.imm = operands.literal >= 0 ? (uint32_t)view->operand[operands.literal].offset : 0;
    bound.p_out = operands.p_out;
    bound.p_out2 = operands.p_out2;
    bound.p_in = operands.p_in;
    bound.ftz = view->mod[HW_MOD_FTZ];
    bound.logic2 = view->mod[HW_MOD_BOOL];
    if (bound.logic2 > HW_LOGIC_XOR || bound.round > HW_ROUND_RZ)
        return false;
    again = bound;
    bound.fn = select_function(view, table, traits, &bound);
    if (!bound.fn)
        return false;
    bound.narrow = select_function(view, table->narrow, traits, &again);
    if (!bound.narrow)
        bound.narrow = bound.fn;
    *uop = bound;
    return true;
}
