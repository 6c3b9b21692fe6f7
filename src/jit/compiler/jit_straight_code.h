/* SPDX-License-Identifier: MIT */
/* The code of a program that goes straight on, for warps that have no state: machine/stateless.h. */
#ifndef HW_JIT_COMPILER_JIT_STRAIGHT_CODE_H
#define HW_JIT_COMPILER_JIT_STRAIGHT_CODE_H

#include "jit/compiler/jit_build.h"

/* Whether there may be one, before wrappers are made: those of its accesses are for it.  Code behind its end,
 * which no way leads to, is compiled as that of all programs. */
void hw_jit_straight_choose(struct hw_jit_build *build);

/* Whether a place is in it. */
bool hw_jit_straight_has(const struct hw_jit_build *build, uint32_t place);

/* Add the function to the module, if the program has one.  Needs simple wrappers. */
void hw_jit_straight_add(struct hw_jit_build *build);

#endif
