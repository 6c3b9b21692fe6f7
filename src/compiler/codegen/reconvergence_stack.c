/* SPDX-License-Identifier: MIT */
/* Simulates the token stack along all edges, and drops the reconvergence points that two predecessors of a
 * block disagree about.
 *
 * In reverse postorder each block's first edge sets its stack; every further edge, back edges included, has
 * to bring the same one.  So one pass suffices, and there is nothing to iterate: see reconvergence.c on why
 * this is no problem for dataflow.h. */
#include "compiler/codegen/reconvergence_plan.h"

static bool contains(const struct hw_codegen_token_stack *stack, uint32_t point)
{
    for (unsigned i = 0; i < stack->depth; i++)
        if (stack->point[i] == point)
            return true;
    return false;
}

static bool is_on_top(const struct hw_codegen_token_stack *stack, uint32_t point)
{
    return stack->depth && stack->point[stack->depth - 1] == point;
}

bool hw_codegen_pops_token(const struct hw_codegen_reconvergence_plan *plan,
                           const struct hw_codegen_token_stack *stack, uint32_t to)
{
    return is_on_top(stack, to) || (plan->block[to].is_break && contains(stack, to));
}

/* --- conflicts ------------------------------------------------------------------------------------------
 */

static bool drop_inner_points(struct hw_codegen_reconvergence_plan *plan,
                              const struct hw_codegen_token_stack *stack, unsigned from)
{
    bool any = false;

    for (unsigned i = from; i < stack->depth; i++)
        if (plan->block[stack->point[i]].is_inner_point)
            any = plan->block[stack->point[i]].is_inner_point_dropped = true;
    return any;
}

/* Two stacks of one block: all above their common part is dropped; inner points alone, if there are any,
 * since they are worth least.  False: the stacks are the same. */
static bool drop_on_conflict(struct hw_codegen_reconvergence_plan *plan,
                             const struct hw_codegen_token_stack *a, const struct hw_codegen_token_stack *b)
{
    unsigned same = 0;

    while (same < a->depth && same < b->depth && a->point[same] == b->point[same])
        same++;
    if (same == a->depth && same == b->depth)
        return false;
    const bool is_inner_a = drop_inner_points(plan, a, same), is_inner_b = drop_inner_points(plan, b, same);
    if (is_inner_a || is_inner_b)
        return true;
    for (unsigned i = same; i < a->depth; i++)
        plan->block[a->point[i]].is_dropped = true;
    for (unsigned i = same; i < b->depth; i++)
        plan->block[b->point[i]].is_dropped = true;
    return true;
}

/* --- transfer -------------------------------------------------------------------------------------------
 */

/* The stack at a block's exit, before an edge is taken.  False: a point is dropped. */
static bool push_at_exit(struct hw_codegen_reconvergence_plan *plan, uint32_t rpo,
                         struct hw_codegen_token_stack *stack)
{
    struct hw_codegen_reconvergence_block *block = &plan->block[rpo];

    if (!block->push)
        return true;
    const uint32_t point = block->push - 1;
    if (contains(stack, point)) {
        block->push = 0;
        return true;
    }
    if (stack->depth == HW_CODEGEN_MAX_TOKENS) {
        plan->block[point].is_dropped = true;
        return false;
    }
    stack->point[stack->depth++] = point;
    return true;
}

/* BRK goes to the topmost point that PBK has pushed, and pops all above it.  False: that is another point
 * than the edge leads to, which is then dropped as a target of BRK. */
static bool pop_break(struct hw_codegen_reconvergence_plan *plan, struct hw_codegen_token_stack *stack,
                      uint32_t to)
{
    while (!is_on_top(stack, to)) {
        const uint32_t top = stack->point[--stack->depth];
        if (plan->block[top].is_break) {
            plan->block[top].is_break_dropped = true;
            return false;
        }
    }
    return true;
}

/* An edge out of a loop abandons the loop's inner points, which lanes that leave do not reach.  The tokens
 * stay on the real stack until BRK pops the point below them, so predecessors need not agree about
 * them.  Without such a point below, they stay in the simulated stack, too. */
static void abandon_inner_points(const struct hw_codegen_reconvergence_plan *plan,
                                 struct hw_codegen_token_stack *stack, uint32_t to)
{
    unsigned depth = stack->depth;

    while (depth && plan->block[stack->point[depth - 1]].is_inner_point &&
           !hw_codegen_is_in_loop(&plan->divergence.loops,
                                  hw_codegen_innermost_loop(plan, stack->point[depth - 1]), to))
        depth--;
    if (depth && plan->block[stack->point[depth - 1]].is_break)
        stack->depth = (uint8_t)depth;
}

/* From the stack at a block's exit to that at a successor's entry.  False: a point is dropped. */
static bool follow_edge(struct hw_codegen_reconvergence_plan *plan, const struct hw_codegen_token_stack *exit,
                        uint32_t to)
{
    struct hw_codegen_reconvergence_block *block = &plan->block[to];
    struct hw_codegen_token_stack stack = *exit;

    if (!is_on_top(&stack, to))
        abandon_inner_points(plan, &stack, to);
    if (block->is_break && contains(&stack, to) && !pop_break(plan, &stack, to))
        return false;
    if (is_on_top(&stack, to))
        stack.depth--;
    else if (contains(&stack, to)) { /* SYNC would go to the point on top */
        plan->block[stack.point[stack.depth - 1]].is_dropped = true;
        return false;
    }
    stack.is_reached = true;
    if (!block->entry.is_reached) {
        block->entry = stack;
        return true;
    }
    return !drop_on_conflict(plan, &block->entry, &stack);
}

bool hw_codegen_simulate_tokens(struct hw_codegen_reconvergence_plan *plan)
{
    const struct hw_ir_flow *flow = plan->divergence.flow;

    for (uint32_t i = 0; i < flow->count; i++)
        plan->block[i].entry = (struct hw_codegen_token_stack){.is_reached = i == 0};
    for (uint32_t i = 0; i < flow->count; i++) {
        struct hw_codegen_token_stack stack = plan->block[i].entry;
        if (!push_at_exit(plan, i, &stack))
            return false;
        for (uint32_t k = 0; k < flow->order[i]->to_count; k++)
            if (!follow_edge(plan, &stack, flow->rpo[flow->order[i]->to[k]->number]))
                return false;
    }
    return true;
}
