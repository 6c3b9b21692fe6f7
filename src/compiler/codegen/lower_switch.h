/* SPDX-License-Identifier: MIT */
/* Switch lowering turns a jump by index into a binary search of branches. */
#ifndef HW_COMPILER_CODEGEN_LOWER_SWITCH_H
#define HW_COMPILER_CODEGEN_LOWER_SWITCH_H

#include "compiler/ir/ir.h"

/* Before hw_ir_ssa: there are no phis yet. */
void hw_codegen_lower_switches(struct hw_ir_function *function);

#endif
