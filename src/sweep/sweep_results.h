/* SPDX-License-Identifier: MIT */
/* The results of a sweep are all points with what came of them, for tables and pictures. */
#ifndef HW_SWEEP_SWEEP_RESULTS_H
#define HW_SWEEP_SWEEP_RESULTS_H

#include "sweep/sweep_store.h"

#include <stdio.h>

struct hw_sweep_line {
    enum hw_point_state state;
    double seconds;
    char *error; /* "": none */
    struct hw_sweep_number number[HW_SWEEP_FIGURES];
};

struct hw_sweep_results {
    const struct hw_plan *plan;
    struct hw_sweep_line *line; /* of each point */
    bool no_memory;
};

hw_status hw_sweep_results_read(const struct hw_plan *plan, struct hw_sweep_store *store,
                                struct hw_sweep_results *results, struct hw_error *error);
void hw_sweep_results_free(struct hw_sweep_results *results);

/* The value of an axis at a point. */
const struct hw_plan_value *hw_sweep_value(const struct hw_plan *plan, unsigned axis, uint32_t point);

/* A figure as text; "" where there is none. */
void hw_sweep_number_text(const struct hw_sweep_number *number, const struct hw_sweep_figure *figure,
                          char *text, size_t size);

/* A row a point, in order.  Times of the host differ from run to run, so `seconds` adds them only on request.
 */
void hw_sweep_write_csv(const struct hw_sweep_results *results, bool seconds, FILE *out);

/* One HTML page with everything in it. */
hw_status hw_sweep_write_page(const struct hw_sweep_results *results, const char *name, FILE *out,
                              struct hw_error *error);

#endif
