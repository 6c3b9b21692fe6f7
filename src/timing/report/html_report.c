/* SPDX-License-Identifier: MIT */
/* See html_report.h: the frame, the summary and the timeline; the other parts are html_*.c. */
#include "timing/report/html_report.h"

#include "machine/chip/chip_accuracy.h"
#include "timing/report/markup.h"
#include "timing/report/html_page.h"
#include "timing/report/html_parts.h"
#include "timing/report/timeline_views.h"

#include <inttypes.h>

#define OVERVIEW_COLUMNS 720u
#define CLOSE_UP         200u /* clocks */

/* --- the summary --- */

static void put_tile(FILE *out, const char *value, const char *name)
{
    fprintf(out, "<div class=\"tile\"><b>%s</b><span>%s</span></div>\n", value, name);
}

static void put_share_tile(FILE *out, double share, const char *name)
{
    char text[32] = "-";

    if (share >= 0)
        snprintf(text, sizeof text, "%.1f&#8239;%%", 100 * share);
    put_tile(out, text, name);
}

static void put_launch(FILE *out, const struct hw_timed_run *run)
{
    const struct hw_launch_time *time = &run->time;
    char text[HW_ACCURACY_MAX];

    fputs("<h1>", out);
    hw_markup_text(out, run->name);
    fprintf(out,
            "</h1>\n<p class=\"soft\">%" PRIu32 " &#215; %" PRIu32 " &#215; %" PRIu32 " blocks of %" PRIu32
            " &#215; %" PRIu32 " &#215; %" PRIu32 " threads on %s",
            run->grid[0], run->grid[1], run->grid[2], run->block[0], run->block[1], run->block[2],
            time->chip->name);
    if (time->card) {
        fputs(" (", out);
        hw_markup_text(out, time->card->name);
        fputc(')', out);
    }
    fprintf(out, ", %" PRIu32 " multiprocessors at %" PRIu32 " MHz, memory at %" PRIu32 " MHz</p>\n",
            time->sms, time->clock_khz / 1000, time->memory_clock_khz / 1000);
    hw_accuracy_text(time->chip, text, sizeof text);
    fputs("<p class=\"soft small\">The model of this chip: ", out);
    hw_markup_text(out, text);
    fputs(".</p>\n", out);
}

/* What holds it up, in a sentence or two. */
static void put_lead(FILE *out, const struct hw_timed_run *run, const struct hw_run_metrics *figures)
{
    const struct hw_launch_time *time = &run->time;
    const struct hw_memory_level *dram = &figures->level[HW_LEVEL_DRAM];
    unsigned most = 0, busiest = 0;

    for (unsigned i = 0; i < time->stall_count; i++)
        most = time->stall[i].value > time->stall[most].value ? i : most;
    for (unsigned i = 0; i < time->pipe_count; i++)
        if (hw_share(time->pipe[i].value, time->pipe[i].whole) >
            hw_share(time->pipe[busiest].value, time->pipe[busiest].whole))
            busiest = i;
    fprintf(out, "<p class=\"lead\">Of the clocks in which warps wait, they wait %.0f&#8239;%% for %s. ",
            100 * hw_share(time->stall[most].value, figures->stalled), time->stall[most].summary);
    fprintf(out, "The busiest unit, %s, is taken %.0f&#8239;%% of the time", time->pipe[busiest].name,
            100 * hw_share(time->pipe[busiest].value, time->pipe[busiest].whole));
    if (dram->share >= 0)
        fprintf(out, "; DRAM moves %.0f&#8239;%% of what its pins can", 100 * dram->share);
    fputs(".</p>\n", out);
}

static void put_summary(FILE *out, const struct hw_timed_run *run, const struct hw_run_metrics *figures)
{
    char text[48];

    put_launch(out, run);
    put_lead(out, run, figures);
    fputs("<div class=\"tiles\">\n<div class=\"tile\"><b>", out);
    hw_markup_count(out, run->time.cycles);
    fputs("</b><span>cycles</span></div>\n", out);
    if (figures->seconds < 1e-3)
        snprintf(text, sizeof text, "%.2f&#8239;&#181;s", figures->seconds * 1e6);
    else
        snprintf(text, sizeof text, "%.3f&#8239;ms", figures->seconds * 1e3);
    put_tile(out, text, "time");
    snprintf(text, sizeof text, "%.3f", figures->ipc);
    put_tile(out, text, "instructions a clock of a multiprocessor");
    put_share_tile(out, figures->utilization, "issue slots in use");
    put_share_tile(out, figures->achieved_occupancy, "achieved occupancy");
    put_share_tile(out, figures->level[HW_LEVEL_DRAM].share, "of DRAM&#8217;s peak");
    fputs("</div>\n", out);
}

