/* SPDX-License-Identifier: MIT */
/* The source's lines of code that was compiled, kept in its module. */
#ifndef HW_COMPILER_DRIVER_LINE_TABLE_H
#define HW_COMPILER_DRIVER_LINE_TABLE_H

#include <halfwarp/module.h>

#include "compiler/codegen/codegen.h"

/* Add line information to `to`, which was made of `from`. */
hw_status hw_add_line_table(const struct hw_ir_module *from, const struct hw_codegen_lines *lines,
                            struct hw_module *to, struct hw_error *error);

#endif
