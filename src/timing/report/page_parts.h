/* SPDX-License-Identifier: MIT */
/* The parts of the page, one function each: page.c puts them together. */
#ifndef HW_TIMING_REPORT_PAGE_PARTS_H
#define HW_TIMING_REPORT_PAGE_PARTS_H

#include "timing/report/figures.h"

#include <stdio.h>

extern const char hw_page_style[], hw_page_script[];

void hw_page_stalls(FILE *out, const struct hw_timed_run *run, const struct hw_figures *figures);
void hw_page_units(FILE *out, const struct hw_timed_run *run);
void hw_page_memory(FILE *out, const struct hw_timed_run *run, const struct hw_figures *figures);
void hw_page_roof(FILE *out, const struct hw_figures *figures);
void hw_page_occupancy(FILE *out, const struct hw_timed_run *run, const struct hw_figures *figures);
void hw_page_listing(FILE *out, const struct hw_timed_run *run);
/* A table of source lines; nothing where the file knows none. */
hw_status hw_page_sources(FILE *out, const struct hw_timed_run *run, struct hw_error *error);
void hw_page_comparison(FILE *out, const struct hw_timed_run *run, const struct hw_figures_column *against);

/* A row of a bar chart: a share of 0 to 1; `value` stands behind it. */
void hw_page_bar(FILE *out, const char *name, const char *summary, const char *colour, double share,
                 const char *value);

#endif
