/* SPDX-License-Identifier: MIT */
/* The control-flow graph of a translated program: basic blocks of instructions and the edges between them,
 * for the dataflow analyses of the translator (dataflow.h).
 *
 * An instruction that pops a pushed target (BRK, SYNC) may go to any of them.  They share one node,
 * number block_count: its predecessors are the blocks that pop, its successors the blocks that are pushed. */
#ifndef HW_ENGINE_TRANSLATE_TRANSLATE_CFG_H
#define HW_ENGINE_TRANSLATE_TRANSLATE_CFG_H

#include "engine/translate/translate.h"

enum hw_edge_kind {
    HW_EDGE_NEXT = 1,   /* to the next instruction */
    HW_EDGE_JUMP = 2,   /* a jump or call to a target in the code */
    HW_EDGE_PUSH = 4,   /* to a pushed target: lanes that continue there have executed this block */
    HW_EDGE_POP = 8,    /* to the node of the pushed targets */
    HW_EDGE_PUSHED = 16 /* from that node to a target */
};

struct hw_code_edge {
    uint32_t from, to; /* numbers of blocks */
    uint8_t kind;      /* enum hw_edge_kind */
};

struct hw_code_block {
    uint32_t first, end; /* its instructions */
    bool falls_through;  /* threads may continue with the instruction after it */
};

struct hw_code_graph {
    struct hw_code_block *block;
    uint32_t block_count;
    uint32_t *block_of;      /* by instruction */
    uint32_t *first_def_use; /* by instruction, and one more: where its def/use records begin */
    struct hw_code_edge *edge;
    uint32_t edge_count;
};

/* The neighbours of each node by edges of some kinds: those of node n are node[first[n]] to node[first[n + 1]
 * - 1]. */
struct hw_adjacency {
    uint32_t *first, *node;
};

/* Build the graph of a program whose targets are resolved.  False: there is no memory.  Free it in either
 * case. */
bool hw_code_graph_build(const struct hw_translator *t, struct hw_code_graph *graph);
void hw_code_graph_free(struct hw_code_graph *graph);

/* Successors, or with `reversed` predecessors, by edges of these kinds (a mask).  False: there is no memory.
 * Free it in either case. */
bool hw_adjacency_build(const struct hw_code_graph *graph, unsigned kinds, bool reversed,
                        struct hw_adjacency *adjacency);
void hw_adjacency_free(struct hw_adjacency *adjacency);
/* As hw_dataflow.successor has it. */
uint32_t hw_adjacency_next(const struct hw_adjacency *adjacency, uint32_t node, uint32_t *cursor);

/* Whether a micro-operation takes lanes to a target that was pushed. */
bool hw_pops_target(hw_uop_fn *fn);

#endif
