/* SPDX-License-Identifier: MIT */
/* The HTML report consists of parts, one function each: html_report.c puts them together. */
#ifndef HW_TIMING_REPORT_HTML_PARTS_H
#define HW_TIMING_REPORT_HTML_PARTS_H

#include "timing/report/run_metrics.h"

#include <stdio.h>

void hw_html_stalls(FILE *out, const struct hw_timed_run *run, const struct hw_run_metrics *figures);
void hw_html_units(FILE *out, const struct hw_timed_run *run);
void hw_html_mix(FILE *out, const struct hw_timed_run *run);
void hw_html_schedulers(FILE *out, const struct hw_timed_run *run);
void hw_html_waves(FILE *out, const struct hw_timed_run *run);
void hw_html_over_time(FILE *out, const struct hw_timed_run *run, const struct hw_run_metrics *figures);
void hw_html_memory(FILE *out, const struct hw_timed_run *run, const struct hw_run_metrics *figures);
void hw_html_roofline(FILE *out, const struct hw_run_metrics *figures);
void hw_html_occupancy(FILE *out, const struct hw_timed_run *run, const struct hw_run_metrics *figures);
/* The instructions that took the most clocks; all in the order of their addresses. */
void hw_html_hottest(FILE *out, const struct hw_timed_run *run);
void hw_html_listing(FILE *out, const struct hw_timed_run *run);
/* A table of source lines; nothing where the file knows none. */
hw_status hw_html_sources(FILE *out, const struct hw_timed_run *run, struct hw_error *error);
void hw_html_comparison(FILE *out, const struct hw_timed_run *run,
                        const struct hw_run_metrics_column *against);

/* A row of a bar chart: a share of 0 to 1; `value` stands behind it. */
void hw_html_bar(FILE *out, const char *name, const char *summary, const char *colour, double share,
                 const char *value);

#endif
