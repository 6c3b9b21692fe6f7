/* Which operand of an instruction is what to its micro-operation: see alu.h.
 *
 * A view lists operands in the order of NVIDIA's text: predicates that are written, a destination (which
 * comparisons have not), sources, sometimes a literal that is no register, predicates that are read. */
#include "ops/bind/alu.h"

/* Operations that write no register: their first register operand is a source. */
static bool has_destination(unsigned op)
{
    switch (op) {
    case HW_OP_ISETP:
    case HW_OP_FSETP:
    case HW_OP_DSETP:
    case HW_OP_HSETP2:
    case HW_OP_VSETP:
    case HW_OP_PSETP:
    case HW_OP_CSETP:
    case HW_OP_FCHK:
    case HW_OP_DCHK:
    case HW_OP_R2P: return false;
    default: return true;
    }
}

/* Operations whose last operand is a literal for the operation itself, not a source. */
static bool has_literal(unsigned op)
{
    switch (op) {
    case HW_OP_R2A:
    case HW_OP_ADA:
    case HW_OP_ISCADD:
    case HW_OP_LEA:
    case HW_OP_LEAHI:
    case HW_OP_LOP3: return true;
    default: return false;
    }
}

/* Operations that take halves or bytes of their sources themselves, because they need the whole words, too
 * (XMAD.MRG), or have the means anyway. */
static bool takes_parts(unsigned op)
{
    return op == HW_OP_XMAD || op == HW_OP_IADD3 || op == HW_OP_IMADSP ||
           (op >= HW_OP_VADD && op <= HW_OP_VSEL4);
}

/* Whether the predicate at this place of the list is written: leading ones are, and BALLOT's first, which
 * stands behind its register. */
static bool is_written(const struct hw_view *view, unsigned place)
{
    if (view->op == HW_OP_BALLOT)
        return place == 1;
    return place == 0 || (place == 1 && view->operand[0].kind == HW_OPERAND_PRED);
}

static void add_predicate(const struct hw_view *view, unsigned place, struct hw_alu_operands *found)
{
    const struct hw_operand *operand = &view->operand[place];
    const uint8_t code = (uint8_t)((operand->reg & 7) | (operand->flags & HW_OPERAND_INV ? HW_PRED_NOT : 0));

    if (is_written(view, place)) {
        *(place == 1 && view->op != HW_OP_BALLOT ? &found->p_out2 : &found->p_out) = code & 7;
        return;
    }
    found->p_first = found->p_second; /* the last that is read ends in p_in */
    found->p_second = found->p_in;
    found->p_in = code;
}

/* The condition code that is read beside the operands: for a carry, by P2R.CC, in chains of minima. */
static int read_condition(const struct hw_view *view)
{
    if (view->mod[HW_MOD_CARRY])
        return view->mod[HW_MOD_CARRY] - 1;
    if (view->op == HW_OP_P2R && view->mod[HW_MOD_CC])
        return 0;
    if (view->op == HW_OP_IMNMX && (view->mod[HW_MOD_PART] == 1 || view->mod[HW_MOD_PART] == 2))
        return 0;
    return -1;
}

void hw_alu_operands(const struct hw_view *view, struct hw_alu_operands *found)
{
    unsigned registers = has_destination(view->op) ? 0 : 1;

    *found = (struct hw_alu_operands){
        .reg = {-1, -1, -1, -1},
        .literal = -1,
        .cond_in = (int8_t)read_condition(view),
        .cond_out = view->op == HW_OP_R2P && view->mod[HW_MOD_CC] ? 0 : view->cond_out,
        .p_out = HW_PT,
        .p_out2 = HW_PT,
        .whole_words = takes_parts(view->op),
        .p_first = HW_PT,
        .p_second = HW_PT,
        .p_in = HW_PT,
    };
    for (unsigned i = 0; i < view->operand_count; i++)
        if (view->operand[i].kind == HW_OPERAND_PRED)
            add_predicate(view, i, found);
        else if (i + 1 == view->operand_count && has_literal(view->op))
            found->literal = (int8_t)i;
        else if (registers < 4)
            found->reg[registers++] = (int8_t)i;
}
