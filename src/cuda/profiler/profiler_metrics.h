/* SPDX-License-Identifier: MIT */
/* Metrics by nvprof's names (halfwarp/counters.h) of a program's launches. */
#ifndef HW_CUDA_PROFILER_PROFILER_METRICS_H
#define HW_CUDA_PROFILER_PROFILER_METRICS_H

#include <halfwarp/counters.h>
#include <halfwarp/timer.h>

/* Those that are asked for. */
const struct hw_metric *const *hw_profiler_metrics(unsigned *count);

/* Whether all names are known. */
hw_status hw_profiler_metrics_check(struct hw_error *error);

/* Run a launch on a timer and count; values in the order of hw_profiler_metrics. */
hw_status hw_profiler_count(struct hw_timer *timer, const struct hw_launch *launch,
                            struct hw_launch_result *result, struct hw_launch_time *time,
                            double values[HW_METRICS_MAX], struct hw_error *error);

#endif
