/* SPDX-License-Identifier: MIT */
/* Code in which the host flushes denormals.
 *
 * x86-64 takes denormal operands as zeros, and makes results zeros of their sign, where MXCSR says so.  It
 * looks at the result rounded as if there were no least exponent, as the chip does.  So a multiply-add that
 * flushes is a plain one then, where the lane function needs five times as many instructions of the host.
 * Changing MXCSR takes as long as a few of them; so it is done for a whole program, if all of its arithmetic
 * of floats flushes, except for what it calls; else for straight code in which several flush, and all else
 * has nothing to do with denormals.
 *
 * LLVM does not know what arithmetic needs of MXCSR, and may move it.  So such code is a function, and
 * another function that does nothing else changes MXCSR around the call. */
#ifndef HW_JIT_COMPILER_JIT_FTZ_H
#define HW_JIT_COMPILER_JIT_FTZ_H

#include "jit/compiler/jit_build.h"

/* Whether the host flushes for a whole program: build->flushes_all, and its micro-operations in `unit`,
 * which is the build's, do not flush any more.  The first thing to do with it. */
void hw_jit_ftz_all(struct hw_jit_build *build, struct hw_jit_unit *unit);
/* Whether the host flushes for a micro-operation, so that its operands have to be hidden from LLVM
 * (jit_hide.h). */
bool hw_jit_ftz_hides(const struct hw_jit_build *build, uint32_t index);
/* Let a function of a program be one for which it does: it gets another name, and the new one, which is
 * returned, its own, and its linkage. */
LLVMValueRef hw_jit_ftz_around(const struct hw_jit_build *build, LLVMValueRef function);
/* The engine's function as code of the program has to call it, with the warp and a micro-operation. */
void hw_jit_ftz_call(const struct hw_jit_build *build, LLVMValueRef function, LLVMValueRef warp,
                     LLVMValueRef uop);

/* How many micro-operations from `first` up to `end` would flush so. */
unsigned hw_jit_ftz_count(const struct hw_jit_build *build, uint32_t first, uint32_t end);

/* Choose straight code, before wrappers are made: its micro-operations do not flush any more.  False: there
 * is no memory.  Free it with hw_jit_ftz_free, also then. */
bool hw_jit_ftz_choose(struct hw_jit_build *build, struct hw_jit_unit *unit);
void hw_jit_ftz_free(struct hw_jit_build *build);

/* Straight code, as hw_jit_block_body, of which some may be such code. */
void hw_jit_ftz_block_body(struct hw_jit_build *build, uint32_t first, uint32_t end);

#endif
