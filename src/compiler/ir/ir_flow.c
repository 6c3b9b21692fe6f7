/* SPDX-License-Identifier: MIT */
/* Computes dominators by the algorithm of Cooper, Harvey and Kennedy: in reverse postorder, intersect the
 * dominators of the predecessors until nothing changes: see ir_flow.h.  A natural loop is what reaches an
 * edge back to a block that dominates it. */
#include "compiler/ir/ir_flow.h"

/* Postorder without recursion: a stack of blocks, each with the next edge to follow. */
static void number_postorder(struct hw_ir_flow *flow, struct hw_arena *arena)
{
    const struct hw_ir_function *function = flow->function;
    const uint32_t blocks = function->block_count;
    struct hw_ir_block **stack = hw_arena_array(arena, blocks, sizeof(struct hw_ir_block *));
    uint32_t *next = hw_arena_array(arena, blocks, sizeof *next), depth = 0, left = blocks;
    struct hw_ir_block **order = hw_arena_array(arena, blocks, sizeof(struct hw_ir_block *));

    for (uint32_t i = 0; i < blocks; i++)
        flow->rpo[i] = HW_IR_NOWHERE;
    stack[depth++] = function->block[0];
    flow->rpo[0] = 0;
    while (depth) {
        struct hw_ir_block *block = stack[depth - 1];
        if (next[depth - 1] == block->to_count) {
            order[--left] = block;
            depth--;
            continue;
        }
        struct hw_ir_block *to = block->to[next[depth - 1]++];
        if (flow->rpo[to->number] == HW_IR_NOWHERE) {
            flow->rpo[to->number] = 0;
            next[depth] = 0;
            stack[depth++] = to;
        }
    }
    flow->order = order + left;
    flow->count = blocks - left;
    for (uint32_t i = 0; i < flow->count; i++)
        flow->rpo[flow->order[i]->number] = i;
}

static uint32_t intersect(const uint32_t *idom, uint32_t a, uint32_t b)
{
    while (a != b)
        if (a > b)
            a = idom[a];
        else
            b = idom[b];
    return a;
}

static void find_dominators(struct hw_ir_flow *flow)
{
    bool changes = true;

    for (uint32_t i = 1; i < flow->count; i++)
        flow->idom[i] = HW_IR_NOWHERE;
    while (changes) {
        changes = false;
        for (uint32_t i = 1; i < flow->count; i++) {
            const struct hw_ir_block *block = flow->order[i];
            uint32_t idom = HW_IR_NOWHERE;
            for (uint32_t k = 0; k < block->from_count; k++) {
                const uint32_t from = flow->rpo[block->from[k]->number];
                if (from == HW_IR_NOWHERE || (from && flow->idom[from] == HW_IR_NOWHERE))
                    continue;
                idom = idom == HW_IR_NOWHERE ? from : intersect(flow->idom, idom, from);
            }
            changes |= idom != flow->idom[i];
            flow->idom[i] = idom;
        }
    }
}

/* A block comes after its dominators, so sizes are computed from the last to the first. */
static void number_dominated(struct hw_ir_flow *flow, struct hw_arena *arena)
{
    uint32_t *next = hw_arena_array(arena, flow->count, sizeof *next);

    for (uint32_t i = 0; i < flow->count; i++)
        flow->size[i] = 1;
    for (uint32_t i = flow->count; i-- > 1;)
        flow->size[flow->idom[i]] += flow->size[i];
    next[0] = 1;
    for (uint32_t i = 1; i < flow->count; i++) {
        flow->first[i] = next[flow->idom[i]];
        next[flow->idom[i]] += flow->size[i];
        next[i] = flow->first[i] + 1;
    }
}

bool hw_ir_dominates(const struct hw_ir_flow *flow, uint32_t a, uint32_t b)
{
    return flow->first[b] - flow->first[a] < flow->size[a];
}

/* The blocks of the loop with this head: what goes back to it, and what leads there.  Heads come from the
 * last to the first, so inner loops before outer ones. */
static void find_loop(struct hw_ir_flow *flow, uint32_t head, uint32_t *stack, uint32_t *seen)
{
    const struct hw_ir_block *block = flow->order[head];
    uint32_t depth = 0;

    for (uint32_t i = 0; i < block->from_count; i++) {
        const uint32_t from = flow->rpo[block->from[i]->number];
        if (from != HW_IR_NOWHERE && hw_ir_dominates(flow, head, from) && seen[from] != head + 1) {
            seen[from] = head + 1;
            stack[depth++] = from;
        }
    }
    if (!depth)
        return;
    if (seen[head] != head + 1) {
        seen[head] = head + 1;
        stack[depth++] = head;
    }
    while (depth) {
        const uint32_t member = stack[--depth];
        flow->depth[member]++;
        if (flow->loop[member] == HW_IR_NOWHERE)
            flow->loop[member] = head;
        for (uint32_t i = 0; member != head && i < flow->order[member]->from_count; i++) {
            const uint32_t from = flow->rpo[flow->order[member]->from[i]->number];
            if (from != HW_IR_NOWHERE && hw_ir_dominates(flow, head, from) && seen[from] != head + 1) {
                seen[from] = head + 1;
                stack[depth++] = from;
            }
        }
    }
}

struct hw_ir_flow *hw_ir_flow(const struct hw_ir_function *function)
{
    struct hw_arena *arena = function->arena;
    struct hw_ir_flow *flow = hw_arena_alloc(arena, sizeof *flow);

    flow->function = function;
    flow->rpo = hw_arena_array(arena, function->block_count, sizeof *flow->rpo);
    number_postorder(flow, arena);
    flow->idom = hw_arena_array(arena, flow->count, sizeof *flow->idom);
    flow->depth = hw_arena_array(arena, flow->count, sizeof *flow->depth);
    flow->loop = hw_arena_array(arena, flow->count, sizeof *flow->loop);
    flow->first = hw_arena_array(arena, flow->count, sizeof *flow->first);
    flow->size = hw_arena_array(arena, flow->count, sizeof *flow->size);
    find_dominators(flow);
    number_dominated(flow, arena);
    uint32_t *stack = hw_arena_array(arena, flow->count, sizeof *stack);
    uint32_t *seen = hw_arena_array(arena, flow->count, sizeof *seen);
    for (uint32_t i = 0; i < flow->count; i++)
        flow->loop[i] = HW_IR_NOWHERE;
    for (uint32_t i = flow->count; i-- > 0;)
        find_loop(flow, i, stack, seen);
    return flow;
}

void hw_ir_drop_unreached(struct hw_ir_function *function, const struct hw_ir_flow *flow)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < flow->count; i++)
        for (uint32_t k = flow->order[i]->from_count; k-- > 0;)
            if (flow->rpo[flow->order[i]->from[k]->number] == HW_IR_NOWHERE)
                hw_ir_remove_edge(flow->order[i], k);
    for (uint32_t i = 0; i < function->block_count; i++) {
        struct hw_ir_block *block = function->block[i];
        if (flow->rpo[block->number] != HW_IR_NOWHERE) {
            function->block[kept++] = block;
            continue;
        }
        while (block->last)
            hw_ir_remove(block->last);
    }
    function->block_count = kept;
    for (uint32_t i = 0; i < kept; i++)
        function->block[i]->number = i;
}
