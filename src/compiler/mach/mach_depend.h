/* SPDX-License-Identifier: MIT */
/* Which instructions of a block must stay behind which others, and how long behind. */
#ifndef HW_COMPILER_MACH_MACH_DEPEND_H
#define HW_COMPILER_MACH_MACH_DEPEND_H

#include "compiler/mach/mach_trait.h"

struct hw_mach_after {
    uint32_t node; /* that comes later */
    uint32_t next; /* 1 + another such thing of the same node; 0: none */
    uint32_t clocks;
};

struct hw_mach_step {
    struct hw_mach_insn *insn;
    struct hw_mach_trait trait;
    uint32_t first;  /* 1 + the first that must come later; 0: none */
    uint32_t before; /* how many must come before it */
    uint32_t height; /* clocks from here to the end of the block, at least */
};

/* The instructions of one block, in their order, and what they wait for.  Room is kept from block to block.
 */
struct hw_mach_order {
    const struct hw_mach_function *function;
    const struct hw_mach_knower *knower;
    struct hw_mach_step *step;
    uint32_t steps;
    size_t step_room;
    struct hw_mach_after *after;
    size_t afters, after_room;
    struct hw_mach_word *word; /* by register, HW_MACH_WIDEST each */
    uint32_t block;            /* 1 + the number of the block that `word` is about */
    struct hw_mach_reader *reader;
    size_t readers, reader_room;
    struct hw_mach_access *access;
    size_t accesses, access_room;
};

struct hw_mach_order hw_mach_order(const struct hw_mach_function *function,
                                   const struct hw_mach_knower *knower);
void hw_mach_order_block(struct hw_mach_order *order, const struct hw_mach_block *block);

#endif
