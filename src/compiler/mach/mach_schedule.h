/* SPDX-License-Identifier: MIT */
/* The order of instructions within blocks, before registers have places. */
#ifndef HW_COMPILER_MACH_MACH_SCHEDULE_H
#define HW_COMPILER_MACH_MACH_SCHEDULE_H

#include "compiler/mach/mach_trait.h"

/* Put the instructions of each block into an order in which they wait less for each other.  Not more than
 * `most` words of general registers are live at once by that, or where that is more, as many as were. */
void hw_mach_schedule(struct hw_mach_function *function, const struct hw_mach_knower *knower, uint32_t most);

#endif
