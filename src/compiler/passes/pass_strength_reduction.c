/* SPDX-License-Identifier: MIT */
/* Strength reduction of induction variables, which change by the same step in every iteration of a loop.
 *
 * Two induction variables with the same step whose first values differ by a constant become one, and a sum
 * with that constant, which addresses fold.  A product of an induction variable and an invariant becomes an
 * induction variable itself: an addition an iteration instead of a multiplication. */
#include "compiler/passes/passes.h"

#include "compiler/passes/fold.h"
#include "compiler/passes/loops.h"

#define MAX_PRODUCTS 4u /* that become sums in one loop: each takes a register */

struct induction {
    struct hw_loops loops;
    const struct hw_ir_flow *flow;
    unsigned products;
};

/* --- numbers with a step ----------------------------------------------------------------------------- */

/* The value that a phi of the header has in the next iteration, if that is a step from it. */
static struct hw_ir_insn *next_of(const struct induction *n, const struct hw_ir_insn *phi, uint64_t *step)
{
    if (phi->op != HW_IR_PHI || phi->block != n->loops.block || phi->operands != 2)
        return NULL;
    struct hw_ir_insn *next = phi->operand[1 - n->loops.entry_edge].value->from;
    return next->op == HW_IR_ADD && next->operands == 2 && next->results == 1 && !next->how.sat &&
                   next->operand[0].value == phi->result && next->block &&
                   hw_loops_has(&n->loops, next->block) && hw_ir_is_constant(next->operand[1].value, step)
               ? next
               : NULL;
}

/* A value as another, or a variable's address, and a number. */
static const void *split_constant(const struct hw_ir_value *value, uint64_t *number)
{
    const struct hw_ir_insn *insn = value->from;
    uint64_t more;

    for (*number = 0; insn->op == HW_IR_ADD && insn->operands == 2 && insn->results == 1 && !insn->how.sat &&
                      hw_ir_is_constant(insn->operand[1].value, &more);
         insn = value->from) {
        *number += more;
        value = insn->operand[0].value;
    }
    if (hw_ir_is_constant(value, &more)) {
        *number += more;
        return "";
    }
    *number += insn->op == HW_IR_SYMBOL ? insn->how.bits : 0;
    return insn->op == HW_IR_SYMBOL ? (const void *)insn->how.symbol : value;
}

static struct hw_ir_value *create_induction(const struct induction *n, struct hw_ir_insn *position,
                                            enum hw_ir_op op, const struct hw_ir_modifiers *how,
                                            enum hw_ir_kind kind, struct hw_ir_value *const operand[2])
{
    const struct hw_ir_made made = {.op = op,
                                    .how = how,
                                    .results = 1,
                                    .kind = &(uint8_t){(uint8_t)kind},
                                    .operands = 2,
                                    .operand = operand};

    return hw_ir_insn(n->loops.function, position->block, position, &made)->result;
}

static struct hw_ir_modifiers how_of(enum hw_ir_kind kind)
{
    return (struct hw_ir_modifiers){.type = kind == HW_IR_KIND_64 ? HW_TYPE_S64 : HW_TYPE_S32};
}

static struct hw_ir_insn *after_phis(const struct hw_ir_block *block)
{
    struct hw_ir_insn *insn = block->first;

    while (insn->op == HW_IR_PHI)
        insn = insn->next;
    return insn;
}

/* --- two that are one -------------------------------------------------------------------------------- */

static bool merge_inductions(const struct induction *n, const struct hw_ir_insn *phi,
                             struct hw_ir_insn *other)
{
    const enum hw_ir_kind kind = (enum hw_ir_kind)phi->result->kind;
    const struct hw_ir_modifiers how = how_of(kind);
    uint64_t step, step_of_other, number, number_of_other;

    if (other->result->kind != kind || (kind != HW_IR_KIND_32 && kind != HW_IR_KIND_64) ||
        !next_of(n, phi, &step) || !next_of(n, other, &step_of_other) || step != step_of_other ||
        split_constant(phi->operand[n->loops.entry_edge].value, &number) !=
            split_constant(other->operand[n->loops.entry_edge].value, &number_of_other))
        return false;
    struct hw_ir_value *const operand[] = {phi->result,
                                           hw_ir_constant(n->loops.function, kind, number_of_other - number)};
    struct hw_ir_value *sum = create_induction(n, after_phis(phi->block), HW_IR_ADD, &how, kind, operand);
    hw_ir_replace(other->result, sum);
    return true;
}

