/* SPDX-License-Identifier: MIT */
/* Only some kernels of a text. */
#ifndef HW_COMPILER_DRIVER_ENTRY_FILTER_H
#define HW_COMPILER_DRIVER_ENTRY_FILTER_H

#include <halfwarp/compiler.h>

#include "compiler/arena.h"
#include "compiler/ptx/ptx_ast.h"

/* A tree without the kernels that the options do not want; the same one where they want all.
 * HW_ERR_NOT_FOUND: it has not one that they want. */
hw_status hw_filter_entries(struct hw_arena *arena, const struct hw_compile_options *options,
                            const struct hw_ptx_module **tree, struct hw_error *error);

#endif
