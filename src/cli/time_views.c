/* SPDX-License-Identifier: MIT */
/* See time_views.h. */
#include "cli/time_views.h"

#include "cli/cli.h"
#include "cli/json.h"
#include "cli/time_report.h"
#include "timing/report/html_report.h"
#include "timing/report/timeline_views.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define TEXT_COLUMNS    120u
#define PICTURE_COLUMNS 1000u

/* FROM-TO of numbers; a single one is both. */
static hw_status take_range(const char *option, const char *form, const char *text, uint64_t most,
                            uint64_t *from, uint64_t *to, struct hw_error *error)
{
    const char *dash = strchr(text, '-');
    char first[32];
    hw_status status = HW_ERR_SYNTAX;

    if (!dash || (size_t)(dash - text) < sizeof first) {
        snprintf(first, sizeof first, "%.*s", (int)(dash ? dash - text : (ptrdiff_t)strlen(text)), text);
        status = hw_number(first, most, false, from, error);
    }
    *to = *from;
    if (status == HW_OK && dash)
        status = hw_number(dash + 1, most, false, to, error);
    if (status == HW_ERR_SYNTAX)
        return hw_fail(error, HW_ERR_SYNTAX, "cli", "%s takes %s, found '%s'", option, form, text);
    if (status == HW_OK && *to < *from)
        status = hw_fail(error, HW_ERR_RANGE, "cli", "%s: '%s' ends before it begins", option, text);
    return status;
}

/* Pictures show one multiprocessor, and without a timeline none is shown. */
static hw_status check_use(const struct hw_time_views *views, struct hw_error *error)
{
    const char *const unused = views->timeline_sm ? "--timeline-sm" : "--timeline-clocks";
    const bool svg = views->timeline && strcmp(views->timeline, "svg") == 0;

    if ((views->timeline_sm || views->timeline_clocks) && !hw_time_views_need_timeline(views))
        return hw_fail(error, HW_ERR_SYNTAX, "cli", "%s is for --timeline and --report", unused);
    if (views->window.last_sm != views->window.first_sm && (svg || views->report))
        return hw_fail(error, HW_ERR_RANGE, "cli",
                       "--timeline-sm %s: %s shows one multiprocessor; --timeline text and json take several",
                       views->timeline_sm, svg ? "--timeline svg" : "--report");
    return HW_OK;
}

hw_status hw_time_views_parse(struct hw_time_views *views, struct hw_error *error)
{
    struct hw_time_window *window = &views->window;
    uint64_t first = 0, last = 0;
    hw_status status = HW_OK;

    *window = (struct hw_time_window){.to = UINT64_MAX};
    if (views->timeline && strcmp(views->timeline, "text") != 0 && strcmp(views->timeline, "svg") != 0 &&
        strcmp(views->timeline, "json") != 0)
        return hw_fail(error, HW_ERR_SYNTAX, "cli", "--timeline is text, svg or json, not '%s'",
                       views->timeline);
    if (views->timeline_sm && strcmp(views->timeline_sm, "all") == 0)
        last = UINT16_MAX;
    else if (views->timeline_sm)
        status = take_range("--timeline-sm", "N, FIRST-LAST or all", views->timeline_sm, UINT16_MAX, &first,
                            &last, error);
    if (status == HW_OK && views->timeline_clocks)
        status = take_range("--timeline-clocks", "FROM-TO", views->timeline_clocks, UINT64_MAX - 1,
                            &window->from, &window->to, error);
    if (status == HW_OK && views->timeline_clocks && window->from == window->to)
        status = hw_fail(error, HW_ERR_RANGE, "cli", "--timeline-clocks takes FROM-TO, found '%s'",
                         views->timeline_clocks);
    window->first_sm = (uint32_t)first;
    window->last_sm = (uint32_t)last;
    return status == HW_OK ? check_use(views, error) : status;
}

bool hw_time_views_need_timeline(const struct hw_time_views *views)
{
    return views->timeline || views->report;
}

/* --- views --- */

