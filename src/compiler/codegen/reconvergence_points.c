/* SPDX-License-Identifier: MIT */
/* Chooses the reconvergence points and the blocks that push them: see the two cases in reconvergence.c. */
#include "compiler/codegen/reconvergence_plan.h"

/* The point is pushed on the edges that enter the loop: once for all iterations. */
static void push_before_loop(struct hw_codegen_reconvergence_plan *plan, uint32_t loop, uint32_t point)
{
    const struct hw_ir_flow *flow = plan->divergence.flow;
    const struct hw_ir_block *head = flow->order[plan->divergence.loops.head[loop]];

    for (uint32_t i = 0; i < head->from_count; i++) {
        const uint32_t from = flow->rpo[head->from[i]->number];
        if (from != HW_IR_NOWHERE && !hw_codegen_is_in_loop(&plan->divergence.loops, loop, from))
            plan->block[from].push = point + 1;
    }
}

/* The lanes that stay in the loop reconverge at the branch's inner point; those that leave it take BRK. */
static void push_inner_point(struct hw_codegen_reconvergence_plan *plan, uint32_t branch, uint32_t ipdom)
{
    const uint32_t inner_point = plan->block[branch].inner_point;

    if (inner_point == HW_IR_NOWHERE || plan->block[inner_point].is_dropped ||
        plan->block[inner_point].is_inner_point_dropped || plan->block[ipdom].is_break_dropped)
        return;
    plan->block[branch].push = inner_point + 1;
    plan->block[inner_point].is_inner_point = true;
    plan->block[ipdom].is_break = true;
}

/* A block that only ends the thread: lanes need not do so together. */
static bool is_bare_end(const struct hw_codegen_reconvergence_plan *plan, uint32_t rpo)
{
    const struct hw_ir_block *block = plan->divergence.flow->order[rpo];

    return !block->to_count && block->first == block->last;
}

/* Whether the lanes that diverge at the end of a block have a point worth reconverging at. */
static bool reconverges(const struct hw_codegen_reconvergence_plan *plan, uint32_t branch)
{
    const uint32_t ipdom = plan->divergence.ipdom[branch];

    return plan->divergence.is_divergent[branch] && ipdom != HW_IR_NOWHERE && !is_bare_end(plan, ipdom);
}

void hw_codegen_choose_points(struct hw_codegen_reconvergence_plan *plan)
{
    const uint32_t count = plan->divergence.flow->count;

    for (uint32_t i = 0; i < count; i++) {
        plan->block[i].push = 0;
        plan->block[i].is_inner_point = plan->block[i].is_break = false;
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t ipdom = plan->divergence.ipdom[i];
        if (!reconverges(plan, i) || plan->block[ipdom].is_dropped)
            continue;
        const uint32_t loop = hw_codegen_loop_without(&plan->divergence.loops, i, ipdom);
        if (loop == plan->divergence.loops.count)
            plan->block[i].push = ipdom + 1;
        else {
            push_before_loop(plan, loop, ipdom);
            push_inner_point(plan, i, ipdom);
        }
    }
}

/* --- inner points ---------------------------------------------------------------------------------------
 */

#define MAX_ITERATIONS 64u /* pairs of a loop and a point outside that are analysed: a limit of time */

uint32_t hw_codegen_innermost_loop(const struct hw_codegen_reconvergence_plan *plan, uint32_t rpo)
{
    uint32_t loop = 0;

    while (plan->divergence.loops.head[loop] != plan->divergence.flow->loop[rpo])
        loop++;
    return loop;
}

void hw_codegen_find_inner_points(struct hw_codegen_reconvergence_plan *plan, struct hw_arena *arena)
{
    const struct hw_ir_flow *flow = plan->divergence.flow;
    struct hw_codegen_iteration iteration = {.loops = &plan->divergence.loops, .loop = HW_IR_NOWHERE};
    const uint32_t *ipdoms = NULL;
    unsigned iterations = 0;

    for (uint32_t i = 0; i < flow->count; i++) {
        const uint32_t ipdom = plan->divergence.ipdom[i];
        if (!reconverges(plan, i) ||
            hw_codegen_loop_without(&plan->divergence.loops, i, ipdom) == plan->divergence.loops.count)
            continue;
        const uint32_t loop = hw_codegen_innermost_loop(plan, i);
        if (loop != iteration.loop || ipdom != iteration.without) {
            if (iterations++ == MAX_ITERATIONS)
                return;
            iteration.loop = loop;
            iteration.without = ipdom;
            ipdoms = hw_codegen_ipdom(flow, &iteration, arena);
        }
        plan->block[i].inner_point = ipdoms[i];
    }
}
