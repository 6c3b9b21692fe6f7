/* SPDX-License-Identifier: MIT */
/* See sweep_results.h: the results, and their CSV (RFC 4180, with lines that end as they do on Unix). */
#include "sweep/sweep_results.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void add_row(void *context, const struct hw_sweep_row *row)
{
    struct hw_sweep_results *results = context;

    if (row->point >= results->plan->points)
        return;
    struct hw_sweep_line *line = &results->line[row->point];
    line->state = row->state;
    line->seconds = row->seconds;
    memcpy(line->number, row->number, sizeof line->number);
    free(line->error);
    line->error = *row->error ? strdup(row->error) : NULL;
    results->no_memory |= *row->error && !line->error;
}

hw_status hw_sweep_results_read(const struct hw_plan *plan, struct hw_sweep_store *store,
                                struct hw_sweep_results *results, struct hw_error *error)
{
    hw_status status = HW_OK;

    *results = (struct hw_sweep_results){.plan = plan, .line = calloc(plan->points, sizeof *results->line)};
    if (results->line)
        status = hw_sweep_store_each(store, add_row, results, error);
    if (status == HW_OK && (!results->line || results->no_memory))
        status = hw_fail(error, HW_ERR_NO_MEMORY, "sweep", "no memory for the results");
    if (status != HW_OK)
        hw_sweep_results_free(results);
    return status;
}

void hw_sweep_results_free(struct hw_sweep_results *results)
{
    for (uint32_t i = 0; results->line && i < results->plan->points; i++)
        free(results->line[i].error);
    free(results->line);
    results->line = NULL;
}

const struct hw_plan_value *hw_sweep_value(const struct hw_plan *plan, unsigned axis, uint32_t point)
{
    for (unsigned a = plan->axis_count; --a > axis;)
        point /= plan->axis[a].count;
    return &plan->axis[axis].value[point % plan->axis[axis].count];
}

void hw_sweep_number_text(const struct hw_sweep_number *number, const struct hw_sweep_figure *figure,
                          char *text, size_t size)
{
    if (!number->known)
        snprintf(text, size, "%s", "");
    else if (figure->real)
        snprintf(text, size, "%.6g", number->real);
    else
        snprintf(text, size, "%" PRId64, number->whole);
}

/* --- CSV --- */

static void put_cell(FILE *out, const char *text)
{
    if (!text[strcspn(text, ",\"\r\n")]) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void put_line(const struct hw_sweep_results *results, uint32_t point, bool seconds, FILE *out)
{
    const struct hw_sweep_line *line = &results->line[point];
    char text[40];

    fprintf(out, "%u", point + 1);
    for (unsigned a = 0; a < results->plan->axis_count; a++) {
        fputc(',', out);
        put_cell(out, hw_sweep_value(results->plan, a, point)->label);
    }
    fprintf(out, ",%s", hw_point_state_name(line->state));
    for (unsigned i = 0; i < HW_SWEEP_FIGURES; i++) {
        hw_sweep_number_text(&line->number[i], &hw_sweep_figures[i], text, sizeof text);
        fprintf(out, ",%s", text);
    }
    if (seconds)
        fprintf(out, ",%.3f", line->seconds);
    fputc(',', out);
    put_cell(out, line->error ? line->error : "");
    fputc('\n', out);
}

void hw_sweep_write_csv(const struct hw_sweep_results *results, bool seconds, FILE *out)
{
    fputs("point", out);
    for (unsigned a = 0; a < results->plan->axis_count; a++) {
        fputc(',', out);
        put_cell(out, results->plan->axis[a].name);
    }
    fputs(",status", out);
    for (unsigned i = 0; i < HW_SWEEP_FIGURES; i++)
        fprintf(out, ",%s", hw_sweep_figures[i].name);
    fprintf(out, "%s,error\n", seconds ? ",seconds" : "");
    for (uint32_t i = 0; i < results->plan->points; i++)
        put_line(results, i, seconds, out);
}
