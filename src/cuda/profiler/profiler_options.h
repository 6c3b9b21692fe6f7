/* SPDX-License-Identifier: MIT */
/* What the environment asks of the clock. */
#ifndef HW_CUDA_PROFILER_PROFILER_OPTIONS_H
#define HW_CUDA_PROFILER_PROFILER_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct hw_profiler_options {
    bool on, trace, csv, json, reuse;
    const char *metrics, *events;         /* names with commas between them; NULL: none */
    const char *file;                     /* NULL: standard error */
    uint32_t clock_khz, memory_clock_khz; /* 0: the card's */
};

const struct hw_profiler_options *hw_profiler_options(void);

#endif
