/* SPDX-License-Identifier: MIT */
/* See busy_time.h. */
#include "cuda/core/devices/busy_time.h"

#define PERIOD ((uint64_t)1000000000 / 6) /* the shortest that NVML's documentation names */

static uint64_t begin_of(uint64_t period)
{
    return period * PERIOD;
}

/* Count up to a time, period after period. */
static void count(struct hw_busy_time *time, double seconds)
{
    const uint64_t now = (uint64_t)(seconds * 1e9), current = now / PERIOD;

    if (!time->since) {
        time->since = now;
        time->first = current;
    }
    if (now <= time->since) /* times of two threads may be told in the other order */
        return;
    for (uint64_t period = time->since / PERIOD; period < current; period++) {
        const uint64_t end = begin_of(period + 1);
        if (period + HW_BUSY_PERIODS < current) /* nobody will see it */
            period = current - HW_BUSY_PERIODS - 1;
        else
            time->percent[period % HW_BUSY_PERIODS] =
                (uint8_t)((time->busy + (time->pieces ? end - time->since : 0)) * 100 / PERIOD);
        time->busy = 0;
        time->since = begin_of(period + 1);
    }
    if (time->pieces)
        time->busy += now - time->since;
    time->since = now;
}

void hw_busy_begin(struct hw_busy_time *time, double now)
{
    count(time, now);
    time->pieces++;
}

void hw_busy_end(struct hw_busy_time *time, double now)
{
    count(time, now);
    time->pieces--;
}

uint64_t hw_busy_periods(struct hw_busy_time *time, double now, uint64_t *first)
{
    if (!time->since) {
        *first = 0;
        return 0;
    }
    count(time, now);
    const uint64_t end = time->since / PERIOD;
    *first = end > time->first + HW_BUSY_PERIODS ? end - HW_BUSY_PERIODS : time->first;
    return end;
}

unsigned hw_busy_percent(const struct hw_busy_time *time, uint64_t period)
{
    return time->percent[period % HW_BUSY_PERIODS];
}

double hw_busy_period_end(uint64_t period)
{
    return (double)begin_of(period + 1) * 1e-9;
}
