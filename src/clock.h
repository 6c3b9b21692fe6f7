/* SPDX-License-Identifier: MIT */
/* Clocks for durations and deadlines of this process. */
#ifndef HW_CLOCK_H
#define HW_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline uint64_t hw_nanoseconds_of(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Monotonic, from an unspecified start. */
static inline uint64_t hw_nanoseconds(void)
{
    return hw_nanoseconds_of(CLOCK_MONOTONIC);
}

static inline double hw_seconds(void)
{
    return (double)hw_nanoseconds() * 1e-9;
}

#endif
