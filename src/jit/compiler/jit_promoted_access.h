/* SPDX-License-Identifier: MIT */
/* Usual accesses of words by all lanes where registers are promoted (jit_promote.h): part of the code. */
#ifndef HW_JIT_COMPILER_JIT_PROMOTED_ACCESS_H
#define HW_JIT_COMPILER_JIT_PROMOTED_ACCESS_H

#include "jit/compiler/jit_build.h"

/* A usual access is done, and goes on; where it is none, the code goes on behind this.  All lanes execute. */
void hw_jit_promoted_access(struct hw_jit_build *build, uint32_t index, LLVMBasicBlockRef on);

#endif
