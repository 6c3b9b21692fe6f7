/* SPDX-License-Identifier: MIT */
/* Calls of the engine's functions, and the events that they leave in the warp. */
#ifndef HW_JIT_COMPILER_JIT_CALL_H
#define HW_JIT_COMPILER_JIT_CALL_H

#include "jit/compiler/jit_build.h"

/* Call a micro-operation's function.  An event leads to `out`. */
void hw_jit_call(struct hw_jit_build *build, uint32_t index, LLVMBasicBlockRef out);
/* The same by a function of the code: the event that it leaves. */
LLVMValueRef hw_jit_call_outlined(struct hw_jit_build *build, LLVMValueRef warp, LLVMValueRef uop);

/* The event that a warp has; whether it is a certain one. */
LLVMValueRef hw_jit_event(const struct hw_jit_build *build, LLVMValueRef warp);
LLVMValueRef hw_jit_is_event(const struct hw_jit_build *build, LLVMValueRef event, enum hw_event which);
/* There is none any more. */
void hw_jit_forget_event(const struct hw_jit_build *build);

#endif
