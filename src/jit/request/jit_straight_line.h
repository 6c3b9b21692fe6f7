/* SPDX-License-Identifier: MIT */
/* Programs that go straight on: from their start to an end of all threads, past others that no lane takes,
 * and whose stores come last.  Warps can do them without having a state (machine/stateless.h). */
#ifndef HW_JIT_REQUEST_JIT_STRAIGHT_LINE_H
#define HW_JIT_REQUEST_JIT_STRAIGHT_LINE_H

#include "jit/request/jit_unit.h"

/* Whether a program is one; then the index of its end. */
bool hw_jit_is_straight_line(const struct hw_jit_unit *unit, uint32_t *end);

#endif
