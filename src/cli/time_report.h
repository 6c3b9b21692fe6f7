/* SPDX-License-Identifier: MIT */
/* These functions print the report of `halfwarp time`, as text and as JSON. */
#ifndef HW_CLI_TIME_REPORT_H
#define HW_CLI_TIME_REPORT_H

#include "timing/report/run_breakdown.h"
#include "timing/report/run_metrics.h"

#include <stdio.h>

struct json_object;

/* `against` is what to compare with; NULL: there is nothing. */
void hw_time_text(FILE *out, const struct hw_timed_run *run, const struct hw_run_metrics_column *against,
                  bool costs);
/* The same as an object; `against` becomes part of it. */
struct json_object *hw_time_json(const struct hw_timed_run *run, struct json_object *against, bool costs);

/* time_breakdown.c: waves, schedulers, instruction mix, accesses and what happened over time, in both forms;
 * accesses of an instruction or of all, where it has some. */
void hw_time_json_breakdown(struct json_object *in, const struct hw_timed_run *run);
void hw_time_json_accesses(struct json_object *in, struct hw_access_sums sums);
void hw_time_text_waves(FILE *out, const struct hw_timed_run *run);
void hw_time_text_mix(FILE *out, const struct hw_timed_run *run);
void hw_time_text_accesses(FILE *out, const struct hw_timed_run *run);

#endif
