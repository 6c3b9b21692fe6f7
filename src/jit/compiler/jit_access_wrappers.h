/* SPDX-License-Identifier: MIT */
/* Wrappers of accesses, beside those of operations (jit_wrappers.c): functions that find the address of a
 * usual access (jit/inline/inline_address.h).  Where registers are promoted they get the warp, the addresses
 * and the range; in code for warps without a state also the distance of two lanes' addresses. */
#ifndef HW_JIT_COMPILER_JIT_ACCESS_WRAPPERS_H
#define HW_JIT_COMPILER_JIT_ACCESS_WRAPPERS_H

#include "jit/compiler/jit_build.h"
#include "jit/compiler/jit_lane_bitcode.h"

/* That of an access; NULL: there is none. */
LLVMValueRef hw_jit_wrap_access(const struct hw_jit_build *build, uint32_t index, LLVMModuleRef lanes);

/* Whether a promoted loop repeats an access most likely at the same addresses: its address is found once
 * then.
 */
bool hw_jit_is_repeated(const struct hw_jit_build *build, uint32_t index);

#endif
