/* SPDX-License-Identifier: MIT */
/* The lane functions (src/ops/lanes) as LLVM bitcode, for slices of a warp. */
#ifndef HW_JIT_COMPILER_JIT_LANE_BITCODE_H
#define HW_JIT_COMPILER_JIT_LANE_BITCODE_H

#include <llvm-c/Core.h>

#include "jit/request/jit_request.h"

/* Those of a level of x86-64, of which nothing is read yet; NULL when the bitcode cannot be. */
LLVMModuleRef hw_jit_lanes_module(LLVMContextRef context, enum hw_host_level level);

/* One of them, as `module` can call it before hw_jit_lanes_link; NULL: the list has none there. */
LLVMValueRef hw_jit_lanes_function(LLVMModuleRef lanes, LLVMModuleRef module,
                                   struct hw_jit_function function);
/* The same of what finds the addresses of accesses, by enum hw_mem_fast (jit/inline/inline_address.h);
 * `once`: for all rounds of a loop. */
LLVMValueRef hw_jit_lanes_find(LLVMModuleRef lanes, LLVMModuleRef module, unsigned number, bool once);
/* The same at distances that are known. */
LLVMValueRef hw_jit_lanes_find_given(LLVMModuleRef lanes, LLVMModuleRef module, unsigned number);
/* The same of what tests condition codes (ops/lanes/lanes_move.c). */
LLVMValueRef hw_jit_lanes_test(LLVMModuleRef lanes, LLVMModuleRef module);

/* Read what `module` calls, and make it a part of that.  `lanes` is gone then.  False: it cannot be read. */
bool hw_jit_lanes_link(LLVMModuleRef lanes, LLVMModuleRef module);

/* What LLVM calls the processors of a level. */
const char *hw_jit_lanes_cpu(enum hw_host_level level);

#endif
