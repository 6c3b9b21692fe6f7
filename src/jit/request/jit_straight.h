/* SPDX-License-Identifier: MIT */
/* Programs that go straight on: from their start to an end of all threads, past others that no lane takes,
 * and whose stores come last.  Warps can do them without having a state (machine/straight.h). */
#ifndef HW_JIT_REQUEST_JIT_STRAIGHT_H
#define HW_JIT_REQUEST_JIT_STRAIGHT_H

#include "jit/request/jit_shape.h"

/* Whether a program is one; then the place of its end. */
bool hw_jit_is_straight(const struct hw_jit_shape *shape, uint32_t *end);

#endif
