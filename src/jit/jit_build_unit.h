/* SPDX-License-Identifier: MIT */
/* The compile unit of a program is built from its micro-operations: the part of a request that the compiler
 * sees. */
#ifndef HW_JIT_JIT_BUILD_UNIT_H
#define HW_JIT_JIT_BUILD_UNIT_H

#include "engine/compiler_interface.h"
#include "jit/request/jit_unit.h"

/* Free it with hw_jit_unit_clear, also on failure.  False: there is no memory. */
bool hw_jit_build_unit(struct hw_jit_unit *unit, const struct hw_compile_input *source);

#endif
