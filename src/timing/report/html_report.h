/* SPDX-License-Identifier: MIT */
/* The HTML report is one page that needs nothing else: no network, no other file. */
#ifndef HW_TIMING_REPORT_HTML_REPORT_H
#define HW_TIMING_REPORT_HTML_REPORT_H

#include "timing/report/run_metrics.h"

#include <stdio.h>

struct hw_html_report {
    const struct hw_timed_run *run;
    const struct hw_run_metrics_column *against; /* another run's; NULL: there is no comparison */
    uint32_t sm;                                 /* whose warps are shown */
    uint64_t from, to; /* clocks of the timeline; both 0: the whole, and a part of it */
};

hw_status hw_html_report_write(FILE *out, const struct hw_html_report *page, struct hw_error *error);

#endif
