/* SPDX-License-Identifier: MIT */
/* The IR verifier checks the invariants that every pass may rely on and must preserve.
 *
 * Blocks end with exactly one terminator, phis stand first and have an operand for each edge, edges are in
 * the lists of both blocks, no edge leads to the entry block; operations have a permitted number of results
 * and operands; a definition dominates its uses; values list their uses.  Tests run the verifier after each
 * pass. */
#ifndef HW_COMPILER_IR_IR_CHECK_H
#define HW_COMPILER_IR_IR_CHECK_H

#include <halfwarp/status.h>

#include "compiler/ir/ir_flow.h"

hw_status hw_ir_check(const struct hw_ir_function *function, struct hw_error *error);

#endif
