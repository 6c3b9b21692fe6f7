/* SPDX-License-Identifier: MIT */
/* Registers for a function whose instructions have been selected.  The order of instructions comes first, for
 * it decides how many are live at once. */
#ifndef HW_COMPILER_CODEGEN_REGISTERS_H
#define HW_COMPILER_CODEGEN_REGISTERS_H

#include "compiler/codegen/budget.h"
#include "compiler/codegen/kernel.h"
#include "compiler/codegen/isel.h"

/* Give selection->to an order, registers and a stack; `most`: registers that it may have, 0: all there are.
 * The order is that in which instructions wait least, if its registers are within the budget; else one that
 * is, if there is one without registers in memory, or the budget must be kept. */
hw_status hw_codegen_allocate_registers(struct hw_isel *selection, const struct hw_codegen_budget *budget,
                                        unsigned most, struct hw_codegen_kernel *kernel);

#endif
