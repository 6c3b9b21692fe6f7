/* SPDX-License-Identifier: MIT */
/* See profiler_options.h. */
#include "cuda/profiler/profiler_options.h"

#include "environment.h"

#include <pthread.h>
#include <string.h>

static struct hw_profiler_options wish;
static pthread_once_t wish_once = PTHREAD_ONCE_INIT;

static uint32_t khz_of(enum hw_environment variable)
{
    return (uint32_t)hw_environment_number(variable, 0) * 1000;
}

static char *copy_of(enum hw_environment variable)
{
    const char *value = hw_environment(variable);

    return value ? strdup(value) : NULL;
}

static void read_environment(void)
{
    wish = (struct hw_profiler_options){
        .trace = hw_environment_has(HW_ENVIRONMENT_TIME, "trace"),
        .csv = hw_environment_has(HW_ENVIRONMENT_TIME, "csv"),
        .json = hw_environment_has(HW_ENVIRONMENT_TIME, "json"),
        .reuse = hw_environment_has(HW_ENVIRONMENT_TIME, "reuse"),
        .metrics = copy_of(HW_ENVIRONMENT_TIME_METRICS),
        .events = copy_of(HW_ENVIRONMENT_TIME_EVENTS),
    };
    wish.on =
        hw_environment_has(HW_ENVIRONMENT_TIME, "1") || wish.trace || wish.csv || wish.json || wish.reuse;
    if (wish.metrics || wish.events) {
        wish.on = true;
        wish.reuse = false; /* each launch is counted */
    }
    if (!wish.on)
        return;
    wish.file = copy_of(HW_ENVIRONMENT_TIME_FILE);
    wish.clock_khz = khz_of(HW_ENVIRONMENT_TIME_CLOCK);
    wish.memory_clock_khz = khz_of(HW_ENVIRONMENT_TIME_MEMORY_CLOCK);
}

const struct hw_profiler_options *hw_profiler_options(void)
{
    pthread_once(&wish_once, read_environment);
    return &wish;
}
