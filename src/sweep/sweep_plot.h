/* SPDX-License-Identifier: MIT */
/* A plot draws figures: lines over numbers, or bars over names, a colour for each series. */
#ifndef HW_SWEEP_SWEEP_PLOT_H
#define HW_SWEEP_SWEEP_PLOT_H

#include "timing/report/palette.h"

#define HW_PLOT_SERIES HW_PAINT_SERIES /* that colours tell apart */

struct hw_sweep_plot {
    const char *x_name, *y_name;
    bool numeric; /* x are numbers, in ascending order; otherwise names */
    unsigned x_count;
    const double *x; /* where they are numbers */
    const char *const *x_label;
    unsigned series_count;
    const char *const *series; /* their names; "" where there is only one */
    const double *y;           /* by series, then by x; negative: there is none */
};

/* An <svg> element of a page, in its colours.  Powers of two have a logarithmic axis. */
void hw_sweep_plot_svg(FILE *out, const struct hw_sweep_plot *plot);

#endif
