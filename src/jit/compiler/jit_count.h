/* SPDX-License-Identifier: MIT */
/* Counting instructions where a path jumps, and finding out whether it may go on: what hw_warp_count and
 * hw_warp_branch do, as code.
 *
 * Loops that hold registers (jit_held.h) hold the count as well, and put it into the warp and the block where
 * somebody else may look. */
#ifndef HW_JIT_COMPILER_JIT_COUNT_H
#define HW_JIT_COMPILER_JIT_COUNT_H

#include "jit/compiler/jit_build.h"

/* At the function's begin. */
void hw_jit_count_begin(struct hw_jit_build *build, LLVMValueRef program);

/* Count what ends with the jump at `place`.  Whether others get their turn then, or the block has done all
 * that it may. */
LLVMValueRef hw_jit_count(const struct hw_jit_build *build, uint32_t place);
/* What is counted next begins with `target`, where the jump at `place` leads. */
void hw_jit_count_from(const struct hw_jit_build *build, uint32_t place, uint32_t target);

/* Begin to hold the count; put what is held, which ends that. */
void hw_jit_count_take(const struct hw_jit_build *build);
void hw_jit_count_put(const struct hw_jit_build *build);

#endif
