/* SPDX-License-Identifier: MIT */
/* Declares the parser of PTX: text becomes an AST. */
#ifndef HW_COMPILER_PTX_PTX_PARSE_MODULE_H
#define HW_COMPILER_PTX_PTX_PARSE_MODULE_H

#include <halfwarp/status.h>

#include "compiler/arena.h"
#include "compiler/ptx/ptx_ast.h"

/* Read a module into an arena, whose `out` is set; the tree does not point into the text.  Errors have line
 * and column: HW_ERR_SYNTAX, HW_ERR_RANGE, HW_ERR_NOT_FOUND for names that are not declared,
 * HW_ERR_UNSUPPORTED for instructions of targets that there are not. */
hw_status hw_ptx_parse(struct hw_arena *arena, const char *text, size_t length,
                       const struct hw_ptx_module **module, struct hw_error *error);

#endif
