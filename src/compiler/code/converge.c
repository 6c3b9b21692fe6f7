/* SPDX-License-Identifier: MIT */
/* See converge.h.
 *
 * Lanes that part at a branch meet in the block that all ways lead through next.  Where that lies outside of
 * a loop around the branch the place is pushed before the loop, once for all rounds; else before the branch;
 * and nowhere where it is pushed already.  In the first case lanes that stay in the loop may still meet
 * within the round: then that place is pushed before the branch, and the other becomes one of BRK.  The stack
 * that each block finds is followed along all ways.  If two ways to a block bring different stacks, the
 * places in which they differ are given up: lanes that do not meet compute the same, only slower. */
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
    uint32_t *near;      /* by place of a branch: where lanes that stay in the loop meet; HW_IR_NOWHERE */
    bool *is_near;       /* by place: it is pushed for that */
    bool *is_near_bad;   /* by place: it is not to be pushed for that */
    bool *is_break;      /* by place: BRK leads there */
    bool *is_break_bad;  /* by place: BRK must not */
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

/* A place within the round of a loop that lanes leave for `meet`. */
static void push_near(struct plan *plan, uint32_t branch, uint32_t meet)
{
    const uint32_t near = plan->near[branch];

    if (near == HW_IR_NOWHERE || plan->is_given_up[near] || plan->is_near_bad[near] ||
        plan->is_break_bad[meet])
        return;
    plan->push[branch] = near + 1;
    plan->is_near[near] = true;
    plan->is_break[meet] = true;
}

static void find_pushes(struct plan *plan)
{
    const struct hw_ir_flow *flow = plan->ways.flow;

    memset(plan->push, 0, flow->count * sizeof *plan->push);
    memset(plan->is_near, 0, flow->count * sizeof *plan->is_near);
    memset(plan->is_break, 0, flow->count * sizeof *plan->is_break);
    for (uint32_t i = 0; i < flow->count; i++) {
        const uint32_t meet = plan->ways.meet[i];
        if (!plan->ways.differs[i] || meet == HW_IR_NOWHERE || plan->is_given_up[meet] || is_end(plan, meet))
            continue;
        const uint32_t loop = hw_codegen_loop_without(&plan->ways.loops, i, meet);
        if (loop == plan->ways.loops.count)
            plan->push[i] = meet + 1;
        else {
            push_before_loop(plan, plan->ways.loops.head[loop], loop, meet);
            push_near(plan, i, meet);
        }
    }
}

#define MOST_ROUNDS 64u /* that are looked at: loops, and places to which lanes leave them */

static uint32_t loop_of(const struct plan *plan, uint32_t place)
{
    uint32_t loop = 0;

    while (plan->ways.loops.head[loop] != plan->ways.flow->loop[place])
        loop++;
    return loop;
}

