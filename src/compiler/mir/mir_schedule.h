/* SPDX-License-Identifier: MIT */
/* The instruction scheduler orders the instructions within blocks, before register allocation. */
#ifndef HW_COMPILER_MIR_MIR_SCHEDULE_H
#define HW_COMPILER_MIR_MIR_SCHEDULE_H

#include "compiler/mir/mir_sched_model.h"

/* Limits of register pressure, in words of general registers. */
struct hw_mir_pressure_limit {
    uint32_t few;  /* up to this, pressure costs nothing */
    uint32_t most; /* max, for a block that can do with it; 0: no limit */
};

/* Schedules each block for less stalls.  The pressure stays within `few`, or if the block needs more
 * anyway, 1.5 times what it needs; and within `most`, or the pressure before scheduling. */
void hw_mir_schedule(struct hw_mir_function *function, const struct hw_mir_sched_model *model,
                     struct hw_mir_pressure_limit limit);

#endif
