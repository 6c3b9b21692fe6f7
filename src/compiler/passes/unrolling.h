/* SPDX-License-Identifier: MIT */
/* Copies the body of a loop of one block, for passes that unroll it. */
#ifndef HW_COMPILER_PASSES_UNROLLING_H
#define HW_COMPILER_PASSES_UNROLLING_H

#include "compiler/ir/ir.h"

struct hw_unrolling {
    struct hw_ir_function *function;
    struct hw_ir_block *block;
    uint32_t back;             /* its edge that leads back */
    struct hw_ir_value **now;  /* by number: a value of the loop in the current iteration */
    struct hw_ir_value **next; /* of each phi, in their order */
};

/* Room for any loop that the function has now. */
struct hw_unrolling hw_unrolling(struct hw_ir_function *function);
/* Sets the loop; the current iteration is its first. */
void hw_unrolling_begin(struct hw_unrolling *u, struct hw_ir_block *block, uint32_t back);

/* A value of the loop in the current iteration; values from outside are themselves. */
struct hw_ir_value *hw_unrolling_value(const struct hw_unrolling *u, struct hw_ir_value *value);
/* Copies an instruction of the loop into a block, before `position`. */
void hw_unrolling_copy(struct hw_unrolling *u, const struct hw_ir_insn *insn, struct hw_ir_block *block,
                       struct hw_ir_insn *position);

/* Adds one more iteration after the others; `last` is the last instruction of the first iteration. */
void hw_unrolling_add(struct hw_unrolling *u, const struct hw_ir_insn *last);
/* After the loop, in its phis, and in its branch, values are those of the last iteration. */
void hw_unrolling_end(struct hw_unrolling *u, const struct hw_ir_insn *last);

/* Unrolls a loop whose trip count is not constant: if an induction variable counts toward an invariant,
 * several iterations become one as long as so many remain, and the rest are done by a loop of their own. */
bool hw_unroll_counted(struct hw_unrolling *u, uint32_t times);

#endif
