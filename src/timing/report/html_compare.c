/* SPDX-License-Identifier: MIT */
/* This file writes the comparison of the HTML report: all figures of two runs side by side. */
#include "timing/report/markup.h"
#include "timing/report/html_parts.h"

#include <string.h>

static void put_title(FILE *out, const char *title)
{
    fputs("<th>", out);
    hw_markup_text(out, title);
    fputs("</th>", out);
}

/* How far apart the two are, as bars to the left and to the right of a line: a factor of 4 is a whole one. */
static void put_ratio(FILE *out, double ratio)
{
    double length = 0;

    for (double r = ratio > 1 ? ratio : 1 / ratio; r > 1.01 && length < 40; r /= 1.0353)
        length++;
    fprintf(out,
            "<td>%.3f</td><td class=\"l\"><svg width=\"84\" height=\"10\"><path d=\"M42 0v10\" "
            "stroke=\"var(--mark)\"/>"
            "<rect x=\"%.0f\" y=\"2\" width=\"%.0f\" height=\"6\" fill=\"%s\"/></svg></td>",
            ratio, ratio > 1 ? 42 : 42 - length, length, ratio > 1 ? "var(--strong)" : "var(--alert)");
}

void hw_html_comparison(FILE *out, const struct hw_timed_run *run,
                        const struct hw_run_metrics_column *against)
{
    struct hw_run_metrics_column own;
    const struct hw_run_metric *left = own.item, *right = against->item;
    const char *group = "";

    hw_run_metrics_column_make(run, &own);
    fputs("<section><h2>Side by side</h2>\n<p class=\"soft small\">The ratio is that of the second to the "
          "first.</p>\n"
          "<div class=\"scroll\"><table><thead><tr><th class=\"l\"></th>",
          out);
    put_title(out, own.title);
    put_title(out, against->title);
    fputs("<th>ratio</th><th></th></tr></thead><tbody>\n", out);
    for (unsigned i = 0; i < own.count; i++) {
        char text[2][40];
        if (left[i].value <= 0 && right[i].value <= 0)
            continue;
        if (strcmp(group, left[i].group) != 0)
            fprintf(out, "<tr class=\"group\"><td colspan=\"5\">%s</td></tr>\n", left[i].group);
        group = left[i].group;
        hw_run_metric_text(&left[i], text[0], sizeof text[0]);
        hw_run_metric_text(&right[i], text[1], sizeof text[1]);
        fprintf(out, "<tr><td class=\"l\">%s</td><td>%s</td><td>%s</td>", left[i].name, text[0], text[1]);
        if (left[i].value > 0 && right[i].value > 0)
            put_ratio(out, right[i].value / left[i].value);
        else
            fputs("<td></td><td></td>", out);
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div></section>\n", out);
}
