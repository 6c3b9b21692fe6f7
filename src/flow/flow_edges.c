/* SPDX-License-Identifier: MIT */
/* The edges of a control-flow graph, by the last instruction of each block. */
#include "flow/flow_internal.h"

#include <stdlib.h>

static bool add(struct hw_flow_graph *flow, const struct hw_flow_edge *edge)
{
    if (!hw_module_grow(&flow->edges, flow->edge_count, sizeof *edge))
        return false;
    flow->edges[flow->edge_count++] = *edge;
    return true;
}

/* Any block that some instruction has pushed for this. */
static bool add_pool(struct hw_flow_maker *maker, uint32_t from, unsigned pool)
{
    for (uint32_t to = 0; to < maker->cfg.block_count; to++) {
        const struct hw_flow_edge edge = {from, to, HW_CFG_TAKEN, true, NULL};
        if (maker->cfg.block[to].target_of >> pool & 1 && !add(maker->flow, &edge))
            return false;
    }
    return true;
}

static bool add_indirect(struct hw_flow_maker *maker, uint32_t from, uint32_t insn)
{
    struct hw_flow_graph *flow = maker->flow;
    uint32_t target;
    size_t cursor = 0;

    while (hw_flow_next_target(flow, flow->address[insn], &cursor, &target)) {
        const uint32_t to = hw_flow_insn_at(flow, target);
        const struct hw_flow_edge edge = {from, hw_flow_block_of(flow, to), HW_CFG_TAKEN, true, NULL};
        bool is_new = to < flow->insn_count;
        for (uint32_t i = flow->edge_count; is_new && i-- > 0 && flow->edges[i].from == from;)
            is_new = flow->edges[i].to != edge.to;
        if (is_new && !add(flow, &edge))
            return false;
    }
    flow->blocks[from].has_unknown_exits = !cursor;
    return true;
}

static bool add_call(struct hw_flow_maker *maker, uint32_t from, uint32_t insn)
{
    const struct hw_sched_insn *step = &maker->cfg.step[insn];
    const struct hw_flow_graph *flow = maker->flow;
    const struct hw_reloc *reloc = hw_operand_reloc(flow->module, flow->kernel, flow->address[insn]);
    struct hw_flow_edge edge = {from, HW_CFG_OUTSIDE, HW_CFG_CALL, false, reloc ? reloc->symbol : NULL};

    if (step->target != HW_NOWHERE) {
        edge.to = hw_flow_block_of(flow, step->target);
        edge.callee = NULL;
    }
    return add(maker->flow, &edge);
}

/* Where PRET in the same block says that an indirect jump, which is a call then, comes back to; HW_NOWHERE:
 * there is none. */
static uint32_t return_of_jump(const struct hw_cfg *cfg, const struct hw_basic_block *block)
{
    for (uint32_t i = block->first + block->count; i-- > block->first;)
        if (cfg->step[i].flow == HW_FLOW_PUSH && cfg->step[i].token == HW_TOKEN_CALL)
            return cfg->step[i].target;
    return HW_NOWHERE;
}

static bool add_indirect_call(struct hw_flow_maker *maker, uint32_t from, uint32_t insn, uint32_t back)
{
    const struct hw_flow_edge edge = {from, hw_flow_block_of(maker->flow, back), HW_CFG_RETURN, false, NULL};

    return add_call(maker, from, insn) && add(maker->flow, &edge);
}

/* The edges of one block: those that are taken first. */
static bool connect_block(struct hw_flow_maker *maker, uint32_t number)
{
    struct hw_flow_graph *flow = maker->flow;
    const struct hw_basic_block *block = &maker->cfg.block[number];
    const uint32_t insn = block->first + block->count - 1;
    const struct hw_sched_insn *last = &maker->cfg.step[insn];
    const bool goes_on = block->next != HW_NOWHERE || (last->calls && number + 1 < flow->block_count);
    const bool is_indirect = hw_flow_is_indirect(maker, insn);
    const uint32_t back = is_indirect ? return_of_jump(&maker->cfg, block) : HW_NOWHERE;
    bool done = true;

    if (back != HW_NOWHERE)
        done = add_indirect_call(maker, number, insn, back);
    else if (last->calls)
        done = add_call(maker, number, insn);
    else if (is_indirect)
        done = add_indirect(maker, number, insn);
    else if (block->jump != HW_NOWHERE)
        done = add(flow, &(struct hw_flow_edge){number, block->jump, HW_CFG_TAKEN, false, NULL});
    else if (block->pool)
        done = add_pool(maker, number, block->pool);
    flow->blocks[number].ends = last->flow == HW_FLOW_END;
    flow->blocks[number].returns = last->returns || (last->flow == HW_FLOW_JUMP && !is_indirect &&
                                                     last->target == HW_NOWHERE && !last->calls);
    if (done && goes_on)
        done =
            add(flow, &(struct hw_flow_edge){number, number + 1,
                                             last->calls ? HW_CFG_RETURN : HW_CFG_FALL_THROUGH, false, NULL});
    return done;
}

/* The first edge of a block, or of one behind it. */
static uint32_t first_edge(const struct hw_flow_graph *flow, uint32_t block)
{
    uint32_t low = 0, high = flow->edge_count;

    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (flow->edges[middle].from < block)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool reach(struct hw_flow_graph *flow)
{
    uint32_t *queue = malloc((flow->block_count + 1) * sizeof *queue), done = 0, queued = 0;

    if (!queue)
        return false;
    for (uint32_t i = 0; i < flow->function_count; i++) {
        flow->blocks[flow->functions[i].block].is_reached = true;
        queue[queued++] = flow->functions[i].block;
    }
    while (done < queued) {
        const uint32_t from = queue[done++];
        for (uint32_t i = first_edge(flow, from); i < flow->edge_count && flow->edges[i].from == from; i++) {
            const uint32_t to = flow->edges[i].to;
            if (to == HW_CFG_OUTSIDE || flow->blocks[to].is_reached)
                continue;
            flow->blocks[to].is_reached = true;
            queue[queued++] = to;
        }
    }
    free(queue);
    return true;
}

bool hw_flow_connect(struct hw_flow_maker *maker)
{
    for (uint32_t i = 0; i < maker->flow->block_count; i++)
        if (!connect_block(maker, i))
            return false;
    return reach(maker->flow);
}
