/* SPDX-License-Identifier: MIT */
/* See reconvergence.h.
 *
 * Lanes that part at a branch meet in the block that all ways lead through next.  Where that lies outside of
 * a loop around the branch the place is pushed before the loop, once for all rounds; else before the branch;
 * and nowhere where it is pushed already.  In the first case lanes that stay in the loop may still meet
 * within the round: then that place is pushed before the branch, and the other becomes one of BRK.  The stack
 * that each block finds is followed along all ways.  If two ways to a block bring different stacks, the
 * places in which they differ are given up: lanes that do not meet compute the same, only slower. */
#include "compiler/codegen/reconvergence.h"

#include <string.h>

#define MOST_PUSHED 32u

struct stack {
    uint32_t rpo[MOST_PUSHED];
    uint8_t depth;
    bool is_known;
};

struct plan {
    struct hw_codegen_divergence divergence;
    uint32_t *push; /* by rpo: 1 + the place to push at its end; 0: none */
    bool *is_dropped;
    uint32_t *inner_point; /* by rpo of a branch: where lanes that stay in the loop meet; HW_IR_NOWHERE */
    bool *is_inner_point;  /* by rpo: it is pushed for that */
    bool *is_inner_point_dropped; /* by rpo: it is not to be pushed for that */
    bool *is_break;               /* by rpo: BRK leads there */
    bool *is_break_dropped;       /* by rpo: BRK must not */
    struct stack *stack;          /* by rpo: as the block finds it */
};

/* --- what to push ----------------------------------------------------------------------------------------
 */

static void push_before_loop(struct plan *plan, uint32_t head, uint32_t loop, uint32_t ipdom)
{
    const struct hw_ir_flow *flow = plan->divergence.flow;
    const struct hw_ir_block *block = flow->order[head];

    for (uint32_t i = 0; i < block->from_count; i++) {
        const uint32_t from = flow->rpo[block->from[i]->number];
        if (from != HW_IR_NOWHERE && !hw_codegen_is_in_loop(&plan->divergence.loops, loop, from))
            plan->push[from] = ipdom + 1;
    }
}

/* Lanes that only end need not do so together. */
static bool is_end(const struct plan *plan, uint32_t rpo)
{
    const struct hw_ir_block *block = plan->divergence.flow->order[rpo];

    return !block->to_count && block->first == block->last;
}

/* A place within the round of a loop that lanes leave for `ipdom`. */
static void push_inner_point(struct plan *plan, uint32_t branch, uint32_t ipdom)
{
    const uint32_t inner_point = plan->inner_point[branch];

    if (inner_point == HW_IR_NOWHERE || plan->is_dropped[inner_point] ||
        plan->is_inner_point_dropped[inner_point] || plan->is_break_dropped[ipdom])
        return;
    plan->push[branch] = inner_point + 1;
    plan->is_inner_point[inner_point] = true;
    plan->is_break[ipdom] = true;
}

static void find_pushes(struct plan *plan)
{
    const struct hw_ir_flow *flow = plan->divergence.flow;

    memset(plan->push, 0, flow->count * sizeof *plan->push);
    memset(plan->is_inner_point, 0, flow->count * sizeof *plan->is_inner_point);
    memset(plan->is_break, 0, flow->count * sizeof *plan->is_break);
    for (uint32_t i = 0; i < flow->count; i++) {
        const uint32_t ipdom = plan->divergence.ipdom[i];
        if (!plan->divergence.is_divergent[i] || ipdom == HW_IR_NOWHERE || plan->is_dropped[ipdom] ||
            is_end(plan, ipdom))
            continue;
        const uint32_t loop = hw_codegen_loop_without(&plan->divergence.loops, i, ipdom);
        if (loop == plan->divergence.loops.count)
            plan->push[i] = ipdom + 1;
        else {
            push_before_loop(plan, plan->divergence.loops.head[loop], loop, ipdom);
            push_inner_point(plan, i, ipdom);
        }
    }
}

#define MAX_ITERATIONS 64u /* that are looked at: loops, and places to which lanes leave them */

static uint32_t loop_of(const struct plan *plan, uint32_t rpo)
{
    uint32_t loop = 0;

    while (plan->divergence.loops.head[loop] != plan->divergence.flow->loop[rpo])
        loop++;
    return loop;
}

