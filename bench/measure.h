/* SPDX-License-Identifier: MIT */
/* Shared by the two benchmark programs, main.c and programs/: clocks, and a result as a line of JSON. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

static inline double seconds_on(clockid_t clock)
{
    struct timespec time;

    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Seconds of real time, and those that this process has spent on processors. */
static inline double real_time(void)
{
    return seconds_on(CLOCK_MONOTONIC);
}

static inline double processor_time(void)
{
    return seconds_on(CLOCK_PROCESS_CPUTIME_ID);
}

/* The goal is the least that the ratio should be; 0: nothing is asked. */
static inline bool write_result(FILE *file, const char *name, double value, const char *unit,
                                const char *against, double ratio, double goal)
{
    char asked[40] = "";

    if (goal > 0)
        snprintf(asked, sizeof asked, ", \"goal\": %.4g", goal);
    return fprintf(file,
                   "{\"name\": \"%s\", \"value\": %.6g, \"unit\": \"%s\", \"against\": \"%s\", "
                   "\"ratio\": %.4g%s}\n",
                   name, value, unit, against, ratio, asked) > 0;
}

#endif
