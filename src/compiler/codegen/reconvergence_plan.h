/* SPDX-License-Identifier: MIT */
/* A reconvergence plan states, for each basic block, which reconvergence point it pushes and which token
 * stack it finds.  reconvergence.c calls the two halves in turn until they agree. */
#ifndef HW_COMPILER_CODEGEN_RECONVERGENCE_PLAN_H
#define HW_COMPILER_CODEGEN_RECONVERGENCE_PLAN_H

#include "compiler/codegen/divergence.h"

#define HW_CODEGEN_MAX_TOKENS 32u

/* The token stack: the reconvergence points that are pushed and not yet popped. */
struct hw_codegen_token_stack {
    uint32_t point[HW_CODEGEN_MAX_TOKENS]; /* rpo of each, the top last */
    uint8_t depth;
    bool is_reached; /* an edge or the function's entry has set this stack */
};

struct hw_codegen_reconvergence_block {
    uint32_t push;        /* 1 + rpo of the point that the block pushes at its end; 0: none */
    uint32_t inner_point; /* of a branch that lanes leave a loop by: rpo of the point where those reconverge
                           * that stay; HW_IR_NOWHERE: none */
    struct hw_codegen_token_stack entry; /* as the block finds it */

    /* The block as a reconvergence point: what it is in this attempt. */
    bool is_inner_point; /* some branch pushes it as its inner point */
    bool is_break;       /* PBK pushes it, BRK pops it */
    /* What is ruled out, in all attempts that follow. */
    bool is_dropped;             /* nothing pushes it */
    bool is_inner_point_dropped; /* nothing pushes it as an inner point */
    bool is_break_dropped;       /* it is no target of BRK */
};

struct hw_codegen_reconvergence_plan {
    struct hw_codegen_divergence divergence;
    struct hw_codegen_reconvergence_block *block; /* by rpo */
};

/* reconvergence_points.c: which points are pushed where, without those that are dropped. */
void hw_codegen_find_inner_points(struct hw_codegen_reconvergence_plan *plan, struct hw_arena *arena);
void hw_codegen_choose_points(struct hw_codegen_reconvergence_plan *plan);
/* The innermost loop around a block that is in one. */
uint32_t hw_codegen_innermost_loop(const struct hw_codegen_reconvergence_plan *plan, uint32_t rpo);

/* reconvergence_stack.c: the token stack at each block's entry.  A push of a point that is on the stack
 * already is taken out of the plan.  False: a point had to be dropped, so the points have to be chosen again.
 */
bool hw_codegen_simulate_tokens(struct hw_codegen_reconvergence_plan *plan);
/* Whether an edge to a block pops that block. */
bool hw_codegen_pops_token(const struct hw_codegen_reconvergence_plan *plan,
                           const struct hw_codegen_token_stack *stack, uint32_t to);

#endif
