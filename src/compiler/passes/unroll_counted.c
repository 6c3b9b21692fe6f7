/* SPDX-License-Identifier: MIT */
/* Unrolls loops of one block with a trip count that is known only at run time: counted loops, in which an
 * induction variable is compared with an invariant.
 *
 *         entry                          entry
 *           |                              |
 *         block <-,                      enters? ------,
 *           |_____|          ->            |           |
 *           |                            block <-,     |      `times` iterations
 *         after                            |_____|     |
 *                                          |           |
 *                                        is left? --> rest <-,   single iterations
 *                                          |           |_____|
 *                                        after  <------|
 *
 * The unrolled iterations are right if the comparison holds in all but the last of them.  A number that is d
 * from the other, in the direction of its steps, will be on this side of it for as many steps as go into d.
 */
#include "compiler/passes/unrolling.h"

#include "compiler/passes/fold.h"

#define FARTHEST (1 << 20) /* that an induction variable gets in one unrolled iteration */

enum { LESS = 1, EQUAL = 2, GREATER = 4, OTHER = LESS | GREATER };

struct counter {
    struct hw_ir_value *tested; /* in the loop: what is compared with */
    struct hw_ir_value *bound;  /* which comes from outside */
    struct hw_ir_value *first;  /* the phi's value in the first iteration */
    bool is_next;               /* it is compared after its step */
    unsigned cmp;               /* the loop continues as long as this holds */
    uint8_t kind, type;
    int64_t step;
};

/* --- what decides about the end ---------------------------------------------------------------------- */

/* Whether a value is a phi of the loop, or its value in the next iteration, and that is a step from it. */
static bool steps(const struct hw_unrolling *u, struct hw_ir_value *value, struct counter *counter)
{
    const struct hw_ir_insn *phi = value->from, *next;
    uint64_t step;

    counter->is_next = phi->op != HW_IR_PHI;
    if (counter->is_next)
        phi = phi->op == HW_IR_ADD ? phi->operand[0].value->from : phi;
    if (phi->op != HW_IR_PHI || phi->block != u->block)
        return false;
    next = phi->operand[u->back].value->from;
    if (next->op != HW_IR_ADD || next->block != u->block || next->operands != 2 || next->results != 1 ||
        next->how.sat || next->operand[0].value != phi->result ||
        !hw_ir_is_constant(next->operand[1].value, &step) || (counter->is_next && value != next->result))
        return false;
    counter->tested = value;
    counter->first = phi->operand[1 - u->back].value;
    counter->step = hw_fold_signed(step, hw_ir_kind_bits((enum hw_ir_kind)value->kind));
    return true;
}

static unsigned value_after_loop(unsigned cmp)
{
    return (cmp & EQUAL) | (cmp & LESS ? GREATER : 0) | (cmp & GREATER ? LESS : 0);
}

static bool is_toward(unsigned cmp, int64_t step)
{
    return cmp == OTHER ? step != 0 : step > 0 ? (cmp & OTHER) == LESS : (cmp & OTHER) == GREATER && step;
}

static bool find_counter(const struct hw_unrolling *u, struct counter *counter)
{
    const struct hw_ir_insn *compare = u->block->last->operand[0].value->from;

    if (compare->op != HW_IR_SETP || compare->block != u->block || compare->operands != 2 ||
        hw_fold_is_float(compare->how.type))
        return false;
    for (unsigned i = 0; i < 2; i++) {
        struct hw_ir_value *value = compare->operand[i].value;
        if (compare->operand[1 - i].value->from->block == u->block || !steps(u, value, counter))
            continue;
        counter->bound = compare->operand[1 - i].value;
        counter->kind = value->kind;
        counter->type = compare->how.type;
        counter->cmp = (compare->how.cmp & 7u) ^ (u->block->to[0] == u->block ? 0 : 7u);
        counter->cmp = i ? value_after_loop(counter->cmp) : counter->cmp;
        return (value->kind == HW_IR_KIND_32 || value->kind == HW_IR_KIND_64) &&
               is_toward(counter->cmp, counter->step);
    }
    return false;
}

/* --- whether so many iterations remain --------------------------------------------------------------- */

/* Where something is made. */
struct unroll_site {
    struct hw_ir_function *function;
    struct hw_ir_block *block;
};

static struct hw_ir_value *create_op(const struct unroll_site *at, enum hw_ir_op op,
                                     const struct hw_ir_modifiers *how, enum hw_ir_kind kind,
                                     struct hw_ir_value *a, struct hw_ir_value *b)
{
    const struct hw_ir_made made = {.op = op,
                                    .how = how,
                                    .results = 1,
                                    .kind = &(uint8_t){(uint8_t)kind},
                                    .operands = 2,
                                    .operand = (struct hw_ir_value *[]){a, b}};

