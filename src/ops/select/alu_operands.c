/* SPDX-License-Identifier: MIT */
/* The operands of an instruction become those of its micro-operation.
 *
 * A view lists operands in the order of NVIDIA's text: predicates that are written, a destination (which
 * comparisons have not), sources, sometimes a literal that is no register, predicates that are read. */
#include "ops/select/alu.h"

#include <halfwarp/effects.h>

/* Whether its first register operand is a destination, and no source. */
static bool has_destination(const struct hw_operation_info *info)
{
    return info->writes != HW_WRITES_NONE && info->writes != HW_WRITES_PREDS &&
           info->writes != HW_WRITES_TWO_PREDS;
}

uint8_t hw_predicate_number(const struct hw_operand *operand)
{
    const unsigned first = operand->kind == HW_OPERAND_UPRED ? HW_UP0 : 0, number = operand->reg & 7;

    return (uint8_t)(number == HW_PT ? HW_PT : first + number);
}

uint8_t hw_predicate_code(const struct hw_operand *operand)
{
    return hw_predicate_number(operand) | (operand->flags & HW_OPERAND_INV ? HW_PRED_NOT : 0);
}

static void add_predicate(const struct hw_semantics *view, unsigned index, struct hw_alu_operands *found)
{
    const struct hw_operand *operand = &view->operand[index];

    if (index < hw_semantics_written(view)) { /* one behind another is the second */
        const bool second = index && hw_operand_is_predicate(&view->operand[index - 1]);
        *(second ? &found->p_out2 : &found->p_out) = hw_predicate_number(operand);
        return;
    }
    found->p_first = found->p_second; /* the last that is read ends in p_in */
    found->p_second = found->p_in;
    found->p_in = hw_predicate_code(operand);
}

bool hw_predicate_carries(const struct hw_semantics *view)
{
    switch (view->op) {
    case HW_OP_IADDC:
    case HW_OP_IADD3C:
    case HW_OP_IMADWIDE:
    case HW_OP_LEAC:
    case HW_OP_LEAHIC: return true;
    case HW_OP_IMAD: return hw_operand_is_predicate(&view->operand[view->operand_count - 1]);
    case HW_OP_ISETP: return view->operand_count == 6;
    default: return false;
    }
}

/* The condition code that is read beside the operands: for a carry, by P2R.CC, in chains of minima. */
static int read_condition(const struct hw_semantics *view)
{
    if (hw_predicate_carries(view))
        return -1;
    if (view->mod[HW_MOD_CARRY])
        return view->mod[HW_MOD_CARRY] - 1;
    if (view->op == HW_OP_P2R && view->mod[HW_MOD_CC])
        return 0;
    if (view->op == HW_OP_IMNMX && (view->mod[HW_MOD_PART] == 1 || view->mod[HW_MOD_PART] == 2))
        return 0;
    return -1;
}

/* Where the literal of an operation itself stands: predicates may stand behind it. */
static unsigned literal_index(const struct hw_semantics *view)
{
    unsigned index = view->operand_count - 1u;

    while (index && hw_operand_is_predicate(&view->operand[index]))
        index--;
    return index;
}

void hw_alu_operands(const struct hw_semantics *view, struct hw_alu_operands *found)
{
    const struct hw_operation_info *info = hw_operation_info(view->op);
    unsigned registers = has_destination(info) ? 0 : 1;

    *found = (struct hw_alu_operands){
        .reg = {-1, -1, -1, -1},
        .literal = -1,
        .cond_in = (int8_t)read_condition(view),
        .cond_out = view->op == HW_OP_R2P && view->mod[HW_MOD_CC] ? 0 : view->cond_out,
        .p_out = HW_PT,
        .p_out2 = HW_PT,
        .whole_words = info->takes == HW_TAKES_PARTS,
        .p_first = HW_PT,
        .p_second = HW_PT,
        .p_in = HW_PT,
    };
    for (unsigned i = 0; i < view->operand_count; i++)
        if (hw_operand_is_predicate(&view->operand[i]))
            add_predicate(view, i, found);
        else if (info->takes == HW_TAKES_LITERAL && i == literal_index(view))
            found->literal = (int8_t)i;
        else if (registers < 4)
            found->reg[registers++] = (int8_t)i;
}
