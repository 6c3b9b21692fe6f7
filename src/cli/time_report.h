/* SPDX-License-Identifier: MIT */
/* These functions print the report of `halfwarp time`, as text and as JSON. */
#ifndef HW_CLI_TIME_REPORT_H
#define HW_CLI_TIME_REPORT_H

#include "timing/report/run_metrics.h"

#include <stdio.h>

struct json_object;

/* `against` is what to compare with; NULL: there is nothing. */
void hw_time_text(FILE *out, const struct hw_timed_run *run, const struct hw_run_metrics_column *against,
                  bool costs);
/* The same as an object; `against` becomes part of it. */
struct json_object *hw_time_json(const struct hw_timed_run *run, struct json_object *against, bool costs);

#endif
