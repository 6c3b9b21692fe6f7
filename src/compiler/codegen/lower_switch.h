/* SPDX-License-Identifier: MIT */
/* Jumps by a number become branches: a search in halves. */
#ifndef HW_COMPILER_CODEGEN_LOWER_SWITCH_H
#define HW_COMPILER_CODEGEN_LOWER_SWITCH_H

#include "compiler/ir/ir.h"

/* Before hw_ir_ssa: there are no phis yet. */
void hw_codegen_lower_switches(struct hw_ir_function *function);

#endif
