/* SPDX-License-Identifier: MIT */
/* The clock for durations and deadlines of this process: monotonic, from an unspecified start. */
#ifndef HW_CLOCK_H
#define HW_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline uint64_t hw_nanoseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static inline double hw_seconds(void)
{
    return (double)hw_nanoseconds() * 1e-9;
}

#endif
