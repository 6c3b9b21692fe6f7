/* SPDX-License-Identifier: MIT */
/* Code in which the host flushes denormals.
 *
 * x86-64 takes denormal operands as zeros, and makes results zeros of their sign, where MXCSR says so.  It
 * looks at the result rounded as if there were no least exponent, as the chip does.  So a multiply-add that
 * flushes is a plain one then, where the lane function needs five times as many instructions of the host.
 * Changing MXCSR takes as long as a few of them; so it is done for straight code in which several flush, and
 * all else does no arithmetic of floats.
 *
 * LLVM does not know what arithmetic needs of MXCSR, and may move it.  So such code is a function, and
 * another function that does nothing else changes MXCSR around the call. */
#ifndef HW_JIT_COMPILER_JIT_FLUSH_H
#define HW_JIT_COMPILER_JIT_FLUSH_H

#include "jit/compiler/jit_build.h"

/* Whether a micro-operation flushes denormals in a way that the host can. */
bool hw_jit_flushes(const struct hw_jit_build *build, uint32_t place);

/* Choose such code, before wrappers are made: its micro-operations in `shape`, which is the build's, do not
 * flush any more.  False: there is no memory.  Free it with hw_jit_flush_free, also then. */
bool hw_jit_flush_choose(struct hw_jit_build *build, struct hw_jit_shape *shape);
void hw_jit_flush_free(struct hw_jit_build *build);

/* Straight code, as hw_jit_segment, of which some may be such code. */
void hw_jit_flush_segment(struct hw_jit_build *build, uint32_t first, uint32_t end);

#endif
