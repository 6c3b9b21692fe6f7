/* SPDX-License-Identifier: MIT */
/* The scheduling DAG: which instructions of a block must stay after which others, and how many cycles after.
 */
#ifndef HW_COMPILER_MIR_MIR_SCHED_DAG_H
#define HW_COMPILER_MIR_MIR_SCHED_DAG_H

#include "compiler/mir/mir_sched_model.h"

struct hw_mir_dag_edge {
    uint32_t node; /* the successor */
    uint32_t next; /* 1 + the next edge of the same node; 0: none */
    uint32_t clocks;
};

struct hw_mir_dag_node {
    struct hw_mir_insn *insn;
    struct hw_mir_sched_info info;
    uint32_t first;        /* 1 + its first edge; 0: none */
    uint32_t predecessors; /* how many are not scheduled yet */
    uint32_t height;       /* of the critical path: min clocks from here to the end of the block */
};

/* The instructions of one block, in their order, and their dependences.  Memory is reused from block to
 * block. */
struct hw_mir_dag {
    const struct hw_mir_function *function;
    const struct hw_mir_sched_model *model;
    struct hw_mir_dag_node *node;
    uint32_t nodes;
    size_t node_capacity;
    struct hw_mir_dag_edge *edge;
    size_t edges, edge_capacity;
    struct hw_mir_dag_word *word; /* by register, HW_MIR_WIDEST each */
    uint32_t block;               /* 1 + the number of the block that `word` is about */
    struct hw_mir_dag_reader *reader;
    size_t readers, reader_capacity;
    struct hw_mir_dag_access *access;
    size_t accesses, access_capacity;
};

struct hw_mir_dag hw_mir_dag(const struct hw_mir_function *function, const struct hw_mir_sched_model *model);
void hw_mir_dag_build(struct hw_mir_dag *dag, const struct hw_mir_block *block);

#endif
