/* SPDX-License-Identifier: MIT */
/* The front door of the JIT finds the compiled code of a program in a cache, or has it compiled.  Any thread
 * may call these functions. */
#ifndef HW_JIT_JIT_GET_CODE_H
#define HW_JIT_JIT_GET_CODE_H

#include "engine/compiler_interface.h"

/* Code for a program, which may take seconds.  Free it with hw_jit_free. */
hw_status hw_jit_compile(const struct hw_compile_input *input, struct hw_compiled_code **compiled,
                         struct hw_error *error);
void hw_jit_free(struct hw_compiled_code *code);

#endif
