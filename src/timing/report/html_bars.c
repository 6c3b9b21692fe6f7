/* SPDX-License-Identifier: MIT */
/* This file draws the bar charts of the HTML report: stalls by cause, units by use, warps of a
 * multiprocessor. */
#include "timing/report/markup.h"
#include "timing/report/html_parts.h"
#include "timing/report/palette.h"

#include <inttypes.h>

void hw_html_bar(FILE *out, const char *name, const char *summary, const char *colour, double share,
                 const char *value)
{
    const double percent = share < 0 ? 0 : share > 1 ? 100 : 100 * share;

    fputs("<div>", out);
    hw_markup_text(out, name);
    fprintf(out, "</div><div class=\"track\"><i style=\"width:%.2f%%;background:%s\"></i></div>", percent,
            colour);
    fputs("<div class=\"value\">", out);
    hw_markup_text(out, value);
    fputs("</div>\n", out);
    if (!*summary)
        return;
    fputs("<div class=\"note\">", out);
    hw_markup_text(out, summary);
    fputs("</div>\n", out);
}

void hw_html_stalls(FILE *out, const struct hw_timed_run *run, const struct hw_run_metrics *figures)
{
    const struct hw_launch_time *time = &run->time;
    bool done[HW_TIME_PARTS] = {false};

    fputs("<section><h2>What warps wait for</h2>\n<p class=\"soft small\">Clocks of resident warps in which "
          "they "
          "issue nothing, by cause.</p>\n<div class=\"bars\">\n",
          out);
    for (unsigned n = 0; n < time->stall_count; n++) {
        unsigned most = HW_TIME_PARTS;
        char value[24];
        for (unsigned i = 0; i < time->stall_count; i++)
            if (!done[i] && (most == HW_TIME_PARTS || time->stall[i].value > time->stall[most].value))
                most = i;
        done[most] = true;
        if (!time->stall[most].value)
            break;
        const double share = hw_share(time->stall[most].value, figures->stalled);
        snprintf(value, sizeof value, "%.1f %%", 100 * share);
        hw_html_bar(out, time->stall[most].name, time->stall[most].summary, hw_paint_cause(most, true), share,
                    value);
    }
    fputs("</div></section>\n", out);
}

void hw_html_units(FILE *out, const struct hw_timed_run *run)
{
    const struct hw_launch_time *time = &run->time;

    fputs("<section><h2>What the units do</h2>\n<p class=\"soft small\">Of the clocks in which a "
          "multiprocessor "
          "has blocks, those in which the unit is taken.</p>\n<div class=\"bars\">\n",
          out);
    for (unsigned i = 0; i < time->pipe_count; i++) {
        const struct hw_time_part *pipe = &time->pipe[i];
        const double share = hw_share(pipe->value, pipe->whole);
        char value[24];
        snprintf(value, sizeof value, "%.1f %%", 100 * share);
        hw_html_bar(out, pipe->name, pipe->summary, hw_paint_unit(i, true), share, value);
    }
    fputs("</div></section>\n", out);
}

/* --- occupancy --- */

#define SLOT      20.0
#define SLOT_LINE 16u

/* A square for each warp that the multiprocessor could hold; those of a block have one colour. */
static void put_slots(FILE *out, const struct hw_launch_time *time)
{
    static const char *const colours[] = {"var(--strong)", "var(--middle)", "var(--pale)"};
    const uint32_t lines = (time->warps_per_sm + SLOT_LINE - 1) / SLOT_LINE;
    const uint32_t resident = time->blocks_per_sm * time->warps_per_block;

    fprintf(out,
            "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"places of "
            "warps\">\n",
            SLOT * SLOT_LINE, SLOT * lines);
    for (uint32_t i = 0; i < time->warps_per_sm; i++)
        fprintf(out, "<rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" rx=\"3\" fill=\"%s\"/>\n",
                i % SLOT_LINE * SLOT + 1, i / SLOT_LINE * SLOT + 1, SLOT - 2, SLOT - 2,
                i < resident ? colours[i / time->warps_per_block % 3] : "var(--track)");
    fputs("</svg>\n", out);
}

void hw_html_occupancy(FILE *out, const struct hw_timed_run *run, const struct hw_run_metrics *figures)
{
    const struct hw_launch_time *time = &run->time;
    char value[128];

    fputs("<section><h2>Occupancy</h2>\n<p class=\"soft small\">Warps on a multiprocessor, of those that it "
          "can "
          "hold.</p>\n<div class=\"beside\">",
          out);
    put_slots(out, time);
    fputs("<div><div class=\"bars\">\n", out);
    snprintf(value, sizeof value, "%.1f %%", 100 * figures->occupancy);
    hw_html_bar(out, "by resources", "", "var(--middle)", figures->occupancy, value);
    snprintf(value, sizeof value, "%.1f %%", 100 * figures->achieved_occupancy);
    hw_html_bar(out, "achieved", "", "var(--strong)", figures->achieved_occupancy, value);
    fputs("</div>\n<dl>\n", out);
    fprintf(out,
            "<dt>blocks</dt><dd>%" PRIu32 " at a time, %" PRIu32 " warps each</dd>\n"
            "<dt>registers</dt><dd>%" PRIu32 " a thread</dd>\n"
            "<dt>shared memory</dt><dd>%" PRIu32 " bytes a block</dd>\n"
            "<dt>mean</dt><dd>%.1f of %" PRIu32 " warps</dd>\n<dt>limited by</dt><dd>",
            time->blocks_per_sm, time->warps_per_block, run->registers, run->shared_bytes,
            figures->achieved_occupancy * time->warps_per_sm, time->warps_per_sm);
    hw_limits_text(run, value, sizeof value);
    hw_markup_text(out, value);
    fputs("</dd>\n</dl></div></div></section>\n", out);
}
