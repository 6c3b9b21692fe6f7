/* SPDX-License-Identifier: MIT */
/* The option `halfwarp time FILE --metrics LIST` prints counters of a launch by nvprof's names
 * (halfwarp/counters.h). */
#ifndef HW_CLI_TIME_METRICS_H
#define HW_CLI_TIME_METRICS_H

#include "cli/run.h"

#include <halfwarp/counters.h>

struct hw_time_metrics {
    const char *names, *events; /* of the command line; NULL: none are asked for */
    const char *out;            /* a file; NULL: standard output */
    bool json, csv;
    unsigned count;
    const struct hw_metric *metric[HW_METRICS_MAX];
};

/* When the line is `time --query-metrics` or `--query-events`, list them, and say so. */
bool hw_time_metrics_query(int argc, char **argv, int *status);
/* Find the metrics by their names. */
hw_status hw_time_metrics_parse(struct hw_time_metrics *metrics, struct hw_error *error);
/* Run the launch and print them.  The model runs only where one of them needs it. */
hw_status hw_time_metrics_run(const struct hw_time_metrics *metrics, const struct hw_kernel_run *run,
                              const struct hw_timer_options *options, struct hw_launch_result *result,
                              struct hw_error *error);

#endif
