/* SPDX-License-Identifier: MIT */
/* Loop unrolling: a loop of one block with a constant trip count becomes several copies of its body, or all
 * of them; for other loops see unroll_counted.c.
 *
 * The trip count is found by executing what the branch at the end depends on: phis whose first values are
 * constants, and operations that can be folded.  The loop's other values need not be constant. */
#include "compiler/passes/passes.h"

#include "compiler/passes/fold.h"
#include "compiler/passes/unrolling.h"

#define MAX_ITERATIONS 1024u
#define MAX_DEPTH      8u   /* of operations between a phi and the branch */
#define MAX_PHIS       4u   /* that decide about the branch */
#define MAX_ALL        320u /* instructions of all iterations together, if the loop is unrolled fully */
#define MAX_PARTLY     160u /* of those that stay a loop */
#define MAX_AT_ONCE    4u   /* iterations, if it is unrolled partially */
#define MAX_COUNTED    32u  /* instructions of one iteration, if the trip count is not constant */

/* --- how often --------------------------------------------------------------------------------------- */

struct iterations {
    const struct hw_ir_block *block;
    uint32_t back; /* the edge that leads back */
    const struct hw_ir_insn *phi[MAX_PHIS];
    uint64_t now[MAX_PHIS];
    unsigned phis;
};

static bool value_of(struct iterations *iterations, const struct hw_ir_value *value, unsigned depth,
                     uint64_t *bits);

/* A phi that is evaluated for the first time has the value of the entry edge. */
static bool phi_of(struct iterations *iterations, const struct hw_ir_insn *phi, uint64_t *bits)
{
    for (unsigned i = 0; i < iterations->phis; i++)
        if (iterations->phi[i] == phi) {
            *bits = iterations->now[i];
            return true;
        }
    if (iterations->phis == MAX_PHIS || !hw_ir_is_constant(phi->operand[1 - iterations->back].value, bits))
        return false;
    iterations->phi[iterations->phis] = phi;
    iterations->now[iterations->phis++] = *bits;
    return true;
}

static bool value_of(struct iterations *iterations, const struct hw_ir_value *value, unsigned depth,
                     uint64_t *bits)
{
    const struct hw_ir_insn *insn = value->from;
    uint64_t in[4] = {0};

    if (hw_ir_is_constant(value, bits))
        return true;
    if (insn->block != iterations->block || depth == MAX_DEPTH || value->which || insn->operands > 4)
        return false;
    if (insn->op == HW_IR_PHI)
        return phi_of(iterations, insn, bits);
    for (uint32_t i = 0; i < insn->operands; i++)
        if (!value_of(iterations, insn->operand[i].value, depth + 1, &in[i]))
            return false;
    if (!hw_fold_evaluate(insn, in, bits))
        return false;
    *bits = hw_fold_cut(*bits,
                        value->kind == HW_IR_KIND_PRED ? 1 : hw_ir_kind_bits((enum hw_ir_kind)value->kind));
    return true;
}

/* Evaluates the phis for the next iteration.  All that matter are evaluated in the first. */
static bool next_iteration(struct iterations *iterations)
{
    uint64_t next[MAX_PHIS];

    for (unsigned i = 0; i < iterations->phis; i++)
        if (!value_of(iterations, iterations->phi[i]->operand[iterations->back].value, 0, &next[i]))
            return false;
    for (unsigned i = 0; i < iterations->phis; i++)
        iterations->now[i] = next[i];
    return true;
}

/* 0: not constant, or more than can be of use. */
static uint32_t count_iterations(const struct hw_ir_block *block, uint32_t back)
{
    struct iterations iterations = {.block = block, .back = back};
    const bool goes_on = block->to[0] == block; /* if the predicate holds */
    uint64_t holds;

    for (uint32_t count = 1; count <= MAX_ITERATIONS; count++) {
        if (!value_of(&iterations, block->last->operand[0].value, 0, &holds))
            return 0;
        if ((holds != 0) != goes_on)
            return count;
        if (!next_iteration(&iterations))
            return 0;
    }
    return 0;
}

/* --- loops ------------------------------------------------------------------------------------------- */

/* The loop does not go back any more: the phis are what came in. */
static void exit_iterations(struct hw_unrolling *u)
{
    struct hw_ir_block *block = u->block, *to = block->to[block->to[0] == block];
    const struct hw_ir_made jump = {.op = HW_IR_JUMP};
    struct hw_ir_insn *end = block->last;

    hw_ir_remove_edge(block, u->back);
    block->to[0] = to;
    block->to_count = 1;
    hw_ir_insn(u->function, block, NULL, &jump);
    hw_ir_remove(end);
    while (block->first->op == HW_IR_PHI) {
        hw_ir_replace(block->first->result, block->first->operand[0].value);
        hw_ir_remove(block->first);
    }
}

static uint32_t size_of(const struct hw_ir_block *block)
{
    uint32_t size = 0;

    for (const struct hw_ir_insn *insn = block->first; insn; insn = insn->next)
        size += insn->op != HW_IR_PHI;
    return size;
}

static bool is_loop(const struct hw_ir_block *block)
{
    return block->last && block->last->op == HW_IR_BRANCH && block->from_count == 2 && !block->stays_rolled &&
           (block->to[0] == block) != (block->to[1] == block) && block->from[0] != block->from[1];
}

/* Convergent operations: lanes that are in other iterations would be missing. */
static bool acts_together(const struct hw_ir_block *block)
{
    for (const struct hw_ir_insn *insn = block->first; insn; insn = insn->next)
        if (hw_ir_op_is((enum hw_ir_op)insn->op) & HW_IR_IS_COLLECTIVE)
            return true;
    return false;
}

/* The unroll factor; 1: the loop stays. */
static uint32_t at_once(uint32_t iterations, uint32_t size)
{
    if (iterations * size <= MAX_ALL)
        return iterations;
    for (uint32_t times = MAX_AT_ONCE; times > 1; times--)
        if (iterations % times == 0 && times * size <= MAX_PARTLY)
            return times;
    return 1;
}

static bool unroll_loop(struct hw_unrolling *u, struct hw_ir_block *block)
{
    const uint32_t back = block->from[1] == block, iterations = count_iterations(block, back),
                   size = size_of(block);
    const uint32_t times = iterations ? at_once(iterations, size) : 1;
    struct hw_ir_insn *last = block->last->prev;

    if (!last || last->op == HW_IR_PHI)
        return false;
    hw_unrolling_begin(u, block, back);
    if (times == 1 && iterations != 1)
        return size <= MAX_COUNTED && (!iterations || iterations > MAX_COUNTED) && !acts_together(block) &&
               hw_unroll_counted(u, MAX_AT_ONCE);
    for (uint32_t i = 1; i < times; i++)
        hw_unrolling_add(u, last);
    hw_unrolling_end(u, last);
    if (times == iterations)
        exit_iterations(u);
    else
        block->stays_rolled = true;
    return true;
}

bool hw_pass_unroll(struct hw_ir_function *function)
{
    const uint32_t blocks = function->block_count;
    struct hw_unrolling u = hw_unrolling(function);
    bool changed = false;

    for (uint32_t i = 0; i < blocks; i++)
        if (is_loop(function->block[i]))
            changed |= unroll_loop(&u, function->block[i]);
    return changed;
}
