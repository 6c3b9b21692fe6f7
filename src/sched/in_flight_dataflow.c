/* SPDX-License-Identifier: MIT */
/* This forward dataflow analysis finds the results in flight at the entry of each basic block: the union of
 * what is in flight at the exits of its predecessors (dataflow.h has the solver).
 *
 * A block that leaves for a pushed target may go to any target of that kind.  Each kind is a node of its own
 * behind those of the blocks: its predecessors are the blocks that leave so, its successors the targets. */
#include "dataflow.h"
#include "sched/sched_insn.h"

#include <stdlib.h>

#define MERGES_PER_BLOCK 40 /* on average; compiled code needs ten */

struct in_flight_analysis {
    const struct hw_cfg *flow;
    hw_in_flight_transfer *visit;
    void *context;
};

static void transfer_in_flight(void *context, uint32_t node, void *state)
{
    const struct in_flight_analysis *analysis = context;

    if (node < analysis->flow->block_count)
        analysis->visit(analysis->context, node, state);
}

static bool merge_in_flight(void *context, void *into, const void *from)
{
    (void)context;
    return hw_in_flight_merge(into, from);
}

/* The next block from *cursor on that begins at a pushed target of this kind. */
static uint32_t next_target(const struct hw_cfg *flow, unsigned kind, uint32_t *cursor)
{
    while (*cursor < flow->block_count) {
        const uint32_t block = (*cursor)++;
        if (flow->block[block].target_of >> kind & 1)
            return block;
    }
    return HW_DATAFLOW_END;
}

static uint32_t next_successor(void *context, uint32_t node, uint32_t *cursor)
{
    const struct in_flight_analysis *analysis = context;
    const struct hw_cfg *flow = analysis->flow;

    if (node >= flow->block_count)
        return next_target(flow, node - flow->block_count, cursor);
    const struct hw_basic_block *block = &flow->block[node];
    const uint32_t successor[] = {block->next, block->jump,
                                  block->pool ? flow->block_count + block->pool : HW_NOWHERE};
    while (*cursor < 3) {
        const uint32_t to = successor[(*cursor)++];
        if (to != HW_NOWHERE)
            return to;
    }
    return HW_DATAFLOW_END;
}

hw_status hw_in_flight_solve(const struct hw_cfg *flow, hw_in_flight_transfer *visit,
                             hw_in_flight_transfer *last, void *context)
{
    struct in_flight_analysis analysis = {.flow = flow, .visit = visit, .context = context};
    const uint32_t nodes = flow->block_count + HW_POOL_COUNT;
    struct hw_in_flight *entry = calloc(nodes, sizeof *entry);
    const struct hw_dataflow problem = {.node_count = nodes,
                                        .state_bytes = sizeof *entry,
                                        .entry = entry,
                                        .max_merges = 1000 + (uint64_t)MERGES_PER_BLOCK * flow->block_count,
                                        .context = &analysis,
                                        .transfer = transfer_in_flight,
                                        .merge = merge_in_flight,
                                        .successor = next_successor};
    hw_status status = entry ? hw_dataflow_solve(&problem) : HW_ERR_NO_MEMORY;

    for (uint32_t i = 0; last && status == HW_OK && i < flow->block_count; i++)
        last(context, i, &entry[i]);
    free(entry);
    return status;
}
