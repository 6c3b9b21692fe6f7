/* SPDX-License-Identifier: MIT */
/* Counting instructions where a path jumps, and finding out whether it may go on: what hw_warp_count and
 * hw_warp_branch do, as code.
 *
 * Loops with promoted registers (jit_promote.h) keep the count as well, and put it into the warp and the
 * block where somebody else may look. */
#ifndef HW_JIT_COMPILER_JIT_ICOUNT_H
#define HW_JIT_COMPILER_JIT_ICOUNT_H

#include "jit/compiler/jit_build.h"

/* At the function's begin. */
void hw_jit_icount_begin(struct hw_jit_build *build, LLVMValueRef program);

/* Count what ends with the jump at `index`.  Whether others get their turn then, or the block has done all
 * that it may. */
LLVMValueRef hw_jit_icount(const struct hw_jit_build *build, uint32_t index);
/* What is counted next begins with `target`, where the jump at `index` leads. */
void hw_jit_icount_from(const struct hw_jit_build *build, uint32_t index, uint32_t target);

/* Begin to keep the count in values; write it back, which ends that. */
void hw_jit_icount_take(const struct hw_jit_build *build);
void hw_jit_icount_put(const struct hw_jit_build *build);

#endif
