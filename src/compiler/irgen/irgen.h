/* SPDX-License-Identifier: MIT */
/* IR generation translates the AST of PTX to a module of the IR. */
#ifndef HW_COMPILER_IRGEN_IRGEN_H
#define HW_COMPILER_IRGEN_IRGEN_H

#include <halfwarp/status.h>

#include "compiler/ir/ir_module.h"
#include "compiler/ptx/ptx_ast.h"

/* Into an arena whose `out` is set; nothing of the module points into the tree, which may lie in another one
 * and go.  Functions have variables still, and
 * blocks that nothing reaches: hw_ir_drop_unreached, then hw_ir_ssa.  Errors have line and column:
 * HW_ERR_SYNTAX for modifiers, types and operands that an instruction has not, HW_ERR_RANGE.  A function that
 * uses what this compiler has not is refused (HW_ERR_UNSUPPORTED), and the others are built. */
hw_status hw_irgen_run(struct hw_arena *arena, const struct hw_ptx_module *tree,
                       const struct hw_ir_module **module, struct hw_error *error);

#endif