static void find_inner_points(struct plan *plan, struct hw_arena *arena)
{
    const struct hw_ir_flow *flow = plan->divergence.flow;
    struct hw_codegen_iteration iteration = {.loops = &plan->divergence.loops, .loop = HW_IR_NOWHERE};
    const uint32_t *ipdoms = NULL;
    unsigned rounds = 0;

    for (uint32_t i = 0; i < flow->count; i++) {
        const uint32_t ipdom = plan->divergence.ipdom[i];
        if (!plan->divergence.is_divergent[i] || ipdom == HW_IR_NOWHERE || is_end(plan, ipdom) ||
            hw_codegen_loop_without(&plan->divergence.loops, i, ipdom) == plan->divergence.loops.count)
            continue;
        const uint32_t loop = loop_of(plan, i);
        if (loop != iteration.loop || ipdom != iteration.without) {
            if (rounds++ == MAX_ITERATIONS)
                return;
            iteration.loop = loop;
            iteration.without = ipdom;
            ipdoms = hw_codegen_ipdom(flow, &iteration, arena);
        }
        plan->inner_point[i] = ipdoms[i];
    }
}

/* --- following the stack ---------------------------------------------------------------------------------
 */

static bool has(const struct stack *stack, uint32_t rpo)
{
    for (unsigned i = 0; i < stack->depth; i++)
        if (stack->rpo[i] == rpo)
            return true;
    return false;
}

static bool is_on_top(const struct stack *stack, uint32_t rpo)
{
    return stack->depth && stack->rpo[stack->depth - 1] == rpo;
}

/* Places within rounds go first. */
static bool drop_inner_points(struct plan *plan, const struct stack *stack, unsigned from)
{
    bool any = false;

    for (unsigned i = from; i < stack->depth; i++)
        if (plan->is_inner_point[stack->rpo[i]])
            any = plan->is_inner_point_dropped[stack->rpo[i]] = true;
    return any;
}

/* What was on top when the stacks were still the same is no reason to differ; all above it is. */
static bool drop_on_conflict(struct plan *plan, const struct stack *a, const struct stack *b)
{
    unsigned same = 0;

    while (same < a->depth && same < b->depth && a->rpo[same] == b->rpo[same])
        same++;
    if (same == a->depth && same == b->depth)
        return false;
    const bool is_inner_a = drop_inner_points(plan, a, same), is_inner_b = drop_inner_points(plan, b, same);
    if (is_inner_a || is_inner_b)
        return true;
    for (unsigned i = same; i < a->depth; i++)
        plan->is_dropped[a->rpo[i]] = true;
    for (unsigned i = same; i < b->depth; i++)
        plan->is_dropped[b->rpo[i]] = true;
    return true;
}

/* The stack behind a block's end, before the way out is taken; false: a place is given up. */
static bool push_at_end(struct plan *plan, uint32_t at, struct stack *stack)
{
    if (!plan->push[at])
        return true;
    const uint32_t ipdom = plan->push[at] - 1;
    if (has(stack, ipdom)) {
        plan->push[at] = 0;
        return true;
    }
    if (stack->depth == MOST_PUSHED) {
        plan->is_dropped[ipdom] = true;
        return false;
    }
    stack->rpo[stack->depth++] = ipdom;
    return true;
}

/* BRK takes the place nearest to the top that PBK has pushed; false: that is another. */
static bool break_to(struct plan *plan, struct stack *stack, uint32_t to)
{
    while (!is_on_top(stack, to)) {
        const uint32_t top = stack->rpo[--stack->depth];
        if (plan->is_break[top]) {
            plan->is_break_dropped[top] = true;
            return false;
        }
    }
    return true;
}

/* Who leaves a loop never comes to where others meet in its round; if BRK takes that place away in the end,
 * it need not be there on all ways. */
static void leave_iterations(const struct plan *plan, struct stack *stack, uint32_t to)
{
    unsigned depth = stack->depth;

    while (depth && plan->is_inner_point[stack->rpo[depth - 1]] &&
           !hw_codegen_is_in_loop(&plan->divergence.loops, loop_of(plan, stack->rpo[depth - 1]), to))
        depth--;
    if (depth && plan->is_break[stack->rpo[depth - 1]])
        stack->depth = (uint8_t)depth;
}

