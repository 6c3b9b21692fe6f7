/* SPDX-License-Identifier: MIT */
/* Legalises texture and surface handles: each lookup gets a name or a handle, whichever its function can
 * have. */
#ifndef HW_COMPILER_CODEGEN_LEGALISE_HANDLES_H
#define HW_COMPILER_CODEGEN_LEGALISE_HANDLES_H

#include "compiler/codegen/codegen_target.h"
#include "compiler/ir/ir.h"

/* A kernel's lookups take the names that their handles come from; those of other functions handles, where the
 * target has such. */
void hw_codegen_legalise_handles(struct hw_codegen_target *target, struct hw_ir_function *function,
                                 bool is_kernel);

/* Whether an operation is of a texture or surface: its symbol, else its first operand, says which. */
bool hw_codegen_is_lookup(const struct hw_ir_insn *insn);

#endif
