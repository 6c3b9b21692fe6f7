/* SPDX-License-Identifier: MIT */
/* A module's variables become data sections of a listing, for constant and global memory, with symbols and
 * the relocations that the loader resolves. */
#ifndef HW_COMPILER_CODEGEN_VARIABLES_H
#define HW_COMPILER_CODEGEN_VARIABLES_H

#include "compiler/codegen/codegen_buffer.h"
#include "compiler/codegen/variable_layout.h"
#include "compiler/codegen/symbol_list.h"
#include "compiler/codegen/codegen_target.h"
#include "compiler/ir/ir_module.h"

/* Places for all variables in constant memory. */
void hw_codegen_assign_constants(const struct hw_ir_module *module, struct hw_codegen_layout *layout);

void hw_codegen_write_variables(const struct hw_ir_module *module, const struct hw_codegen_target *target,
                                const struct hw_codegen_layout *constants, bool is_relocatable,
                                struct hw_codegen_buffer *to, struct hw_codegen_symbols *symbols);

#endif
