/* SPDX-License-Identifier: MIT */
/* How a program becomes what the compiler sees of it. */
#ifndef HW_JIT_JIT_LOOK_H
#define HW_JIT_JIT_LOOK_H

#include "jit/jit_compiled.h"

/* Free it with hw_jit_shape_clear, also on failure: false, there is no memory. */
bool hw_jit_look(struct hw_jit_shape *shape, const struct hw_jit_source *source);

#endif
