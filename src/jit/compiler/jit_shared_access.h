/* SPDX-License-Identifier: MIT */
/* Usual accesses of words of shared memory by all lanes, where registers are in the warp: part of the code.
 */
#ifndef HW_JIT_COMPILER_JIT_SHARED_ACCESS_H
#define HW_JIT_COMPILER_JIT_SHARED_ACCESS_H

#include "jit/compiler/jit_build.h"

/* Whether an access is one of those, if its addresses are usual. */
bool hw_jit_is_shared_access(const struct hw_jit_build *build, uint32_t index);

/* A usual access is done, and goes on; where it is none, the code goes on behind this.  All lanes execute. */
void hw_jit_shared_access(struct hw_jit_build *build, uint32_t index, LLVMBasicBlockRef on);

#endif
