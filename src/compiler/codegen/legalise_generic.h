/* SPDX-License-Identifier: MIT */
/* Legalises atomic operations at generic addresses: chips have them for global memory and for shared memory,
 * and not for both at once. */
#ifndef HW_COMPILER_CODEGEN_LEGALISE_GENERIC_H
#define HW_COMPILER_CODEGEN_LEGALISE_GENERIC_H

#include "compiler/ir/ir.h"

void hw_codegen_legalise_generic(struct hw_ir_function *function);

#endif
