/* SPDX-License-Identifier: MIT */
/* Short ways around become instructions under a guard: cheaper than a branch and the place to meet again. */
#ifndef HW_COMPILER_CODE_PREDICATE_H
#define HW_COMPILER_CODE_PREDICATE_H

#include "compiler/code/converge.h"
#include "compiler/mach/mach.h"

/* Before registers have places. */
void hw_codegen_predicate(struct hw_mach_function *function, struct hw_codegen_joins *joins);

#endif
