/* SPDX-License-Identifier: MIT */
/* How many lanes each instruction of a launch was executed by: what the flop count and the efficiency of
 * warps come from.  A listener beside the timer's. */
#ifndef HW_TIMING_REPORT_LANE_COUNTS_H
#define HW_TIMING_REPORT_LANE_COUNTS_H

#include <halfwarp/listener.h>
#include <halfwarp/machine.h>

#include <stdatomic.h>

struct hw_lane_counts {
    _Atomic uint64_t *lanes; /* by address / 4 */
    uint32_t count;
};

bool hw_lane_counts_begin(struct hw_lane_counts *counts, const struct hw_launch *launch);
void hw_lane_counts_end(struct hw_lane_counts *counts);
struct hw_listener hw_lane_counts_listener(struct hw_lane_counts *counts);
/* Lanes that have executed the instruction at `pc`, of all warps. */
uint64_t hw_lane_counts_at(const struct hw_lane_counts *counts, uint32_t pc);

#endif
