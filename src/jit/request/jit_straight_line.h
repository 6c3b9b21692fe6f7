/* SPDX-License-Identifier: MIT */
/* A straight-line program is a single path from its start to an exit of all threads, past exits that no lane
 * takes, with its stores at the end.  Its warps can run without architectural state (machine/stateless.h). */
#ifndef HW_JIT_REQUEST_JIT_STRAIGHT_LINE_H
#define HW_JIT_REQUEST_JIT_STRAIGHT_LINE_H

#include "jit/request/jit_unit.h"

/* Whether a program is straight-line, and then the index of its exit. */
bool hw_jit_is_straight_line(const struct hw_jit_unit *unit, uint32_t *end);

#endif
