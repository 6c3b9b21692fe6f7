/* SPDX-License-Identifier: MIT */
/* The chip has one NaN; the host's arithmetic has many, so each result is followed by a choice: if it is a
 * NaN, the chip's.  Arithmetic that goes on with such a result does not care which NaN it gets, and need not
 * wait for the choice. */
#ifndef HW_JIT_COMPILER_JIT_CANONICAL_NAN_H
#define HW_JIT_COMPILER_JIT_CANONICAL_NAN_H

#include <llvm-c/Core.h>

#include <stdbool.h>

/* Whether an instruction is a sum, difference, product or fused multiply-add. */
bool hw_jit_is_arithmetic(LLVMValueRef value);

/* Let it go on with the host's result, in all functions of a module.  What nobody needs then is left to
 * LLVM, which drops it. */
void hw_jit_canonical_nan_pass(LLVMModuleRef module);

#endif
