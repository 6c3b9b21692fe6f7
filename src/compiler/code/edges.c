/* SPDX-License-Identifier: MIT */
/* See edges.h. */
#include "compiler/code/edges.h"

/* The phis keep their operands in place: the new block takes over the edge. */
static void split(struct hw_ir_function *function, struct hw_ir_block *from, uint32_t which)
{
    struct hw_ir_block *to = from->to[which], *between = hw_ir_block(function);
    const struct hw_ir_made jump = {.op = HW_IR_JUMP};
    uint32_t edge = 0;

    /* Where a block goes to another twice, the first edge of it that is still there. */
    while (to->from[edge] != from)
        edge++;
    hw_ir_end(function, between, &jump, &to, 1);
    to->from_count--;
    to->from[edge] = between;
    from->to[which] = between;
    between->from =
        hw_arena_grow(function->arena, between->from, 0, &between->from_room, sizeof(struct hw_ir_block *));
    between->from[0] = from;
    between->from_count = 1;
}

void hw_codegen_split_edges(struct hw_ir_function *function)
{
    const uint32_t count = function->block_count;

    for (uint32_t i = 0; i < count; i++) {
        struct hw_ir_block *block = function->block[i];
        for (uint32_t k = 0; block->to_count > 1 && k < block->to_count; k++)
            if (block->to[k]->from_count > 1)
                split(function, block, k);
    }
}
