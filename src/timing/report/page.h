/* SPDX-License-Identifier: MIT */
/* The report as one HTML page that needs nothing else: no network, no other file. */
#ifndef HW_TIMING_REPORT_PAGE_H
#define HW_TIMING_REPORT_PAGE_H

#include "timing/report/figures.h"

#include <stdio.h>

struct hw_report_page {
    const struct hw_timed_run *run;
    const struct hw_figures_column *against; /* another run's; NULL: there is no comparison */
    uint32_t sm;                             /* whose warps are shown */
    uint64_t from, to;                       /* clocks of the timeline; both 0: the whole, and a part of it */
};

hw_status hw_page_write(FILE *out, const struct hw_report_page *page, struct hw_error *error);

#endif
