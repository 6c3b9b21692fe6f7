/* SPDX-License-Identifier: MIT */
/* See reconvergence.h.
 *
 * Lanes that diverge at a branch B reconverge in its immediate post-dominator, ipdom(B).  There are two
 * cases.
 *
 * 1. B and ipdom(B) are in the same loops.  B pushes the point, and each edge to it pops it:
 *
 *         B          SSY J
 *        / \
 *       X   Y        SYNC on both edges to J, so that lanes wait there for each other
 *        \ /
 *         J          = ipdom(B)
 *
 * 2. ipdom(B) lies outside of a loop around B, since some lanes break out of the loop.  The block before the
 * loop pushes the point, once for all iterations.  Lanes that stay may still reconverge within the iteration:
 * at B's inner point, which is its immediate post-dominator in one iteration (struct hw_codegen_iteration).
 * Then B pushes the inner point by SSY, and the point outside becomes one of PBK and BRK:
 *
 *         P          PBK E
 *         |
 *         H <---.
 *         |     |
 *         B     |    SSY L: ipdom(B) is E, its inner point is L
 *        / \    |
 *       X   Y   |    if X breaks: BRK on X -> E pops L, which is on top, and E
 *      / \ /    |    SYNC on X -> L and Y -> L pops L
 *     |   L ----'
 *     E
 *
 * A point that is on the stack already is not pushed again.
 *
 * Who calls whom: hw_codegen_choose_points (reconvergence_points.c) decides where what is pushed;
 * hw_codegen_simulate_tokens (reconvergence_stack.c) follows the token stack along all edges.  If two
 * predecessors of a block disagree about the stack, the points in which they differ are dropped and both
 * start again.  Lanes that do not reconverge compute the same, only slower.
 *
 * This does not use the solver of dataflow.h.  Stacks that disagree have no merge: dropping a point changes
 * what other blocks push (without its inner point, a branch's outer point is no longer one of BRK), so the
 * state of blocks that were done may change in any direction.  That is not monotone; hence the restart.  It
 * ends because each restart drops one more point, and none comes back. */
#include "compiler/codegen/reconvergence.h"

#include "compiler/codegen/reconvergence_plan.h"

static struct hw_codegen_reconvergence result_of(const struct hw_codegen_reconvergence_plan *plan,
                                                 const struct hw_ir_function *function)
{
    const struct hw_ir_flow *flow = plan->divergence.flow;
    const size_t blocks = function->block_count;
    struct hw_codegen_reconvergence result = {
        .push = hw_arena_array(function->arena, blocks, sizeof *result.push),
        .pops = {hw_arena_array(function->arena, blocks, sizeof(bool)),
                 hw_arena_array(function->arena, blocks, sizeof(bool))},
        .is_join = hw_arena_array(function->arena, blocks, sizeof(bool)),
        .is_break = hw_arena_array(function->arena, blocks, sizeof(bool))};

    for (uint32_t i = 0; i < flow->count; i++) {
        const struct hw_ir_block *block = flow->order[i];
        struct hw_codegen_token_stack stack = plan->block[i].entry;
        if (plan->block[i].push) {
            const uint32_t point = plan->block[i].push - 1, number = flow->order[point]->number;
            result.push[block->number] = number + 1;
            result.is_join[number] = true;
            result.is_break[number] = plan->block[point].is_break;
            stack.point[stack.depth++] = point;
        }
        for (uint32_t k = 0; k < block->to_count && k < 2; k++)
            result.pops[k][block->number] =
                hw_codegen_pops_token(plan, &stack, flow->rpo[block->to[k]->number]);
    }
    return result;
}

struct hw_codegen_reconvergence hw_codegen_reconvergence(const struct hw_ir_function *function, bool breaks)
{
    const struct hw_ir_flow *flow = hw_ir_flow(function);
    struct hw_codegen_reconvergence_plan plan = {
        .divergence = hw_codegen_divergence(function, flow),
        .block = hw_arena_array(function->arena, flow->count, sizeof *plan.block)};

    for (uint32_t i = 0; i < flow->count; i++)
        plan.block[i].inner_point = HW_IR_NOWHERE;
    if (breaks)
        hw_codegen_find_inner_points(&plan, function->arena);
    do
        hw_codegen_choose_points(&plan);
    while (!hw_codegen_simulate_tokens(&plan));
    return result_of(&plan, function);
}
