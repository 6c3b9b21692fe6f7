/* SPDX-License-Identifier: MIT */
/* How many loops are around each basic block, by the code alone. */
#ifndef HW_TESTS_ORACLE_LOOP_DEPTH_H
#define HW_TESTS_ORACLE_LOOP_DEPTH_H

#include "sched/sched_insn.h"

/* depth[n]: of block n.  A loop is what lies between the target of a jump back, on the path from the entry,
 * and that jump. */
void loop_depths(const struct hw_cfg *flow, unsigned *depth);

#endif