/* Along one edge. */
static bool follow_edge(struct plan *plan, const struct stack *behind, uint32_t to)
{
    struct stack stack = *behind;

    if (!is_on_top(&stack, to))
        leave_iterations(plan, &stack, to);
    if (plan->is_break[to] && has(&stack, to) && !break_to(plan, &stack, to))
        return false;
    if (is_on_top(&stack, to))
        stack.depth--;
    else if (has(&stack, to)) {
        plan->is_dropped[stack.rpo[stack.depth - 1]] = true;
        return false;
    }
    stack.is_known = true;
    if (!plan->stack[to].is_known) {
        plan->stack[to] = stack;
        return true;
    }
    return !drop_on_conflict(plan, &plan->stack[to], &stack);
}

/* False: something was given up, and all begins anew. */
static bool follow(struct plan *plan)
{
    const struct hw_ir_flow *flow = plan->divergence.flow;

    memset(plan->stack, 0, flow->count * sizeof *plan->stack);
    plan->stack[0].is_known = true;
    for (uint32_t i = 0; i < flow->count; i++) {
        struct stack stack = plan->stack[i];
        if (!push_at_end(plan, i, &stack))
            return false;
        for (uint32_t k = 0; k < flow->order[i]->to_count; k++)
            if (!follow_edge(plan, &stack, flow->rpo[flow->order[i]->to[k]->number]))
                return false;
    }
    return true;
}

/* --- the result ------------------------------------------------------------------------------------------
 */

static void write_down(const struct plan *plan, struct hw_codegen_reconvergence *reconvergence)
{
    const struct hw_ir_flow *flow = plan->divergence.flow;

    for (uint32_t i = 0; i < flow->count; i++) {
        const struct hw_ir_block *block = flow->order[i];
        struct stack stack = plan->stack[i];
        if (plan->push[i]) {
            const uint32_t join = flow->order[plan->push[i] - 1]->number;
            reconvergence->push[block->number] = join + 1;
            reconvergence->is_join[join] = true;
            reconvergence->is_break[join] = plan->is_break[plan->push[i] - 1];
            stack.rpo[stack.depth++] = plan->push[i] - 1;
        }
        for (uint32_t k = 0; k < block->to_count && k < 2; k++) {
            const uint32_t to = flow->rpo[block->to[k]->number];
            reconvergence->pops[k][block->number] =
                is_on_top(&stack, to) || (plan->is_break[to] && has(&stack, to));
        }
    }
}

struct hw_codegen_reconvergence hw_codegen_reconvergence(const struct hw_ir_function *function, bool breaks)
{
    const struct hw_ir_flow *flow = hw_ir_flow(function);
    struct hw_arena *arena = function->arena;
    struct plan plan = {.divergence = hw_codegen_divergence(function, flow)};
    struct hw_codegen_reconvergence reconvergence;

    plan.push = hw_arena_array(arena, flow->count, sizeof *plan.push);
    plan.is_dropped = hw_arena_array(arena, flow->count, sizeof *plan.is_dropped);
    plan.inner_point = hw_arena_array(arena, flow->count, sizeof *plan.inner_point);
    plan.is_inner_point = hw_arena_array(arena, flow->count, sizeof *plan.is_inner_point);
    plan.is_inner_point_dropped = hw_arena_array(arena, flow->count, sizeof *plan.is_inner_point_dropped);
    plan.is_break = hw_arena_array(arena, flow->count, sizeof *plan.is_break);
    plan.is_break_dropped = hw_arena_array(arena, flow->count, sizeof *plan.is_break_dropped);
    plan.stack = hw_arena_array(arena, flow->count, sizeof *plan.stack);
    for (uint32_t i = 0; i < flow->count; i++)
        plan.inner_point[i] = HW_IR_NOWHERE;
    if (breaks)
        find_inner_points(&plan, arena);
    do
        find_pushes(&plan);
    while (!follow(&plan));
    reconvergence.push = hw_arena_array(arena, function->block_count, sizeof *reconvergence.push);
    reconvergence.is_join = hw_arena_array(arena, function->block_count, sizeof *reconvergence.is_join);
    reconvergence.is_break = hw_arena_array(arena, function->block_count, sizeof *reconvergence.is_break);
    for (unsigned k = 0; k < 2; k++)
        reconvergence.pops[k] = hw_arena_array(arena, function->block_count, sizeof *reconvergence.pops[k]);
    write_down(&plan, &reconvergence);
    return reconvergence;
}