static bool merge_all(const struct induction *n)
{
    bool changed = false;

    for (struct hw_ir_insn *phi = n->loops.block->first; phi->op == HW_IR_PHI; phi = phi->next)
        for (struct hw_ir_insn *other = phi->next; other->op == HW_IR_PHI; other = other->next)
            changed |= merge_inductions(n, phi, other);
    return changed;
}

/* --- products ---------------------------------------------------------------------------------------- */

static bool is_outside(const struct induction *n, const struct hw_ir_value *value)
{
    return !value->from->block || !hw_loops_has(&n->loops, value->from->block);
}

/* A product that one instruction cannot make a part of an address. */
static bool is_product(const struct induction *n, const struct hw_ir_insn *insn)
{
    return insn->op == HW_IR_MUL && insn->results == 1 && insn->operands == 2 && !insn->how.sat &&
           !hw_fold_is_float(insn->how.type) && insn->result->kind == HW_IR_KIND_32 &&
           hw_loops_dominates_latches(&n->loops, insn->block);
}

/* phi (a, a + s) times b becomes a phi (a b, that + s b). */
static bool reduce_product(struct induction *n, struct hw_ir_insn *product, unsigned which)
{
    const enum hw_ir_kind kind = HW_IR_KIND_32;
    const struct hw_ir_modifiers how = how_of(kind), times = {.type = HW_TYPE_U32};
    struct hw_ir_insn *phi = product->operand[which].value->from;
    struct hw_ir_value *factor = product->operand[1 - which].value;
    uint64_t step;
    struct hw_ir_insn *next = next_of(n, phi, &step);

    if (!next || !is_outside(n, factor) || n->products == MAX_PRODUCTS)
        return false;
    struct hw_ir_insn *end = hw_loops_preheader(&n->loops)->last;
    struct hw_ir_value *first =
        create_induction(n, end, HW_IR_MUL, &times, kind,
                         (struct hw_ir_value *[]){phi->operand[n->loops.entry_edge].value, factor});
    struct hw_ir_value *by =
        create_induction(n, end, HW_IR_MUL, &times, kind,
                         (struct hw_ir_value *[]){factor, hw_ir_constant(n->loops.function, kind, step)});
    const struct hw_ir_made made = {.op = HW_IR_PHI, .results = 1, .kind = &(uint8_t){HW_IR_KIND_32}};
    struct hw_ir_insn *sum = hw_ir_insn(n->loops.function, phi->block, phi->block->first, &made);
    struct hw_ir_value *sum_next =
        create_induction(n, next, HW_IR_ADD, &how, kind, (struct hw_ir_value *[]){sum->result, by});
    for (uint32_t i = 0; i < 2; i++)
        hw_ir_add_operand(n->loops.function, sum, i == n->loops.entry_edge ? first : sum_next);
    hw_ir_replace(product->result, sum->result);
    n->products++;
    return true;
}

static bool reduce_all(struct induction *n, uint32_t head)
{
    bool changed = false;

    n->products = 0;
    for (uint32_t i = head; i < n->flow->count; i++)
        if (hw_loops_has(&n->loops, n->flow->order[i]))
            for (struct hw_ir_insn *insn = n->flow->order[i]->first; insn; insn = insn->next)
                changed |= is_product(n, insn) && (reduce_product(n, insn, 0) || reduce_product(n, insn, 1));
    return changed;
}

bool hw_pass_strength_reduction(struct hw_ir_function *function, const struct hw_ir_flow *flow)
{
    struct induction n = {.loops = hw_loops(function, flow), .flow = flow};
    bool changed = false;

    for (uint32_t head = flow->count; head-- > 1;)
        if (flow->loop[head] == head && hw_loops_find(&n.loops, head)) {
            changed |= merge_all(&n);
            changed |= reduce_all(&n, head);
        }
    return changed;
}
