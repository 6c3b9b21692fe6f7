/* SPDX-License-Identifier: MIT */
/* Checks whether the declarations of a PTX text fit the target.  The messages are those of ptxas; their
 * source location is the declaration that exceeds the limit. */
#ifndef HW_COMPILER_CODEGEN_LIMITS_H
#define HW_COMPILER_CODEGEN_LIMITS_H

#include "compiler/codegen/variable_layout.h"
#include "compiler/codegen/codegen_target.h"
#include "compiler/ir/ir_module.h"

/* Constants of the entire text, which have their addresses, and global variables.  Error: HW_ERR_RANGE. */
hw_status hw_codegen_check_constants(const struct hw_codegen_layout *layout, struct hw_error *error);
hw_status hw_codegen_check_globals(const struct hw_codegen_target *target, const struct hw_ir_module *module,
                                   struct hw_error *error);

/* Initial values: a generic address of a constant needs a chip whose constants have one.  Error:
 * HW_ERR_UNSUPPORTED. */
hw_status hw_codegen_check_initials(const struct hw_codegen_target *target, const struct hw_ir_module *module,
                                    struct hw_error *error);

/* Parameters of a kernel, and so many bytes that one or a function has in shared or local memory.  Error:
 * HW_ERR_LIMIT, as the others can do without it. */
hw_status hw_codegen_check_space(const struct hw_codegen_target *target, const struct hw_ir_symbol *symbol,
                                 enum hw_ir_space space, uint64_t bytes, struct hw_error *error);

#endif
