/* SPDX-License-Identifier: MIT */
/* The interference graph: two registers interfere, so that they cannot share a physical register, if an
 * instruction writes one while the other is live. */
#ifndef HW_COMPILER_MIR_MIR_INTERFERENCE_H
#define HW_COMPILER_MIR_MIR_INTERFERENCE_H

#include "compiler/mir/mir_liveness.h"

struct hw_mir_interference_node {
    uint32_t *neighbour; /* registers; each once, and it is in their lists, too */
    uint32_t count;
    size_t capacity;
    uint64_t cost; /* spill cost: of its reads and writes, by loop depth */
    bool crosses;  /* it is live across a call */
};

struct hw_mir_interference {
    struct hw_mir_interference_node *node; /* by register */
    uint64_t *edge; /* a set of pairs, as a hash table of both numbers; 0 is a free slot */
    size_t edges, edge_capacity;
    struct hw_arena *arena;
};

struct hw_mir_interference hw_mir_interference(const struct hw_mir_function *function);
void hw_mir_interference_add(struct hw_mir_interference *graph, uint32_t a, uint32_t b);
bool hw_mir_interferes(const struct hw_mir_interference *graph, uint32_t a, uint32_t b);

#endif
