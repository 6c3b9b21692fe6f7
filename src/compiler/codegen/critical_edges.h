/* SPDX-License-Identifier: MIT */
/* Splits critical edges: an edge from a block with several successors to one with several predecessors gets
 * a block of its own.  Phi elimination puts copies there, and reconvergence insertion the SSY before a loop,
 * which only this edge may execute. */
#ifndef HW_COMPILER_CODEGEN_CRITICAL_EDGES_H
#define HW_COMPILER_CODEGEN_CRITICAL_EDGES_H

#include "compiler/ir/ir.h"

void hw_codegen_split_critical_edges(struct hw_ir_function *function);

#endif
