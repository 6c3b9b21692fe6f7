/* SPDX-License-Identifier: MIT */
/* A natural loop, for loop passes: its blocks, the preheader edge, the back edges. */
#ifndef HW_COMPILER_PASSES_LOOPS_H
#define HW_COMPILER_PASSES_LOOPS_H

#include "compiler/ir/ir_flow.h"

struct hw_loops {
    struct hw_ir_function *function;
    const struct hw_ir_flow *flow;
    uint32_t *member; /* by rpo: 1 + the last head in whose loop it was found to be */
    uint32_t *stack;
    uint32_t head;             /* rpo of its header */
    struct hw_ir_block *block; /* the same */
    uint32_t entry_edge;       /* which of its edges leads in */
    uint32_t blocks;           /* of the function, when flow was found */
};

struct hw_loops hw_loops(struct hw_ir_function *function, const struct hw_ir_flow *flow);
/* Sets the loop to that with this header.  False: it is no loop header, or the loop has several entry edges.
 */
bool hw_loops_find(struct hw_loops *loops, uint32_t head);

/* Whether a block is in the loop; what was made since is not. */
bool hw_loops_has(const struct hw_loops *loops, const struct hw_ir_block *block);
/* Whether a block of the loop dominates all its latches. */
bool hw_loops_dominates_latches(const struct hw_loops *loops, const struct hw_ir_block *block);
/* A block that leads to the loop and nowhere else; it is made if there is none. */
struct hw_ir_block *hw_loops_preheader(struct hw_loops *loops);

#endif
