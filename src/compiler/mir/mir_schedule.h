/* SPDX-License-Identifier: MIT */
/* The order of instructions within blocks, before registers have places. */
#ifndef HW_COMPILER_MIR_MIR_SCHEDULE_H
#define HW_COMPILER_MIR_MIR_SCHEDULE_H

#include "compiler/mir/mir_sched_model.h"

/* Words of general registers that may be live at once. */
struct hw_mir_pressure_limit {
    uint32_t few;  /* so many cost nothing */
    uint32_t most; /* no more of a block that can do with them; 0: there is no limit */
};

/* Put the instructions of each block into an order in which they wait less for each other.  No more words are
 * live at once than `few`, or where the block needs more anyway, than half as many again; and no more than
 * `most`, or than there were. */
void hw_mir_schedule(struct hw_mir_function *function, const struct hw_mir_sched_model *knower,
                     struct hw_mir_pressure_limit spend);

#endif
