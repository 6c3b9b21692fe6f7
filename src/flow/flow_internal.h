/* SPDX-License-Identifier: MIT */
/* The files of src/flow share this header: the steps from code to a graph. */
#ifndef HW_FLOW_FLOW_INTERNAL_H
#define HW_FLOW_FLOW_INTERNAL_H

#include <halfwarp/flow.h>

#include "module/module_internal.h"
#include "sched/sched_insn.h"

/* A graph while it is made. */
struct hw_flow_maker {
    struct hw_flow_graph *flow;
    struct hw_cfg cfg;
};

/* The instruction at an address, or behind the control word there; flow->insn_count: none. */
uint32_t hw_flow_insn_at(const struct hw_flow_graph *flow, uint64_t address);
/* The block of an instruction. */
uint32_t hw_flow_block_of(const struct hw_flow_graph *flow, uint32_t insn);

/* Whether an instruction jumps to where a register or a constant says. */
bool hw_flow_is_indirect(const struct hw_flow_maker *maker, uint32_t insn);

/* flow_targets.c: what the file says of the code's addresses: mark where blocks begin. */
void hw_flow_mark_leaders(struct hw_flow_maker *maker);
/* The next target that a record states for the indirect jump at `address`; false: there are no more. *cursor
 * is 0 at first, and the function's. */
bool hw_flow_next_target(const struct hw_flow_graph *flow, uint32_t address, size_t *cursor,
                         uint32_t *target);

/* flow_edges.c: all edges, and what of the code is reached. */
bool hw_flow_connect(struct hw_flow_maker *maker);

#endif
