/* SPDX-License-Identifier: MIT */
/* The AST printer writes an AST as PTX text, which parses to the same AST. */
#ifndef HW_COMPILER_PTX_PTX_PRINT_H
#define HW_COMPILER_PTX_PTX_PRINT_H

#include <stdio.h>

#include "compiler/ptx/ptx_ast.h"

void hw_ptx_print(const struct hw_ptx_module *module, FILE *to);

/* Parts of it: a variable's declaration without its end; an initializer; an operand. */
void hw_ptx_print_variable(const struct hw_ptx_variable *variable, FILE *to);
void hw_ptx_print_initial(const struct hw_ptx_variable *variable, FILE *to);
void hw_ptx_print_insn(const struct hw_ptx_insn *insn, FILE *to);
void hw_ptx_print_operand(const struct hw_ptx_operand *operand, FILE *to);
void hw_ptx_print_constant(struct hw_ptx_constant constant, FILE *to);

#endif
