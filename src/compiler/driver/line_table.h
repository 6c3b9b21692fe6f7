/* SPDX-License-Identifier: MIT */
/* The line table maps addresses of compiled code to source lines; the module keeps it as debug information.
 */
#ifndef HW_COMPILER_DRIVER_LINE_TABLE_H
#define HW_COMPILER_DRIVER_LINE_TABLE_H

#include <halfwarp/module.h>

#include "compiler/codegen/codegen.h"

/* Add line information to `to`, which was made of `from`. */
hw_status hw_add_line_table(const struct hw_ir_module *from, const struct hw_codegen_lines *lines,
                            struct hw_module *to, struct hw_error *error);

#endif
