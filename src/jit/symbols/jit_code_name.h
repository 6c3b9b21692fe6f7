/* SPDX-License-Identifier: MIT */
/* The name of compiled code is the kernel's, and which of its versions it is.  Kernels with the same code
 * share it; it has the name of the first. */
#ifndef HW_JIT_SYMBOLS_JIT_CODE_NAME_H
#define HW_JIT_SYMBOLS_JIT_CODE_NAME_H

#include "engine/compiler_interface.h"

#define HW_JIT_CODE_NAME 4400 /* a kernel's name has at most 4,096 characters or is cut off */

/* For people: "saxpy (full warps, baseline)". */
void hw_jit_code_title(const struct hw_compile_input *source, char text[HW_JIT_CODE_NAME]);

/* The symbol of a function of the code (struct hw_jit_symbol): "saxpy.full.baseline" for the kernel itself,
 * as compilers name their copies of a function, so that debuggers take it for a `saxpy`.  A helper has its
 * name first, so that they do not: "call.saxpy.full.baseline". */
void hw_jit_code_symbol(const struct hw_compile_input *source, const char *function,
                        char text[HW_JIT_CODE_NAME]);

/* The name by which debuggers find the same function.  They know copies of C++'s functions alone, so it is
 * "saxpy" for a kernel whose name is not mangled, and else the symbol. */
void hw_jit_code_function(const struct hw_compile_input *source, const char *function,
                          char text[HW_JIT_CODE_NAME]);

#endif
