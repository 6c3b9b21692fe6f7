/* SPDX-License-Identifier: MIT */
/* If-conversion replaces short sides of a branch by predicated instructions, which are cheaper than the
 * branch and its reconvergence point. */
#ifndef HW_COMPILER_CODEGEN_IF_CONVERT_H
#define HW_COMPILER_CODEGEN_IF_CONVERT_H

#include "compiler/codegen/reconvergence.h"
#include "compiler/mir/mir.h"

/* Before register allocation. */
void hw_codegen_if_convert(struct hw_mir_function *function, struct hw_codegen_reconvergence *reconvergence);

#endif
