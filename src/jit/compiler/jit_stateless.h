/* SPDX-License-Identifier: MIT */
/* The code of a straight-line program for warps without architectural state (machine/stateless.h). */
#ifndef HW_JIT_COMPILER_JIT_STATELESS_H
#define HW_JIT_COMPILER_JIT_STATELESS_H

#include "jit/compiler/jit_build.h"

/* Whether there may be one, before wrappers are made: those of its accesses are for it.  Code behind its end,
 * which no way leads to, is compiled as that of all programs. */
void hw_jit_stateless_select(struct hw_jit_build *build);

/* Whether a micro-operation is in it. */
bool hw_jit_stateless_has(const struct hw_jit_build *build, uint32_t index);

/* Add the function to the module, if the program has one.  Needs simple wrappers. */
void hw_jit_stateless_add(struct hw_jit_build *build);

#endif
