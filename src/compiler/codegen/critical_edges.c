/* SPDX-License-Identifier: MIT */
/* Splits critical edges: see critical_edges.h. */
#include "compiler/codegen/critical_edges.h"

void hw_codegen_split_critical_edges(struct hw_ir_function *function)
{
    const uint32_t count = function->block_count;

    for (uint32_t i = 0; i < count; i++) {
        struct hw_ir_block *block = function->block[i];
        for (uint32_t k = 0; block->to_count > 1 && k < block->to_count; k++)
            if (block->to[k]->from_count > 1)
                hw_ir_split_edge(function, block, k);
    }
}
