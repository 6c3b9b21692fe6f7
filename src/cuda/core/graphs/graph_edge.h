/* SPDX-License-Identifier: MIT */
/* An edge of a graph says how much of the node before it the next one waits for.  (cudaGraphEdgeData of
 * driver_types.h, CUDA 12.3 to 13.)
 *
 * An edge that is all zeros waits for the end.  Others let kernels begin earlier.  Chips without
 * griddepcontrol wait for the end there, too, which the guide allows; so data is checked and returned, and
 * the order of a launch does not depend on it. */
#ifndef HW_CUDA_CORE_GRAPHS_GRAPH_EDGE_H
#define HW_CUDA_CORE_GRAPHS_GRAPH_EDGE_H

#include <stdbool.h>
#include <stdint.h>

enum hw_dependency_type { HW_DEPENDENCY_FULL = 0, HW_DEPENDENCY_PROGRAMMATIC, HW_DEPENDENCY_TYPES };

/* Of a kernel: its end, when all blocks allow the next kernel to begin, when all blocks have begun. */
enum hw_edge_port { HW_PORT_END = 0, HW_PORT_PROGRAMMATIC, HW_PORT_BEGUN, HW_PORTS };

struct hw_edge {
    uint8_t from_port, to_port, type, reserved[5];
};

_Static_assert(sizeof(struct hw_edge) == 8, "cudaGraphEdgeData");

static inline bool hw_edge_is_same(struct hw_edge a, struct hw_edge b)
{
    for (unsigned i = 0; i < sizeof a.reserved; i++)
        if (a.reserved[i] != b.reserved[i])
            return false;
    return a.from_port == b.from_port && a.to_port == b.to_port && a.type == b.type;
}

static inline bool hw_edge_is_plain(struct hw_edge edge)
{
    return hw_edge_is_same(edge, (struct hw_edge){0});
}

#endif
