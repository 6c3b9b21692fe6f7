/* SPDX-License-Identifier: MIT */
/* The MIR verifier checks the invariants that every pass over machine code may rely on and must preserve.
 *
 * A block's number is its index; an edge is in its source's list of successors and in its target's list of
 * predecessors, as often in the one as in the other; instructions are linked both ways; results come first
 * among the operands, and operands name registers and blocks that exist. */
#ifndef HW_COMPILER_MIR_MIR_CHECK_H
#define HW_COMPILER_MIR_MIR_CHECK_H

#include <halfwarp/status.h>

#include "compiler/mir/mir.h"

/* HW_ERR_ARGUMENT: "the compiler is wrong", after which pass, in which block and what. */
hw_status hw_mir_check(const struct hw_mir_function *function, const char *pass, struct hw_error *error);

#endif
