/* SPDX-License-Identifier: MIT */
/* The lane functions (src/ops/lanes) as LLVM bitcode, for slices of a warp. */
#ifndef HW_JIT_COMPILER_JIT_LANES_H
#define HW_JIT_COMPILER_JIT_LANES_H

#include <llvm-c/Core.h>

#include "jit/request/jit_request.h"

/* A module with all of them for a level of x86-64; NULL when the bitcode cannot be read. */
LLVMModuleRef hw_jit_lanes_module(LLVMContextRef context, enum hw_alu_build level);

/* One of them; NULL: the list has none there. */
LLVMValueRef hw_jit_lanes_function(LLVMModuleRef module, struct hw_jit_function function);

/* No more will be asked for: those that nothing calls may go. */
void hw_jit_lanes_forget(LLVMModuleRef module);

/* What LLVM calls the processors of a level. */
const char *hw_jit_lanes_cpu(enum hw_alu_build level);

#endif