static hw_status put_timeline(const struct hw_time_views *views, FILE *out, const struct hw_timed_run *run,
                              struct hw_error *error)
{
    const bool text = strcmp(views->timeline, "text") == 0;
    const struct hw_time_window *window = &views->window;
    hw_status status = HW_OK;

    if (strcmp(views->timeline, "json") == 0) {
        hw_timeline_trace(out, run, window);
        return HW_OK;
    }
    const uint32_t last = text && window->last_sm < run->time.sms ? window->last_sm : window->first_sm;
    for (uint32_t sm = window->first_sm; status == HW_OK && sm <= last; sm++) {
        struct hw_timeline_grid grid;
        status = hw_timeline_grid_make(run, sm, window->from, window->to,
                                       text ? TEXT_COLUMNS : PICTURE_COLUMNS, &grid, error);
        if (status != HW_OK)
            break;
        if (sm > window->first_sm)
            fputc('\n', out);
        (text ? hw_timeline_text : hw_timeline_svg)(out, &grid);
        hw_timeline_grid_free(&grid);
    }
    return status;
}

static hw_status write_timeline(const struct hw_time_views *views, const struct hw_timed_run *run,
                                struct hw_error *error)
{
    FILE *out;
    hw_status status = hw_open_output(views->out, &out, error);

    if (status != HW_OK)
        return status;
    status = put_timeline(views, out, run, error);
    const hw_status closed = hw_close_output(views->out, out, error);
    return status != HW_OK ? status : closed;
}

static hw_status write_page(const struct hw_time_views *views, const struct hw_timed_run *run,
                            const struct hw_time_baseline *other, struct hw_error *error)
{
    struct hw_run_metrics_column column;
    const struct hw_html_report page = {.run = run,
                                        .against = other->json ? &column : NULL,
                                        .sm = views->window.first_sm,
                                        .from = views->window.from,
                                        .to = views->timeline_clocks ? views->window.to : 0};
    FILE *out;
    hw_status status = hw_open_output(views->report, &out, error);

    if (status != HW_OK)
        return status;
    if (other->json)
        hw_time_baseline_column(other, run, &column);
    status = hw_html_report_write(out, &page, error);
    const hw_status closed = hw_close_output(views->report, out, error);
    return status != HW_OK ? status : closed;
}

static void put_report(const struct hw_time_views *views, FILE *out, const struct hw_timed_run *run,
                       const struct hw_time_baseline *other)
{
    struct hw_run_metrics_column column;

    if (views->json) {
        hw_json_print(hw_time_json(run, other->json, views->costs), out);
        return;
    }
    if (other->json)
        hw_time_baseline_column(other, run, &column);
    hw_time_text(out, run, other->json ? &column : NULL, views->costs);
}

static hw_status write_report(const struct hw_time_views *views, const struct hw_timed_run *run,
                              const struct hw_time_baseline *other, struct hw_error *error)
{
    const char *name = views->timeline ? NULL : views->out;
    FILE *out;
    hw_status status = hw_open_output(name, &out, error);

    if (status != HW_OK)
        return status;
    put_report(views, out, run, other);
    return hw_close_output(name, out, error);
}

hw_status hw_time_views_write(const struct hw_time_views *views, const struct hw_timed_run *run,
                              const struct hw_time_baseline *other, struct hw_error *error)
{
    const bool alone = views->timeline && !views->out; /* a timeline on standard output */
    hw_status status = HW_OK;

    if (hw_time_views_need_timeline(views) && views->window.first_sm >= run->time.sms)
        return hw_fail(error, HW_ERR_RANGE, "cli", "the chip has multiprocessors 0 to %u, not %u",
                       run->time.sms - 1, views->window.first_sm);
    if (views->timeline_clocks && views->window.from >= run->time.cycles)
        hw_complain("--timeline-clocks %s: the launch ends before, at clock %" PRIu64, views->timeline_clocks,
                    run->time.cycles);
    if (!alone)
        status = write_report(views, run, other, error);
    if (status == HW_OK && views->timeline)
        status = write_timeline(views, run, error);
    if (status == HW_OK && views->report)
        status = write_page(views, run, other, error);
    return status;
}