    return hw_ir_insn(at->function, at->block, at->block->last, &made)->result;
}

static struct hw_ir_value *compared(const struct unroll_site *at, unsigned cmp, unsigned type,
                                    struct hw_ir_value *a, struct hw_ir_value *b)
{
    const struct hw_ir_modifiers how = {.type = (uint8_t)type, .cmp = (uint8_t)cmp};

    return create_op(at, HW_IR_SETP, &how, HW_IR_KIND_PRED, a, b);
}

static struct hw_ir_value *sum(const struct unroll_site *at, const struct counter *counter,
                               struct hw_ir_value *a, int64_t b)
{
    const enum hw_ir_kind kind = (enum hw_ir_kind)counter->kind;
    const struct hw_ir_modifiers how = {.type = kind == HW_IR_KIND_64 ? HW_TYPE_S64 : HW_TYPE_S32};

    return create_op(at, HW_IR_ADD, &how, kind, a, hw_ir_constant(at->function, kind, (uint64_t)b));
}

/* Whether the comparison will hold for `more` steps after `value`, for which it holds. */
static struct hw_ir_value *is_far(const struct unroll_site *at, const struct counter *counter,
                                  struct hw_ir_value *value, struct hw_ir_value *limit, uint32_t more)
{
    const enum hw_ir_kind kind = (enum hw_ir_kind)counter->kind;
    const bool is_long = kind == HW_IR_KIND_64, is_up = counter->step > 0;
    const struct hw_ir_modifiers how = {.type = is_long ? HW_TYPE_U64 : HW_TYPE_U32};

    if (counter->cmp != OTHER)
        return compared(at, counter->cmp, counter->type, value, limit);
    struct hw_ir_value *left =
        create_op(at, HW_IR_SUB, &how, kind, is_up ? counter->bound : value, is_up ? value : counter->bound);
    const int64_t reach = counter->step * (int64_t)more;
    return compared(at, GREATER, how.type, left,
                    hw_ir_constant(at->function, kind, (uint64_t)(reach < 0 ? -reach : reach)));
}

/* In the block before the loop: whether it is entered, and what it counts to. */
static struct hw_ir_value *enters(const struct unroll_site *at, const struct counter *counter,
                                  struct hw_ir_value **limit, uint32_t more)
{
    const struct hw_ir_modifiers logic = {.type = HW_TYPE_NONE};
    struct hw_ir_value *before =
        counter->is_next ? counter->first : sum(at, counter, counter->first, -counter->step);

    if (counter->cmp == OTHER)
        return is_far(at, counter, before, NULL, more);
    *limit = sum(at, counter, counter->bound, -counter->step * (int64_t)more);
    struct hw_ir_value *is_there =
        compared(at, counter->step > 0 ? LESS : GREATER, counter->type, *limit, counter->bound);
    return create_op(at, HW_IR_AND, &logic, HW_IR_KIND_PRED, is_far(at, counter, before, *limit, more),
                     is_there);
}

/* --- blocks ------------------------------------------------------------------------------------------ */

/* A block that jumps goes elsewhere, too, by a predicate. */
static void branch(struct hw_ir_function *function, struct hw_ir_block *block, struct hw_ir_value *predicate,
                   struct hw_ir_block *yes, struct hw_ir_block *no)
{
    const struct hw_ir_made made = {.op = HW_IR_BRANCH, .operands = 1, .operand = &predicate};
    struct hw_ir_insn *jump = block->last;

    hw_ir_add_edge(function, block, yes == block->to[0] ? no : yes);
    block->to = hw_arena_array(function->arena, 2, sizeof(struct hw_ir_block *));
    block->to[0] = yes;
    block->to[1] = no;
    block->to_count = 2;
    hw_ir_insn(function, block, NULL, &made);
    hw_ir_remove(jump);
}

/* Uses after the loop take a value from a phi at its exit, which gets more predecessors. */
static void take_from_phi(struct hw_unrolling *u, struct hw_ir_value *value, struct hw_ir_block *after)
{
    const struct hw_ir_made made = {
        .op = HW_IR_PHI, .results = 1, .kind = &(uint8_t){value->kind}, .operands = 1, .operand = &value};
    struct hw_ir_insn *phi = NULL;

    for (struct hw_ir_use *use = value->uses, *next; use; use = next) {
        next = use->next;
        if (use->by->block == u->block || use->by == phi)
            continue;
        if (!phi)
            phi = hw_ir_insn(u->function, after, after->first, &made);
        hw_ir_set_operand(use->by, (unsigned)(use - use->by->operand), phi->result);
    }
}

