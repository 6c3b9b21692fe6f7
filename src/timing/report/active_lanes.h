/* SPDX-License-Identifier: MIT */
/* The active-lane histogram counts the lanes by which each instruction of a launch was executed: what the
 * flop count and the efficiency of warps come from.  A listener beside the timer's. */
#ifndef HW_TIMING_REPORT_ACTIVE_LANES_H
#define HW_TIMING_REPORT_ACTIVE_LANES_H

#include <halfwarp/listener.h>
#include <halfwarp/machine.h>

#include <stdatomic.h>

struct hw_active_lanes {
    _Atomic uint64_t *lanes; /* by address / 4 */
    uint32_t count;
};

bool hw_active_lanes_begin(struct hw_active_lanes *counts, const struct hw_launch *launch);
void hw_active_lanes_end(struct hw_active_lanes *counts);
struct hw_listener hw_active_lanes_listener(struct hw_active_lanes *counts);
/* Lanes that have executed the instruction at `pc`, of all warps. */
uint64_t hw_active_lanes_at(const struct hw_active_lanes *counts, uint32_t pc);

#endif
