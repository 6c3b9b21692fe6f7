/* SPDX-License-Identifier: MIT */
/* Whether a function is one: what every pass may count on and has to leave behind.
 *
 * Blocks end with one instruction that ends them, phis stand first and have an operand for each edge, edges
 * are known on both sides, nothing leads to the first block; operations have as many results and operands as
 * they may have; an operand is made where every way to its use leads by; values list their uses.  Debug
 * builds and tests look after each pass. */
#ifndef HW_COMPILER_IR_IR_CHECK_H
#define HW_COMPILER_IR_IR_CHECK_H

#include <halfwarp/status.h>

#include "compiler/ir/ir_flow.h"

hw_status hw_ir_check(const struct hw_ir_function *function, struct hw_error *error);

#endif