static void find_near(struct plan *plan, struct hw_arena *arena)
{
    const struct hw_ir_flow *flow = plan->ways.flow;
    struct hw_codegen_round round = {.loops = &plan->ways.loops, .loop = HW_IR_NOWHERE};
    const uint32_t *meets = NULL;
    unsigned rounds = 0;

    for (uint32_t i = 0; i < flow->count; i++) {
        const uint32_t meet = plan->ways.meet[i];
        if (!plan->ways.differs[i] || meet == HW_IR_NOWHERE || is_end(plan, meet) ||
            hw_codegen_loop_without(&plan->ways.loops, i, meet) == plan->ways.loops.count)
            continue;
        const uint32_t loop = loop_of(plan, i);
        if (loop != round.loop || meet != round.without) {
            if (rounds++ == MOST_ROUNDS)
                return;
            round.loop = loop;
            round.without = meet;
            meets = hw_codegen_meets(flow, &round, arena);
        }
        plan->near[i] = meets[i];
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

/* Places within rounds go first. */
static bool give_up_near(struct plan *plan, const struct stack *stack, unsigned from)
{
    bool any = false;

    for (unsigned i = from; i < stack->depth; i++)
        if (plan->is_near[stack->place[i]])
            any = plan->is_near_bad[stack->place[i]] = true;
    return any;
}

/* What was on top when the stacks were still the same is no reason to differ; all above it is. */
static bool give_up_difference(struct plan *plan, const struct stack *a, const struct stack *b)
{
    unsigned same = 0;

    while (same < a->depth && same < b->depth && a->place[same] == b->place[same])
        same++;
    if (same == a->depth && same == b->depth)
        return false;
    const bool is_near_a = give_up_near(plan, a, same), is_near_b = give_up_near(plan, b, same);
    if (is_near_a || is_near_b)
        return true;
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

/* BRK takes the place nearest to the top that PBK has pushed; false: that is another. */
static bool break_to(struct plan *plan, struct stack *stack, uint32_t to)
{
    while (!is_on_top(stack, to)) {
        const uint32_t top = stack->place[--stack->depth];
        if (plan->is_break[top]) {
            plan->is_break_bad[top] = true;
            return false;
        }
    }
    return true;
}

/* Who leaves a loop never comes to where others meet in its round; if BRK takes that place away in the end,
 * it need not be there on all ways. */
static void leave_rounds(const struct plan *plan, struct stack *stack, uint32_t to)
{
    unsigned depth = stack->depth;

    while (depth && plan->is_near[stack->place[depth - 1]] &&
           !hw_codegen_is_in_loop(&plan->ways.loops, loop_of(plan, stack->place[depth - 1]), to))
        depth--;
    if (depth && plan->is_break[stack->place[depth - 1]])
        stack->depth = (uint8_t)depth;
}

/* Along one edge. */
static bool follow_edge(struct plan *plan, const struct stack *behind, uint32_t to)
{
    struct stack stack = *behind;

    if (!is_on_top(&stack, to))
        leave_rounds(plan, &stack, to);
    if (plan->is_break[to] && has(&stack, to) && !break_to(plan, &stack, to))
        return false;
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
            joins->is_break[join] = plan->is_break[plan->push[i] - 1];
            stack.place[stack.depth++] = plan->push[i] - 1;
        }
        for (uint32_t k = 0; k < block->to_count && k < 2; k++) {
            const uint32_t to = flow->place[block->to[k]->number];
            joins->pops[k][block->number] = is_on_top(&stack, to) || (plan->is_break[to] && has(&stack, to));
        }
    }
}

struct hw_codegen_joins hw_codegen_joins(const struct hw_ir_function *function, bool breaks)
{
    const struct hw_ir_flow *flow = hw_ir_flow(function);
    struct hw_arena *arena = function->arena;
    struct plan plan = {.ways = hw_codegen_ways(function, flow)};
    struct hw_codegen_joins joins;

    plan.push = hw_arena_array(arena, flow->count, sizeof *plan.push);
    plan.is_given_up = hw_arena_array(arena, flow->count, sizeof *plan.is_given_up);
    plan.near = hw_arena_array(arena, flow->count, sizeof *plan.near);
    plan.is_near = hw_arena_array(arena, flow->count, sizeof *plan.is_near);
    plan.is_near_bad = hw_arena_array(arena, flow->count, sizeof *plan.is_near_bad);
    plan.is_break = hw_arena_array(arena, flow->count, sizeof *plan.is_break);
    plan.is_break_bad = hw_arena_array(arena, flow->count, sizeof *plan.is_break_bad);
    plan.stack = hw_arena_array(arena, flow->count, sizeof *plan.stack);
    for (uint32_t i = 0; i < flow->count; i++)
        plan.near[i] = HW_IR_NOWHERE;
    if (breaks)
        find_near(&plan, arena);
    do
        find_pushes(&plan);
    while (!follow(&plan));
    joins.push = hw_arena_array(arena, function->block_count, sizeof *joins.push);
    joins.is_join = hw_arena_array(arena, function->block_count, sizeof *joins.is_join);
    joins.is_break = hw_arena_array(arena, function->block_count, sizeof *joins.is_break);
    for (unsigned k = 0; k < 2; k++)
        joins.pops[k] = hw_arena_array(arena, function->block_count, sizeof *joins.pops[k]);
    write_down(&plan, &joins);
    return joins;
}
