/* SPDX-License-Identifier: MIT */
/* The entry filter keeps only the named kernels of a PTX text (--entry). */
#ifndef HW_COMPILER_DRIVER_ENTRY_FILTER_H
#define HW_COMPILER_DRIVER_ENTRY_FILTER_H

#include <halfwarp/compiler.h>

#include "compiler/arena.h"
#include "compiler/ptx/ptx_ast.h"

/* An AST with only the kernels that the options name; the same one if they name none. HW_ERR_NOT_FOUND: a
 * named kernel does not exist. */
hw_status hw_filter_entries(struct hw_arena *arena, const struct hw_compile_options *options,
                            const struct hw_ptx_module **tree, struct hw_error *error);

#endif
