/* SPDX-License-Identifier: MIT */
/* Wrappers of accesses, beside those of operations (jit_wrappers.c). */
#ifndef HW_JIT_COMPILER_JIT_ACCESS_H
#define HW_JIT_COMPILER_JIT_ACCESS_H

#include "jit/compiler/jit_build.h"
#include "jit/compiler/jit_lanes.h"

/* The function that finds the place of a usual access, where registers are held; NULL: there is none. */
LLVMValueRef hw_jit_wrap_access(const struct hw_jit_build *build, uint32_t place, LLVMModuleRef lanes);

#endif
