/* SPDX-License-Identifier: MIT */
/* Where all ways from a block lead through next, and which blocks are in which loop. */
#ifndef HW_COMPILER_CODEGEN_POSTDOMINATORS_H
#define HW_COMPILER_CODEGEN_POSTDOMINATORS_H

#include "compiler/ir/ir_flow.h"

struct hw_codegen_loops {
    uint32_t *head, count; /* places, outer loops before those in them */
    uint64_t *member;      /* a set of places for each */
    uint32_t words;        /* of a set */
};
struct hw_codegen_loops hw_codegen_loops(const struct hw_ir_flow *flow, struct hw_arena *arena);
bool hw_codegen_is_in_loop(const struct hw_codegen_loops *loops, uint32_t loop, uint32_t rpo);
/* The outermost loop that has one place in it and not the other; `count`: none. */
uint32_t hw_codegen_loop_without(const struct hw_codegen_loops *loops, uint32_t inside, uint32_t outside);

/* One round of a loop, without the ways that leave it for a place, or for what is in the same loops as that
 * place; what leads to the head or leaves otherwise ends the round. */
struct hw_codegen_iteration {
    const struct hw_codegen_loops *loops;
    uint32_t loop, without;
};

/* By rpo: that of the block that all ways lead through next; HW_IR_NOWHERE.  With a round, only of branches
 * of which at least two ways go on in it. */
uint32_t *hw_codegen_ipdom(const struct hw_ir_flow *flow, const struct hw_codegen_iteration *iteration,
                           struct hw_arena *arena);

#endif
