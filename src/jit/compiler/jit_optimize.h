/* SPDX-License-Identifier: MIT */
/* LLVM's passes, in the order that serves here.  False: LLVM refuses a name, which tests would show. */
#ifndef HW_JIT_COMPILER_JIT_OPTIMIZE_H
#define HW_JIT_COMPILER_JIT_OPTIMIZE_H

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>

#include <stdbool.h>

/* What LLVM has no calls for: its options, which are the process's.  Call it once. */
void hw_jit_set_options(void);

/* The functions of single micro-operations: everything inlined, constants folded, lanes in
 * vectors. */
bool hw_jit_simplify(LLVMModuleRef module, LLVMTargetMachineRef machine);
/* The whole program, with these functions inlined.  `combine`: it is worth to combine instructions. */
bool hw_jit_optimize(LLVMModuleRef module, LLVMTargetMachineRef machine, bool combine);

#endif
