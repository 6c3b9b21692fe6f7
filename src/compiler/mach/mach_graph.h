/* SPDX-License-Identifier: MIT */
/* Which registers cannot share places: those that one instruction writes while the other is live. */
#ifndef HW_COMPILER_MACH_MACH_GRAPH_H
#define HW_COMPILER_MACH_MACH_GRAPH_H

#include "compiler/mach/mach_live.h"

struct hw_mach_node {
    uint32_t *with; /* registers; each once, and it is in their lists, too */
    uint32_t count;
    size_t room;
    uint64_t cost; /* of its reads and writes, by the depth of their loops */
    bool crosses;  /* it is live across a call */
};

struct hw_mach_graph {
    struct hw_mach_node *node; /* by register */
    uint64_t *edge;            /* a set of pairs, as a hash table of both numbers; 0 is a free place */
    size_t edges, edge_room;
    struct hw_arena *arena;
};

struct hw_mach_graph hw_mach_graph(const struct hw_mach_function *function);
void hw_mach_graph_add(struct hw_mach_graph *graph, uint32_t a, uint32_t b);
bool hw_mach_graph_has(const struct hw_mach_graph *graph, uint32_t a, uint32_t b);

#endif
