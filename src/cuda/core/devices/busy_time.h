/* SPDX-License-Identifier: MIT */
/* The share of time in which a device was busy, for each of the last periods of a sixth of a second.
 *
 * Time is counted at beginnings and ends, and when somebody asks: nothing runs for it meanwhile.  Times are
 * those of hw_cuda_seconds. */
#ifndef HW_CUDA_CORE_DEVICES_BUSY_TIME_H
#define HW_CUDA_CORE_DEVICES_BUSY_TIME_H

#include <stdint.h>

#define HW_BUSY_PERIODS 120 /* that are kept: 20 seconds */

struct hw_busy_time {
    unsigned pieces;                  /* of work that go on */
    uint64_t since;                   /* nanoseconds: all before it is counted; 0: nothing was, yet */
    uint64_t first;                   /* period of all in which something was counted; and how long */
    uint64_t busy;                    /* that was in the period of `since` */
    uint8_t percent[HW_BUSY_PERIODS]; /* of the periods before that, by their number modulo the room */
};

void hw_busy_begin(struct hw_busy_time *time, double now);
void hw_busy_end(struct hw_busy_time *time, double now);

/* The periods that are over and kept: [*first, return value). */
uint64_t hw_busy_periods(struct hw_busy_time *time, double now, uint64_t *first);
/* Of one of these. */
unsigned hw_busy_percent(const struct hw_busy_time *time, uint64_t period);
/* When it ended, as hw_cuda_seconds. */
double hw_busy_period_end(uint64_t period);

#endif
