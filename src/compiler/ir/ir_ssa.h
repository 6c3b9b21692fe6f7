/* SPDX-License-Identifier: MIT */
/* SSA construction (mem2reg) turns variables into values in static single assignment form.
 *
 * A front end that translates a language with variables writes each as often as it likes
 * (hw_ir_variable).  Afterwards no variable is left: operands are the reaching definitions, and phis merge
 * several of them.  A variable that is read before it is written is undefined. */
#ifndef HW_COMPILER_IR_IR_SSA_H
#define HW_COMPILER_IR_IR_SSA_H

#include "compiler/ir/ir_flow.h"

/* Blocks that cannot be reached keep variables: hw_ir_drop_unreached takes them away. */
void hw_ir_ssa(struct hw_ir_function *function, const struct hw_ir_flow *flow);

#endif