/* --- the timeline --- */

static hw_status put_window(FILE *out, const struct hw_html_report *page, uint64_t from, uint64_t to,
                            uint32_t columns, struct hw_error *error)
{
    struct hw_timeline_grid grid;
    char note[HW_TIMELINE_NOTE];
    hw_status status = hw_timeline_grid_make(page->run, page->sm, from, to, columns, &grid, error);

    if (status != HW_OK)
        return status;
    hw_timeline_note(&grid, note);
    fprintf(out, "<p class=\"small soft\" style=\"margin:12px 0 0\">Clocks %" PRIu64 " to %" PRIu64,
            grid.from, grid.to);
    if (grid.bucket > 1)
        fprintf(out, "; a column is %" PRIu64 " clocks and shows what a warp did the longest", grid.bucket);
    fprintf(out, "%s%s.</p>\n", *note ? ": " : "", note);
    if (grid.rows) {
        fputs("<div class=\"scroll\">", out);
        hw_timeline_picture(out, &grid, true);
        fputs("</div>\n", out);
    }
    hw_timeline_grid_free(&grid);
    return HW_OK;
}

/* The clock at which half of the issues of the multiprocessor have been seen: there is something to look at.
 */
static uint64_t middle_clock(const struct hw_html_report *page)
{
    const struct hw_launch_time *time = &page->run->time;
    uint32_t first = 0, count = 0;

    while (first < time->issue_count && time->issue[first].sm != page->sm)
        first++;
    while (first + count < time->issue_count && time->issue[first + count].sm == page->sm)
        count++;
    return count ? time->issue[first + count / 2].clock : 0;
}

static hw_status put_timeline(FILE *out, const struct hw_html_report *page, struct hw_error *error)
{
    const struct hw_launch_time *time = &page->run->time;
    hw_status status;

    fprintf(out,
            "<section><h2>Warps by clock</h2>\n<p class=\"soft small\">Multiprocessor %" PRIu32
            ". Issues are high and strong in colour, waiting is pale; a line begins a block.%s</p>\n",
            page->sm, time->issues_left_out ? " The recording ends before the launch does." : "");
    status = put_window(out, page, page->from, page->to, OVERVIEW_COLUMNS, error);
    if (status == HW_OK && !page->to && time->issue_count) {
        const uint64_t middle = middle_clock(page), from = middle > CLOSE_UP / 2 ? middle - CLOSE_UP / 2 : 0;
        status = put_window(out, page, from, from + CLOSE_UP, CLOSE_UP, error);
    }
    fputs("</section>\n", out);
    return status;
}

hw_status hw_html_report_write(FILE *out, const struct hw_html_report *page, struct hw_error *error)
{
    const struct hw_timed_run *run = page->run;
    struct hw_run_metrics figures;
    char title[512];
    hw_status status;

    hw_run_metrics_compute(run, &figures);
    snprintf(title, sizeof title, "%.*s on %s", (int)sizeof title / 2, run->name, run->time.chip->name);
    hw_html_page_begin(out, title);
    put_summary(out, run, &figures);
    if (page->against)
        hw_html_comparison(out, run, page->against);
    hw_html_hottest(out, run);
    hw_html_over_time(out, run, &figures);
    fputs("<div class=\"pair\">\n", out);
    hw_html_stalls(out, run, &figures);
    hw_html_schedulers(out, run);
    hw_html_units(out, run);
    hw_html_mix(out, run);
    hw_html_memory(out, run, &figures);
    hw_html_roofline(out, &figures);
    hw_html_occupancy(out, run, &figures);
    hw_html_waves(out, run);
    fputs("</div>\n", out);
    status = put_timeline(out, page, error);
    hw_html_listing(out, run);
    if (status == HW_OK)
        status = hw_html_sources(out, run, error);
    fputs("<p class=\"soft small\">Made by halfwarp, which ran the kernel on a model of the chip.</p>\n",
          out);
    hw_html_page_end(out);
    return status;
}