static struct hw_ir_block *close_loop(struct hw_unrolling *u, uint32_t exit_edge)
{
    struct hw_ir_block *after = hw_ir_split_edge(u->function, u->block, exit_edge);

    for (struct hw_ir_insn *insn = u->block->first; insn; insn = insn->next)
        for (unsigned i = 0; i < insn->results; i++)
            take_from_phi(u, &insn->result[i], after);
    return after;
}

/* The loop once more, for what is left.  Its phis have what it goes back with; what comes in is still to be
 * said. */
static struct hw_ir_block *copy_loop(struct hw_unrolling *u, struct hw_ir_block *after)
{
    struct hw_ir_block *rest = hw_ir_block(u->function);
    struct hw_ir_insn *insn = u->block->first;

    for (; insn->op == HW_IR_PHI; insn = insn->next) {
        const struct hw_ir_made made = {
            .op = HW_IR_PHI, .results = 1, .kind = &(uint8_t){insn->result->kind}};
        u->now[insn->result->number] = hw_ir_insn(u->function, rest, NULL, &made)->result;
    }
    for (; insn != u->block->last; insn = insn->next)
        hw_unrolling_copy(u, insn, rest, NULL);
    struct hw_ir_value *predicate = hw_unrolling_value(u, insn->operand[0].value);
    const struct hw_ir_made made = {.op = HW_IR_BRANCH, .operands = 1, .operand = &predicate};
    const bool goes_on = u->block->to[0] == u->block;
    hw_ir_end(u->function, rest, &made,
              (struct hw_ir_block *[]){goes_on ? rest : after, goes_on ? after : rest}, 2);
    struct hw_ir_insn *copy = rest->first;
    for (insn = u->block->first; insn->op == HW_IR_PHI; insn = insn->next, copy = copy->next)
        hw_ir_add_operand(u->function, copy, hw_unrolling_value(u, insn->operand[u->back].value));
    for (insn = after->first; insn->op == HW_IR_PHI; insn = insn->next)
        hw_ir_add_operand(u->function, insn, hw_unrolling_value(u, insn->operand[0].value));
    rest->stays_rolled = true;
    return rest;
}

/* What the loop's phis are on an edge is what those of the rest are on its newest. */
static void add_entry_edge(const struct hw_unrolling *u, struct hw_ir_block *rest, uint32_t edge)
{
    struct hw_ir_insn *copy = rest->first;

    for (const struct hw_ir_insn *phi = u->block->first; phi->op == HW_IR_PHI; phi = phi->next) {
        hw_ir_add_operand(u->function, copy, phi->operand[edge].value);
        copy = copy->next;
    }
}

bool hw_unroll_counted(struct hw_unrolling *u, uint32_t times)
{
    struct hw_ir_function *function = u->function;
    struct hw_ir_block *block = u->block, *before = block->from[1 - u->back];
    struct hw_ir_insn *last = block->last->prev;
    const uint32_t exit_edge = block->to[0] == block;
    struct hw_ir_value *limit = NULL;
    struct counter counter;

    if (!find_counter(u, &counter) || counter.step > FARTHEST / (int64_t)times ||
        counter.step < -FARTHEST / (int64_t)times)
        return false;
    struct hw_ir_block *after = close_loop(u, exit_edge), *rest = copy_loop(u, after);
    struct hw_ir_block *between = hw_ir_split_edge(function, block, exit_edge);
    const bool goes_on = exit_edge == 1;
    branch(function, between, block->last->operand[0].value, goes_on ? rest : after, goes_on ? after : rest);
    add_entry_edge(u, rest, u->back);
    const struct unroll_site entry = {
        function, hw_ir_split_edge(function, before, hw_ir_successor_index(before, block))};
    branch(function, entry.block, enters(&entry, &counter, &limit, times - 1), block, rest);
    add_entry_edge(u, rest, 1 - u->back);
    hw_unrolling_begin(u, block, u->back);
    for (uint32_t i = 1; i < times; i++)
        hw_unrolling_add(u, last);
    hw_unrolling_end(u, last);
    const struct unroll_site end = {function, block};
    struct hw_ir_value *predicate =
        is_far(&end, &counter, hw_unrolling_value(u, counter.tested), limit, times - 1);
    hw_ir_set_operand(block->last, 0, predicate);
    block->to[0] = block;
    block->to[1] = between;
    block->stays_rolled = true;
    return true;
}
