/* SPDX-License-Identifier: MIT */
/* Constants of the module that code points to. */
#ifndef HW_JIT_COMPILER_JIT_CONSTANTS_H
#define HW_JIT_COMPILER_JIT_CONSTANTS_H

#include "jit/compiler/jit_build.h"

/* A micro-operation. */
LLVMValueRef hw_jit_constant(const struct hw_jit_build *build, const struct hw_uop *uop);

/* A table of registers, each of one word, and behind them a pair of zeros.  NULL: there is no memory. */
LLVMValueRef hw_jit_constant_registers(const struct hw_jit_build *build, const uint32_t *word,
                                       uint32_t words);

#endif
