/* SPDX-License-Identifier: MIT */
/* Schedules and allocates registers for a function after instruction selection.  Scheduling comes first,
 * since it decides the register pressure. */
#ifndef HW_COMPILER_CODEGEN_REGISTERS_H
#define HW_COMPILER_CODEGEN_REGISTERS_H

#include "compiler/codegen/budget.h"
#include "compiler/codegen/kernel.h"
#include "compiler/codegen/isel.h"

/* Schedules selection->to, and allocates registers and stack for it; `most`: the limit of registers, 0: the
 * target's.  The schedule is the one with the least stalls, if its registers are within the budget; else one
 * that is, if there is one without spills, or the budget must be met. */
hw_status hw_codegen_allocate_registers(struct hw_isel *selection, const struct hw_codegen_budget *budget,
                                        unsigned most, struct hw_codegen_kernel *kernel);

#endif
