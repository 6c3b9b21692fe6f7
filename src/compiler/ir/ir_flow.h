/* SPDX-License-Identifier: MIT */
/* The control flow graph of a function: reverse postorder of its basic blocks, dominator tree, natural
 * loops.  It is computed on demand, and is valid as long as no edge changes. */
#ifndef HW_COMPILER_IR_IR_FLOW_H
#define HW_COMPILER_IR_IR_FLOW_H

#include "compiler/ir/ir.h"

struct hw_ir_flow {
    const struct hw_ir_function *function;
    struct hw_ir_block **order; /* those that can be reached, each before what it dominates */
    uint32_t count;
    uint32_t *rpo;  /* by a block's number: its index in `order`; HW_IR_NOWHERE */
    uint32_t *idom; /* by rpo: that of the block that dominates it immediately; the first's own is 0 */
    uint32_t *first, *size; /* by rpo: what it dominates, itself included, has numbers from `first` on */
    uint32_t *depth;        /* by rpo: how many loops it is in */
    uint32_t *loop;         /* by rpo: the head of the innermost loop that it is in; HW_IR_NOWHERE */
};
#define HW_IR_NOWHERE UINT32_MAX

/* In the function's arena. */
struct hw_ir_flow *hw_ir_flow(const struct hw_ir_function *function);

/* Whether every path to block b leads through block a, both given by rpo; a block dominates itself. */
bool hw_ir_dominates(const struct hw_ir_flow *flow, uint32_t a, uint32_t b);

/* Take away the blocks that cannot be reached, and edges from there.  The others get new numbers: flow is out
 * of date then. */
void hw_ir_drop_unreached(struct hw_ir_function *function, const struct hw_ir_flow *flow);

#endif
