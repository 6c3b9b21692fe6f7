/* SPDX-License-Identifier: MIT */
/* Constant folding of wide loads: LLVM folds a load from a constant only up to 32 bytes, and a slice of
 * AVX-512 has 64. */
#ifndef HW_JIT_COMPILER_JIT_FOLD_H
#define HW_JIT_COMPILER_JIT_FOLD_H

#include <llvm-c/Core.h>

/* Fold those of vectors of words in all functions of a module. */
void hw_jit_fold_loads(LLVMModuleRef module);

#endif
