/* SPDX-License-Identifier: MIT */
/* Which instructions of a block must stay behind which others, and how long behind. */
#ifndef HW_COMPILER_MIR_MIR_SCHED_DAG_H
#define HW_COMPILER_MIR_MIR_SCHED_DAG_H

#include "compiler/mir/mir_sched_model.h"

struct hw_mir_dag_edge {
    uint32_t node; /* that comes later */
    uint32_t next; /* 1 + another such thing of the same node; 0: none */
    uint32_t clocks;
};

struct hw_mir_dag_node {
    struct hw_mir_insn *insn;
    struct hw_mir_sched_info trait;
    uint32_t first;        /* 1 + the first that must come later; 0: none */
    uint32_t predecessors; /* how many must come before it */
    uint32_t height;       /* clocks from here to the end of the block, at least */
};

/* The instructions of one block, in their order, and what they wait for.  Room is kept from block to block.
 */
struct hw_mir_dag {
    const struct hw_mir_function *function;
    const struct hw_mir_sched_model *knower;
    struct hw_mir_dag_node *step;
    uint32_t steps;
    size_t step_room;
    struct hw_mir_dag_edge *after;
    size_t afters, after_room;
    struct hw_mir_dag_word *word; /* by register, HW_MIR_WIDEST each */
    uint32_t block;               /* 1 + the number of the block that `word` is about */
    struct hw_mir_dag_reader *reader;
    size_t readers, reader_room;
    struct hw_mir_dag_access *access;
    size_t accesses, access_room;
};

struct hw_mir_dag hw_mir_dag(const struct hw_mir_function *function, const struct hw_mir_sched_model *knower);
void hw_mir_dag_build(struct hw_mir_dag *order, const struct hw_mir_block *block);

#endif
