/* SPDX-License-Identifier: MIT */
/* The baseline run is the other run that `time --against` compares with: of this command on another chip, or
 * of an earlier one whose JSON lies in a file. */
#ifndef HW_CLI_TIME_BASELINE_H
#define HW_CLI_TIME_BASELINE_H

#include "timing/report/run_metrics.h"

#include <halfwarp/status.h>

struct hw_time_baseline {
    struct json_object *json; /* what `--json` says of it */
    char title[64];
};

/* Whether a name is that of a file, not of a chip. */
bool hw_time_baseline_is_file(const char *name);
/* Whether any other is that of a chip or card; the sentence says what is expected of a file. */
hw_status hw_time_baseline_check_chip(const char *name, struct hw_error *error);
hw_status hw_time_baseline_read(const char *name, struct hw_time_baseline *other, struct hw_error *error);
void hw_time_baseline_set(const struct hw_timed_run *run, bool costs, struct hw_time_baseline *other);
void hw_time_baseline_free(struct hw_time_baseline *other);
/* Its figures at the indices of those of a run. */
void hw_time_baseline_column(const struct hw_time_baseline *other, const struct hw_timed_run *run,
                             struct hw_run_metrics_column *column);

#endif
