/* SPDX-License-Identifier: MIT */
/* Operands of arithmetic that are hidden from LLVM, by inline assembly without an instruction.
 *
 * LLVM computes with what it knows as if all NaNs, and all ways to treat denormals, were the same: it takes
 * x * 1 for x, where the host flushes a denormal, or makes a NaN quiet; and infinity minus infinity is
 * another NaN to it than to the host. */
#ifndef HW_JIT_COMPILER_JIT_HIDE_H
#define HW_JIT_COMPILER_JIT_HIDE_H

#include "jit/compiler/jit_build.h"

/* Whether the operands of a micro-operation's arithmetic have to be hidden. */
bool hw_jit_hides(const struct hw_jit_build *build, uint32_t index);
/* Hide those of a simple wrapper's. */
void hw_jit_hide(const struct hw_jit_build *build, LLVMValueRef wrapper);

#endif
