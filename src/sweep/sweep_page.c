/* SPDX-License-Identifier: MIT */
/* This file writes a sweep as one HTML page: pictures, and a table of all points.  See sweep_results.h. */
#include "sweep/sweep_pictures.h"
#include "timing/report/markup.h"
#include "timing/report/html_page.h"

#include <halfwarp/version.h>

#include <string.h>

#define ROWS_MAX 5000u

static void put_tile(FILE *out, const char *name, uint32_t count)
{
    fputs("<div class=\"tile\"><b>", out);
    hw_markup_count(out, count);
    fprintf(out, "</b><span>%s</span></div>\n", name);
}

static void put_summary(const struct hw_sweep_results *results, FILE *out)
{
    uint32_t of[HW_POINT_STATES] = {0};

    for (uint32_t i = 0; i < results->plan->points; i++)
        of[results->line[i].state]++;
    fputs("<div class=\"tiles\">\n", out);
    put_tile(out, "points", results->plan->points);
    for (unsigned state = HW_POINT_NONE; state < HW_POINT_STATES; state++)
        if (of[state])
            put_tile(out,
                     state == HW_POINT_NONE ? "not run" : hw_point_state_name((enum hw_point_state)state),
                     of[state]);
    fputs("</div>\n", out);
}

/* Pages have times in the unit that people read. */
static bool is_shown(unsigned figure)
{
    return strcmp(hw_sweep_figures[figure].name, "picoseconds") != 0;
}

static void put_heads(const struct hw_plan *plan, FILE *out)
{
    fputs("<thead><tr><th>point</th>", out);
    for (unsigned a = 0; a < plan->axis_count; a++) {
        fputs("<th class=\"l\">", out);
        hw_markup_text(out, plan->axis[a].name);
        fputs("</th>", out);
    }
    fputs("<th class=\"l\">status</th>", out);
    for (unsigned i = 0; i < HW_SWEEP_FIGURES; i++)
        if (is_shown(i))
            fprintf(out, "<th title=\"%s\">%s</th>", hw_sweep_figures[i].text, hw_sweep_figures[i].name);
    fputs("<th class=\"l\">error</th></tr></thead>\n", out);
}

static void put_figure(const struct hw_sweep_number *number, const struct hw_sweep_figure *figure, FILE *out)
{
    char text[40];

    hw_sweep_number_text(number, figure, text, sizeof text);
    fprintf(out, "<td data-v=\"%s\">", *text ? text : "-1");
    if (number->known && !figure->real && number->whole >= 0)
        hw_markup_count(out, (unsigned long long)number->whole);
    else
        fputs(text, out);
    fputs("</td>", out);
}

static void put_row(const struct hw_sweep_results *results, uint32_t point, FILE *out)
{
    const struct hw_sweep_line *line = &results->line[point];

    fprintf(out, "<tr><td data-v=\"%u\">%u</td>", point + 1, point + 1);
    for (unsigned a = 0; a < results->plan->axis_count; a++) {
        fputs("<td class=\"l\">", out);
        hw_markup_text(out, hw_sweep_value(results->plan, a, point)->label);
        fputs("</td>", out);
    }
    fprintf(out, "<td class=\"l\">%s</td>", hw_point_state_name(line->state));
    for (unsigned i = 0; i < HW_SWEEP_FIGURES; i++)
        if (is_shown(i))
            put_figure(&line->number[i], &hw_sweep_figures[i], out);
    fputs("<td class=\"l\">", out);
    hw_markup_text(out, line->error ? line->error : "");
    fputs("</td></tr>\n", out);
}

static void put_table(const struct hw_sweep_results *results, FILE *out)
{
    const uint32_t points = results->plan->points;

    fputs("<section><h2>Points</h2>\n<p class=\"soft small\">A click on a heading sorts.", out);
    if (points > ROWS_MAX)
        fprintf(out, " These are the first %u; the CSV file has all.", ROWS_MAX);
    fputs("</p>\n<div class=\"listing\"><table class=\"sort\">\n", out);
    put_heads(results->plan, out);
    fputs("<tbody>\n", out);
    for (uint32_t i = 0; i < points && i < ROWS_MAX; i++)
        put_row(results, i, out);
    fputs("</tbody></table></div></section>\n", out);
}

hw_status hw_sweep_write_page(const struct hw_sweep_results *results, const char *name, FILE *out,
                              struct hw_error *error)
{
    const char *title = results->plan->title[0] ? results->plan->title : name;
    hw_status status;

    hw_html_page_begin(out, title);
    fputs("<h1>", out);
    hw_markup_text(out, title);
    fputs("</h1>\n<p class=\"soft\">Swept by halfwarp " HW_VERSION_STRING ": ", out);
    hw_markup_text(out, name);
    fputs("</p>\n", out);
    put_summary(results, out);
    status = hw_sweep_pictures(results, out, error);
    put_table(results, out);
    hw_html_page_end(out);
    return status;
}
