/* SPDX-License-Identifier: MIT */
/* Copies of the turns of a loop of one block, for passes that unroll it. */
#ifndef HW_COMPILER_PASSES_UNROLLING_H
#define HW_COMPILER_PASSES_UNROLLING_H

#include "compiler/ir/ir.h"

struct hw_unrolling {
    struct hw_ir_function *function;
    struct hw_ir_block *block;
    uint32_t back;             /* its edge that leads back */
    struct hw_ir_value **now;  /* by number: a value of the loop in the turn at hand */
    struct hw_ir_value **next; /* of each phi, in their order */
};

/* Room for any loop that the function has now. */
struct hw_unrolling hw_unrolling(struct hw_ir_function *function);
/* Turn to a loop: what is at hand is its first turn. */
void hw_unrolling_begin(struct hw_unrolling *u, struct hw_ir_block *block, uint32_t back);

/* A value of the loop in the turn at hand; others are what they are. */
struct hw_ir_value *hw_unrolling_value(const struct hw_unrolling *u, struct hw_ir_value *value);
/* Copy an instruction of the loop into a block, before `behind`. */
void hw_unrolling_copy(struct hw_unrolling *u, const struct hw_ir_insn *insn, struct hw_ir_block *block,
                       struct hw_ir_insn *behind);

/* One more turn behind the others; `last` is the last instruction of the first turn. */
void hw_unrolling_add(struct hw_unrolling *u, const struct hw_ir_insn *last);
/* Behind the loop, in its phis, and in its branch, values are those of the last turn. */
void hw_unrolling_end(struct hw_unrolling *u, const struct hw_ir_insn *last);

/* A loop whose end is reached by another number of turns than one knows: if it counts toward a number that
 * stays, several turns are done at once as long as so many are left, and the rest in a loop of its own. */
bool hw_unroll_counted(struct hw_unrolling *u, uint32_t times);

#endif
