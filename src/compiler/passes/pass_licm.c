/* SPDX-License-Identifier: MIT */
/* Loop-invariant code motion (LICM) computes what is the same in each iteration once, before the loop.
 *
 * Only what every iteration computes moves, so nothing is computed speculatively, except if a loop is not
 * entered at all.  A value that moves needs a register throughout the loop: so their number is limited, and
 * operations that fold into their users (a conversion, a negation, a shift before a sum) move only with a
 * user.  Inner loops come first, and what they lose may leave the loops around them, too. */
#include "compiler/passes/passes.h"

#include "compiler/passes/loops.h"

#define MAX_WORDS 12u /* that leave one loop */
#define MAX_DEPTH 6u

struct hoisting {
    struct hw_loops loops;
    struct hw_ir_block *preheader; /* NULL: nothing has moved yet */
    uint32_t words;
};

static bool is_movable(const struct hw_ir_insn *insn)
{
    const unsigned is = hw_ir_op_is((enum hw_ir_op)insn->op);

    return !(is & (HW_IR_IS_READ | HW_IR_IS_WRITE | HW_IR_IS_COLLECTIVE | HW_IR_IS_END)) &&
           insn->op != HW_IR_PHI && insn->op != HW_IR_ARGUMENT && insn->results == 1 &&
           insn->result->kind != HW_IR_KIND_CARRY;
}

/* What costs nothing where it is. */
static bool is_free(const struct hw_ir_insn *insn)
{
    uint64_t bits;

    switch (insn->op) {
    case HW_IR_COPY:
    case HW_IR_CONVERT:
    case HW_IR_PACK:
    case HW_IR_NEG:
    case HW_IR_ABS:
    case HW_IR_NOT:
    case HW_IR_TO_GENERIC:
    case HW_IR_FROM_GENERIC:
    case HW_IR_SETP: return true;
    case HW_IR_SHL: return hw_ir_is_constant(insn->operand[1].value, &bits);
    case HW_IR_ADD: return hw_ir_is_constant(insn->operand[1].value, &bits);
    default: return insn->result->kind == HW_IR_KIND_PRED;
    }
}

/* Whether a value is loop-invariant, or will be once free operations have moved. */
static bool is_invariant(const struct hoisting *h, const struct hw_ir_value *value, unsigned depth)
{
    const struct hw_ir_insn *insn = value->from;

    if (!insn->block || !hw_loops_has(&h->loops, insn->block))
        return true;
    if (depth == MAX_DEPTH || !is_movable(insn) || !is_free(insn))
        return false;
    for (uint32_t i = 0; i < insn->operands; i++)
        if (!is_invariant(h, insn->operand[i].value, depth + 1))
            return false;
    return true;
}

static void hoist(struct hoisting *h, struct hw_ir_insn *insn)
{
    for (uint32_t i = 0; i < insn->operands; i++) {
        struct hw_ir_insn *from = insn->operand[i].value->from;
        if (from->block && hw_loops_has(&h->loops, from->block))
            hoist(h, from);
    }
    if (!h->preheader)
        h->preheader = hw_loops_preheader(&h->loops);
    hw_ir_move(insn, h->preheader, h->preheader->last);
}

static bool look_at(struct hoisting *h, struct hw_ir_insn *insn)
{
    const uint32_t words = insn->results == 1 && insn->result->kind == HW_IR_KIND_64 ? 2 : 1;

    if (!is_movable(insn) || is_free(insn) || h->words + words > MAX_WORDS)
        return false;
    for (uint32_t i = 0; i < insn->operands; i++)
        if (!is_invariant(h, insn->operand[i].value, 0))
            return false;
    hoist(h, insn);
    h->words += words;
    return true;
}

bool hw_pass_licm(struct hw_ir_function *function, const struct hw_ir_flow *flow)
{
    struct hoisting h = {.loops = hw_loops(function, flow)};
    bool changed = false;

    for (uint32_t head = flow->count; head-- > 1;) {
        if (flow->loop[head] != head || !hw_loops_find(&h.loops, head))
            continue;
        h.preheader = NULL;
        h.words = 0;
        for (uint32_t i = head; i < flow->count; i++) {
            if (!hw_loops_has(&h.loops, flow->order[i]) ||
                !hw_loops_dominates_latches(&h.loops, flow->order[i]))
                continue;
            for (struct hw_ir_insn *insn = flow->order[i]->first, *next; insn; insn = next) {
                next = insn->next;
                changed |= look_at(&h, insn);
            }
        }
    }
    return changed;
}
