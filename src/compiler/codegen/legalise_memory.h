/* SPDX-License-Identifier: MIT */
/* Legalises addresses and stored values to as many bits as their instructions read. */
#ifndef HW_COMPILER_CODEGEN_LEGALISE_MEMORY_H
#define HW_COMPILER_CODEGEN_LEGALISE_MEMORY_H

#include "compiler/ir/ir.h"

/* `all_short`: those of global memory have 32 bits, too. */
void hw_codegen_legalise_memory(struct hw_ir_function *function, bool all_short);

#endif
