/* SPDX-License-Identifier: MIT */
/* Functions of the module: what they are compiled for, and which stay apart from their callers. */
#ifndef HW_JIT_COMPILER_JIT_ATTRIBUTES_H
#define HW_JIT_COMPILER_JIT_ATTRIBUTES_H

#include "jit/compiler/jit_build.h"

/* Find out what the lane functions were compiled for: the module is for the same. */
void hw_jit_note_target(struct hw_jit_build *build, LLVMModuleRef lanes);
/* Let a function be compiled for that; it is only inlined into one of the same. */
void hw_jit_for_target(const struct hw_jit_build *build, LLVMValueRef function);

/* Let all functions of the bitcode become parts of their callers, except for the cold ones. */
void hw_jit_inline_all(const struct hw_jit_build *build);
/* Let one become part of its callers, or stay a function of the code; whether it stays. */
void hw_jit_inline(const struct hw_jit_build *build, LLVMValueRef function);
void hw_jit_set_noinline(const struct hw_jit_build *build, LLVMValueRef function);
bool hw_jit_is_noinline(LLVMValueRef function);
/* A new one that stays, of the module alone, to which code is added now. */
LLVMValueRef hw_jit_add_noinline(const struct hw_jit_build *build, const char *name, LLVMTypeRef type);

#endif
