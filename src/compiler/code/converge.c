/* SPDX-License-Identifier: MIT */
/* See converge.h.
 *
 * Lanes that part at a branch meet in the block that all ways lead through next.  Where that lies outside of
 * a loop around the branch the place is pushed before the loop, once for all rounds; else before the branch;
 * and nowhere where it is pushed already.  The stack that each block finds is followed along all ways.  If
 * two ways to a block bring different stacks, the places in which they differ are given up: lanes that do not
 * meet compute the same, only slower. */
#include "compiler/code/converge.h"

#include <string.h>

#define MOST_PUSHED 32u

struct stack {
    uint32_t place[MOST_PUSHED];
    uint8_t depth;
    bool is_known;
};

struct plan {
    struct hw_codegen_ways ways;
    uint32_t *push; /* by place: 1 + the place to push at its end; 0: none */
    bool *is_given_up;
    struct stack *stack; /* by place: as the block finds it */
};

/* --- what to push ----------------------------------------------------------------------------------------
 */

static void push_before_loop(struct plan *plan, uint32_t head, uint32_t loop, uint32_t meet)
{
    const struct hw_ir_flow *flow = plan->ways.flow;
    const struct hw_ir_block *block = flow->order[head];

    for (uint32_t i = 0; i < block->from_count; i++) {
        const uint32_t from = flow->place[block->from[i]->number];
        if (from != HW_IR_NOWHERE && !hw_codegen_is_in_loop(&plan->ways.loops, loop, from))
            plan->push[from] = meet + 1;
    }
}

/* Lanes that only end need not do so together. */
static bool is_end(const struct plan *plan, uint32_t place)
{
    const struct hw_ir_block *block = plan->ways.flow->order[place];

    return !block->to_count && block->first == block->last;
}

static void find_pushes(struct plan *plan)
{
    const struct hw_ir_flow *flow = plan->ways.flow;

    memset(plan->push, 0, flow->count * sizeof *plan->push);
    for (uint32_t i = 0; i < flow->count; i++) {
        const uint32_t meet = plan->ways.meet[i];
        if (!plan->ways.differs[i] || meet == HW_IR_NOWHERE || plan->is_given_up[meet] || is_end(plan, meet))
            continue;
        const uint32_t loop = hw_codegen_loop_without(&plan->ways.loops, i, meet);
        if (loop == plan->ways.loops.count)
            plan->push[i] = meet + 1;
        else
            push_before_loop(plan, plan->ways.loops.head[loop], loop, meet);
    }
}

/* --- following the stack ---------------------------------------------------------------------------------
 */

static bool has(const struct stack *stack, uint32_t place)
{
    for (unsigned i = 0; i < stack->depth; i++)
        if (stack->place[i] == place)
            return true;
    return false;
}

static bool is_on_top(const struct stack *stack, uint32_t place)
{
    return stack->depth && stack->place[stack->depth - 1] == place;
}

/* What was on top when the stacks were still the same is no reason to differ; all above it is. */
static bool give_up_difference(struct plan *plan, const struct stack *a, const struct stack *b)
{
    unsigned same = 0;

    while (same < a->depth && same < b->depth && a->place[same] == b->place[same])
        same++;
    if (same == a->depth && same == b->depth)
        return false;
    for (unsigned i = same; i < a->depth; i++)
        plan->is_given_up[a->place[i]] = true;
    for (unsigned i = same; i < b->depth; i++)
        plan->is_given_up[b->place[i]] = true;
    return true;
}

/* The stack behind a block's end, before the way out is taken; false: a place is given up. */
static bool push_at_end(struct plan *plan, uint32_t at, struct stack *stack)
{
    if (!plan->push[at])
        return true;
    const uint32_t meet = plan->push[at] - 1;
    if (has(stack, meet)) {
        plan->push[at] = 0;
        return true;
    }
    if (stack->depth == MOST_PUSHED) {
        plan->is_given_up[meet] = true;
        return false;
    }
    stack->place[stack->depth++] = meet;
    return true;
}

/* Along one edge. */
static bool follow_edge(struct plan *plan, const struct stack *behind, uint32_t to)
{
    struct stack stack = *behind;

    if (is_on_top(&stack, to))
        stack.depth--;
    else if (has(&stack, to)) {
        plan->is_given_up[stack.place[stack.depth - 1]] = true;
        return false;
    }
    stack.is_known = true;
    if (!plan->stack[to].is_known) {
        plan->stack[to] = stack;
        return true;
    }
    return !give_up_difference(plan, &plan->stack[to], &stack);
}

/* False: something was given up, and all begins anew. */
static bool follow(struct plan *plan)
{
    const struct hw_ir_flow *flow = plan->ways.flow;

    memset(plan->stack, 0, flow->count * sizeof *plan->stack);
    plan->stack[0].is_known = true;
    for (uint32_t i = 0; i < flow->count; i++) {
        struct stack stack = plan->stack[i];
        if (!push_at_end(plan, i, &stack))
            return false;
        for (uint32_t k = 0; k < flow->order[i]->to_count; k++)
            if (!follow_edge(plan, &stack, flow->place[flow->order[i]->to[k]->number]))
                return false;
    }
    return true;
}

/* --- the result ------------------------------------------------------------------------------------------
 */

static void write_down(const struct plan *plan, struct hw_codegen_joins *joins)
{
    const struct hw_ir_flow *flow = plan->ways.flow;

    for (uint32_t i = 0; i < flow->count; i++) {
        const struct hw_ir_block *block = flow->order[i];
        struct stack stack = plan->stack[i];
        if (plan->push[i]) {
            const uint32_t join = flow->order[plan->push[i] - 1]->number;
            joins->push[block->number] = join + 1;
            joins->is_join[join] = true;
            stack.place[stack.depth++] = plan->push[i] - 1;
        }
        for (uint32_t k = 0; k < block->to_count && k < 2; k++)
            joins->pops[k][block->number] = is_on_top(&stack, flow->place[block->to[k]->number]);
    }
}

struct hw_codegen_joins hw_codegen_joins(const struct hw_ir_function *function)
{
    const struct hw_ir_flow *flow = hw_ir_flow(function);
    struct hw_arena *arena = function->arena;
    struct plan plan = {.ways = hw_codegen_ways(function, flow)};
    struct hw_codegen_joins joins;

    plan.push = hw_arena_array(arena, flow->count, sizeof *plan.push);
    plan.is_given_up = hw_arena_array(arena, flow->count, sizeof *plan.is_given_up);
    plan.stack = hw_arena_array(arena, flow->count, sizeof *plan.stack);
    do
        find_pushes(&plan);
    while (!follow(&plan));
    joins.push = hw_arena_array(arena, function->block_count, sizeof *joins.push);
    joins.is_join = hw_arena_array(arena, function->block_count, sizeof *joins.is_join);
    for (unsigned k = 0; k < 2; k++)
        joins.pops[k] = hw_arena_array(arena, function->block_count, sizeof *joins.pops[k]);
    write_down(&plan, &joins);
    return joins;
}
