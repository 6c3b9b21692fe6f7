/* SPDX-License-Identifier: MIT */
/* Describes a natural loop to passes: see loops.h. */
#include "compiler/passes/loops.h"

struct hw_loops hw_loops(struct hw_ir_function *function, const struct hw_ir_flow *flow)
{
    return (struct hw_loops){.function = function,
                             .flow = flow,
                             .blocks = function->block_count,
                             .member = hw_arena_array(function->arena, flow->count, sizeof(uint32_t)),
                             .stack = hw_arena_array(function->arena, flow->count, sizeof(uint32_t))};
}

static uint32_t rpo_of(const struct hw_loops *loops, const struct hw_ir_block *block)
{
    return block->number < loops->blocks ? loops->flow->rpo[block->number] : HW_IR_NOWHERE;
}

static bool leads_back(const struct hw_loops *loops, const struct hw_ir_block *from)
{
    const uint32_t rpo = rpo_of(loops, from);

    return rpo != HW_IR_NOWHERE && hw_ir_dominates(loops->flow, loops->head, rpo);
}

static void add_block(struct hw_loops *loops, const struct hw_ir_block *block, uint32_t *depth)
{
    const uint32_t rpo = rpo_of(loops, block);

    if (rpo == HW_IR_NOWHERE || loops->member[rpo] == loops->head + 1)
        return;
    loops->member[rpo] = loops->head + 1;
    loops->stack[(*depth)++] = rpo;
}

/* What leads to its ends, back to the head; blocks that were made since only lead in. */
bool hw_loops_find(struct hw_loops *loops, uint32_t head)
{
    struct hw_ir_block *block = loops->flow->order[head];
    uint32_t entries = 0, depth = 0;

    loops->head = head;
    loops->block = block;
    loops->member[head] = head + 1;
    for (uint32_t i = 0; i < block->from_count; i++)
        if (leads_back(loops, block->from[i]))
            add_block(loops, block->from[i], &depth);
        else {
            loops->entry_edge = i;
            entries++;
        }
    if (entries != 1 || entries == block->from_count)
        return false;
    while (depth) {
        const struct hw_ir_block *member = loops->flow->order[loops->stack[--depth]];
        for (uint32_t i = 0; i < member->from_count; i++)
            add_block(loops, member->from[i], &depth);
    }
    return true;
}

bool hw_loops_has(const struct hw_loops *loops, const struct hw_ir_block *block)
{
    const uint32_t rpo = rpo_of(loops, block);

    return rpo != HW_IR_NOWHERE && loops->member[rpo] == loops->head + 1;
}

bool hw_loops_dominates_latches(const struct hw_loops *loops, const struct hw_ir_block *block)
{
    for (uint32_t i = 0; i < loops->block->from_count; i++)
        if (i != loops->entry_edge &&
            !hw_ir_dominates(loops->flow, rpo_of(loops, block), rpo_of(loops, loops->block->from[i])))
            return false;
    return true;
}

struct hw_ir_block *hw_loops_preheader(struct hw_loops *loops)
{
    struct hw_ir_block *from = loops->block->from[loops->entry_edge];

    if (from->to_count == 1)
        return from;
    return hw_ir_split_edge(loops->function, from, hw_ir_successor_index(from, loops->block));
}
