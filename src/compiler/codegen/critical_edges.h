/* SPDX-License-Identifier: MIT */
/* Edges from a block with several ways out to one with several ways in get a block of their own: copies for
 * phis, and the push of a place to meet before a loop, need a place that only this edge leads through. */
#ifndef HW_COMPILER_CODEGEN_CRITICAL_EDGES_H
#define HW_COMPILER_CODEGEN_CRITICAL_EDGES_H

#include "compiler/ir/ir.h"

void hw_codegen_split_critical_edges(struct hw_ir_function *function);

#endif
