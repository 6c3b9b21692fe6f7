/* SPDX-License-Identifier: MIT */
/* The IR printer writes the intermediate representation as text, for tests and for debugging the compiler:
 *
 *     function saxpy
 *     b0:
 *             %1:32 = special 3
 *             %2:32 = add.s32 %1, #0x10
 *             branch %3, b1, b2
 */
#ifndef HW_COMPILER_IR_IR_PRINT_H
#define HW_COMPILER_IR_IR_PRINT_H

#include <stdio.h>

#include "compiler/ir/ir.h"

void hw_ir_print(const struct hw_ir_function *function, FILE *to);
void hw_ir_print_insn(const struct hw_ir_insn *insn, FILE *to);

#endif
