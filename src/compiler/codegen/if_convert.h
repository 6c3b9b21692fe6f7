/* SPDX-License-Identifier: MIT */
/* Short ways around become instructions under a guard: cheaper than a branch and the place to meet again. */
#ifndef HW_COMPILER_CODEGEN_IF_CONVERT_H
#define HW_COMPILER_CODEGEN_IF_CONVERT_H

#include "compiler/codegen/reconvergence.h"
#include "compiler/mir/mir.h"

/* Before registers have places. */
void hw_codegen_if_convert(struct hw_mir_function *function, struct hw_codegen_reconvergence *reconvergence);

#endif
