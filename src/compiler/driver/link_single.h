/* SPDX-License-Identifier: MIT */
/* A module with calls is linked on its own: registers, stack and shared memory of kernels follow from their
 * call graph. */
#ifndef HW_COMPILER_DRIVER_LINK_SINGLE_H
#define HW_COMPILER_DRIVER_LINK_SINGLE_H

#include <halfwarp/module.h>

#include "compiler/codegen/codegen_target.h"
#include "compiler/ir/ir_module.h"

/* *module, made of `from`, becomes what it is when it is linked; after an error it is NULL.  Errors:
 * HW_ERR_NOT_FOUND for what the text only declares; HW_ERR_LIMIT for a kernel that takes too much memory with
 * its functions; those of hw_linker_finish. */
hw_status hw_compile_link(struct hw_module **module, const struct hw_ir_module *from,
                          const struct hw_codegen_target *target, struct hw_error *error);

#endif
