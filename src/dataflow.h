/* SPDX-License-Identifier: MIT */
/* This worklist solver finds the fixed point of a dataflow analysis, for any lattice and either direction.
 *
 * A dataflow problem has nodes (basic blocks, mostly), a state at the entry of each, a transfer function that
 * turns the state at a node's entry into that at its exit, and a merge of the exit's state into the entries
 * of the node's successors.  The solver repeats that until no entry changes: the fixed point.  A backward
 * analysis (liveness) is the same along the reversed edges: its `successor` names predecessors in the flow
 * graph.
 *
 *     first number of a       state at entry[0] = what holds at the start;  at all others: the lattice's top
 *     worklist                transfer(node) -> state at its exit -> merge into entry[s] for each successor s
 *
 * A node need not be code: one that stands for "any target that was pushed" joins N origins and M targets by
 * N + M edges, instead of N times M. */
#ifndef HW_DATAFLOW_H
#define HW_DATAFLOW_H

#include <halfwarp/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HW_DATAFLOW_END UINT32_MAX

struct hw_dataflow {
    uint32_t node_count;
    size_t state_bytes; /* of one state */
    void *entry;        /* node_count states; the caller sets the first ones, and finds the solution there */
    bool is_backward;   /* the last node is visited first: the order in which such a problem converges fast */
    uint64_t max_merges; /* more of them end the analysis; 0: no limit */
    void *context;       /* handed to the functions */
    /* The state at the node's entry becomes that at its exit.  Each node is visited at least once. */
    void (*transfer)(void *context, uint32_t node, void *state);
    /* Whether merging `from` changes `into`. */
    bool (*merge)(void *context, void *into, const void *from);
    /* The next node that follows, HW_DATAFLOW_END behind the last.  *cursor is 0 at first, and the
     * function's. */
    uint32_t (*successor)(void *context, uint32_t node, uint32_t *cursor);
};

/* HW_OK; HW_ERR_LIMIT: more than max_merges; HW_ERR_NO_MEMORY. */
hw_status hw_dataflow_solve(const struct hw_dataflow *problem);

#endif
