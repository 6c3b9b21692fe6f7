/* SPDX-License-Identifier: MIT */
/* These functions show timelines of warps as text, as a picture, and as a trace. */
#ifndef HW_TIMING_REPORT_TIMELINE_VIEWS_H
#define HW_TIMING_REPORT_TIMELINE_VIEWS_H

#include "timing/report/timeline_grid.h"

#include <stdio.h>

/* A row a warp and a letter a column, with a legend. */
void hw_timeline_text(FILE *out, const struct hw_timeline_grid *grid);

/* An SVG document. */
void hw_timeline_svg(FILE *out, const struct hw_timeline_grid *grid);
/* The same as an element; `page`: in the colours of the page in which it stands. */
void hw_timeline_picture(FILE *out, const struct hw_timeline_grid *grid, bool page);

/* A trace for Perfetto and Chrome: multiprocessors as processes, warps as threads, blocks above them; a
 * microsecond is a clock.  Counters of the whole chip stand beside them, as far as they lie in the window. */
void hw_timeline_trace(FILE *out, const struct hw_timed_run *run, const struct hw_time_window *window);

#endif
