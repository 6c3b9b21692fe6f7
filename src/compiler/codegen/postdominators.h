/* SPDX-License-Identifier: MIT */
/* Immediate post-dominators: the block that all paths from a block lead through next.  Also the natural loops
 * of a function. */
#ifndef HW_COMPILER_CODEGEN_POSTDOMINATORS_H
#define HW_COMPILER_CODEGEN_POSTDOMINATORS_H

#include "compiler/ir/ir_flow.h"

/* The natural loops of a function; a set of blocks has a bit for each rpo. */
struct hw_codegen_loops {
    uint32_t *head, count; /* rpo of the loop headers, outer loops before inner ones */
    uint64_t *member;      /* the blocks of each loop, a set of `words` words */
    uint32_t words;
};
struct hw_codegen_loops hw_codegen_loops(const struct hw_ir_flow *flow, struct hw_arena *arena);
bool hw_codegen_is_in_loop(const struct hw_codegen_loops *loops, uint32_t loop, uint32_t rpo);
/* The outermost loop with block `inside` in it and block `outside` not; `count`: none. */
uint32_t hw_codegen_loop_without(const struct hw_codegen_loops *loops, uint32_t inside, uint32_t outside);

/* A part of the flow graph: one iteration of a loop.  Edges that leave the loop for block `without`, or for a
 * block in the same loops as that, are left out; edges to the header, and those that leave the loop
 * otherwise, end the iteration. */
struct hw_codegen_iteration {
    const struct hw_codegen_loops *loops;
    uint32_t loop, without;
};

/* By rpo: the rpo of the block's immediate post-dominator; HW_IR_NOWHERE: none.  With an iteration, only
 * blocks with at least two successors in it have one. */
uint32_t *hw_codegen_ipdom(const struct hw_ir_flow *flow, const struct hw_codegen_iteration *iteration,
                           struct hw_arena *arena);

#endif
