/* SPDX-License-Identifier: MIT */
/* See sweep_command.h: options, the plan, the run, the files that come of it. */
#include "cli/sweep_command.h"

#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/spared_files.h"
#include "own_threads.h"
#include "sweep/sweep_fingerprint.h"
#include "sweep/sweep_results.h"
#include "sweep/sweep_run.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define JOBS_MAX    1024u
#define TIMEOUT_MAX 10000000u

struct sweep_line {
    const char *plan, *folder, *jobs, *timeout, *csv, *html;
    bool list, retry, fresh, seconds;
};

/* clang-format off */
const struct hw_option hw_sweep_options[] = {
    {"-o", .argument = "FOLDER", .help = "where results are kept: points.db (SQLite), and at the end points.csv and "
     "points.html; by default PLAN's name with .sweep in place of .json",
     .kind = HW_KIND_FOLDER, HW_VALUE(struct sweep_line, folder)},
    {"-j", .argument = "N", .help = "points at a time; by default a processor each; under MPI it is a rank each",
     .joined = true, .kind = HW_KIND_NUMBER, HW_VALUE(struct sweep_line, jobs)},
    {"--timeout", .argument = "SECONDS", .help = "end points that take longer",
     .kind = HW_KIND_NUMBER, HW_VALUE(struct sweep_line, timeout)},
    {"--list", .help = "only list the points with their command lines", HW_FLAG(struct sweep_line, list)},
    {"--retry", .help = "run points again that failed, crashed or took too long", HW_FLAG(struct sweep_line, retry)},
    {"--fresh", .help = "forget the results in FOLDER", HW_FLAG(struct sweep_line, fresh)},
    {"--csv", .argument = "FILE", .help = "the table there, too; `-` is standard output",
     .kind = HW_KIND_OUTPUT, HW_VALUE(struct sweep_line, csv)},
    {"--html", .argument = "FILE", .help = "the page there, too",
     .kind = HW_KIND_OUTPUT, HW_VALUE(struct sweep_line, html)},
    {"--seconds", .help = "the table has a column of the time that points took here, which differs from run to run",
     HW_FLAG(struct sweep_line, seconds)},
    HW_OPTIONS_END,
};
/* clang-format on */

/* --- names --- */

/* The folder of a file, absolute. */
static hw_status folder_of(const char *file, char folder[PATH_MAX], struct hw_error *error)
{
    char name[PATH_MAX];

    snprintf(name, sizeof name, "%s", file);
    char *slash = strrchr(name, '/');
    if (slash)
        slash[1] = '\0';
    return realpath(slash ? name : ".", folder)
               ? HW_OK
               : hw_fail(error, HW_ERR_IO, "sweep", "%.200s: %s", name, strerror(errno));
}

/* PLAN.sweep, beside it. */
static void default_folder(const char *plan, char folder[PATH_MAX])
{
    const size_t length = strlen(plan), end = length > 5 && !strcmp(plan + length - 5, ".json") ? 5 : 0;

    snprintf(folder, PATH_MAX, "%.*s.sweep", (int)(length - end < PATH_MAX - 8 ? length - end : PATH_MAX - 8),
             plan);
}

static const char *last_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* --- what there is to do --- */

static hw_status list_points(const struct hw_plan *plan, struct hw_error *error)
{
    fputs("point", stdout);
    for (unsigned a = 0; a < plan->axis_count; a++)
        printf("\t%s", plan->axis[a].name);
    puts("\tcommand");
    for (uint32_t i = 0; i < plan->points; i++) {
        struct hw_point point;
        hw_status status = hw_plan_point(plan, i, &point, error);
        if (status != HW_OK)
            return status;
        printf("%u", i + 1);
        for (unsigned a = 0; a < plan->axis_count; a++)
            printf("\t%s", point.value[a]->label);
        putchar('\t');
        hw_point_print_command(&point, stdout);
        putchar('\n');
        hw_point_free(&point);
    }
    return HW_OK;
}

static hw_status write_file(const char *name, const struct hw_sweep_results *results,
                            const struct sweep_line *line, bool page, struct hw_error *error)
{
    FILE *out;
    hw_status status = hw_open_output(name, &out, error), closed;

    if (status != HW_OK)
        return status;
    if (page)
        status = hw_sweep_write_page(results, last_name(line->plan), out, error);
    else
        hw_sweep_write_csv(results, line->seconds, out);
    closed = hw_close_output(name, out, error);
    return status == HW_OK ? closed : status;
}

static hw_status write_results(const struct hw_plan *plan, struct hw_sweep_store *store, const char *folder,
                               const struct sweep_line *line, struct hw_error *error)
{
    struct hw_sweep_results results;
    char csv[PATH_MAX + 16], html[PATH_MAX + 16];
    hw_status status = hw_sweep_results_read(plan, store, &results, error);

    snprintf(csv, sizeof csv, "%s/points.csv", folder);
    snprintf(html, sizeof html, "%s/points.html", folder);
    if (status != HW_OK)
        return status;
    status = write_file(csv, &results, line, false, error);
    if (status == HW_OK)
        status = write_file(html, &results, line, true, error);
    if (status == HW_OK && line->csv)
        status = write_file(line->csv, &results, line, false, error);
    if (status == HW_OK && line->html)
        status = write_file(line->html, &results, line, true, error);
    hw_sweep_results_free(&results);
    return status;
}

/* On a terminal, and where not all is well. */
static void report_totals(const struct hw_sweep_totals *totals, const char *folder)
{
    if (!isatty(STDERR_FILENO) && totals->of[HW_POINT_DONE] == totals->points && !totals->again)
        return;
    fprintf(stderr, "halfwarp sweep: %u points", totals->points);
    for (unsigned state = HW_POINT_DONE; state < HW_POINT_STATES; state++)
        if (totals->of[state])
            fprintf(stderr, ", %u %s", totals->of[state], hw_point_state_name((enum hw_point_state)state));
    if (totals->ran < totals->points)
        fprintf(stderr, "; %u of them now", totals->ran);
    if (totals->again)
        fprintf(stderr, "; %u begun again", totals->again);
    fprintf(stderr, "; %s\n", folder);
}

/* Ctrl-C. */
static int report_stop(const struct hw_sweep_totals *totals, const char *folder)
{
    fprintf(stderr,
            "halfwarp sweep: interrupted: %u of %u points are kept in %s; the same command goes on with the "
            "others\n",
            totals->points - totals->of[HW_POINT_NONE], totals->points, folder);
    return HW_EXIT_INTERRUPTED;
}

/* --- the run --- */

struct executor_options {
    hw_sweep_executor_fn *make;
    void *context;
    unsigned jobs;
    struct hw_subprocess_options where;
};

static int run_plan(const struct hw_plan *plan, const struct sweep_line *line,
                    const struct executor_options *settings, struct hw_error *error)
{
    struct hw_sweep_fingerprint identity;
    struct hw_sweep_store *store = NULL;
    struct hw_sweep_executor executor;
    struct hw_sweep_totals totals = {.points = 0};
    const struct hw_sweep_options how = {.retry = line->retry, .stop = hw_interrupt_watch()};
    char folder[PATH_MAX];
    hw_status status =
        hw_sweep_compute_fingerprint(plan, settings->where.folder, settings->where.tool, &identity, error);

    default_folder(line->plan, folder);
    const char *name = line->folder ? line->folder : folder;
    if (status == HW_OK)
        status = hw_sweep_store_open(name, &identity, line->fresh, &store, error);
    if (status == HW_OK)
        status = settings->make(settings->context, settings->jobs, &settings->where, &executor, error);
    if (status == HW_OK)
        status = hw_sweep_run(plan, store, &executor, &how, &totals, error);
    if (status == HW_OK && !totals.stopped)
        status = write_results(plan, store, name, line, error);
    hw_sweep_store_close(store);
    if (status != HW_OK)
        return hw_report(line->plan, NULL, error);
    if (totals.stopped)
        return report_stop(&totals, name);
    report_totals(&totals, name);
    return totals.of[HW_POINT_DONE] == totals.points ? HW_EXIT_DONE : HW_EXIT_FAILED;
}

static hw_status read_plan(const char *name, char **text, struct hw_plan **plan, struct hw_error *error)
{
    size_t size;
    hw_status status = hw_read_file(name, HW_PLAN_BYTES, (void **)text, &size, error);

    return status == HW_OK ? hw_plan_read(*text, size, plan, error) : status;
}

/* What the points read, relative to the folder of the plan: no table is written over it. */
static hw_status spare_files(const struct hw_plan *plan, const char *folder, struct hw_error *error)
{
    char path[2 * PATH_MAX];
    hw_status status = HW_OK;

    for (uint32_t i = 0; i < plan->points && status == HW_OK; i++) {
        struct hw_point point;
        status = hw_plan_point(plan, i, &point, error);
        if (status != HW_OK)
            break;
        snprintf(path, sizeof path, "%s/%s", point.file[0] == '/' ? "" : folder, point.file);
        status = hw_spare_input(path, error);
        hw_point_free(&point);
    }
    return status;
}

static hw_status take_numbers(const struct sweep_line *line, struct executor_options *settings,
                              struct hw_error *error)
{
    uint64_t jobs = 0, timeout = 0;
    hw_status status = line->jobs ? hw_number(line->jobs, JOBS_MAX, false, &jobs, error) : HW_OK;

    if (status == HW_OK && line->timeout)
        status = hw_number(line->timeout, TIMEOUT_MAX, false, &timeout, error);
    settings->jobs = (unsigned)jobs;
    settings->where.timeout = (double)timeout;
    return status;
}

int hw_sweep_command(int argc, char **argv, const char *tool, hw_sweep_executor_fn *make, void *context)
{
    struct sweep_line line = {.plan = NULL};
    struct hw_list operands = {.count = 0};
    struct executor_options settings = {.make = make, .context = context, .where = {.tool = tool}};
    struct hw_error error = {.text = ""};
    struct hw_plan *plan = NULL;
    char *text = NULL, folder[PATH_MAX];
    int status;

    if (!hw_args_parse(argc, argv, &hw_command_sweep, &line, &operands, &status))
        return status;
    if (!operands.count)
        return hw_usage_error("sweep", "expected a PLAN");
    if (line.folder && strcmp(line.folder, "-") == 0)
        return hw_usage_error("sweep", "-o is the folder of the results; `--csv -` prints the table");
    line.plan = operands.item[0];
    if (take_numbers(&line, &settings, &error) != HW_OK)
        return hw_report_option("sweep", NULL, &error);
    settings.where.folder = folder;
    if (folder_of(line.plan, folder, &error) != HW_OK ||
        read_plan(line.plan, &text, &plan, &error) != HW_OK || spare_files(plan, folder, &error) != HW_OK)
        status = hw_report(line.plan, text, &error);
    else if (line.list)
        status = list_points(plan, &error) == HW_OK ? HW_EXIT_DONE : hw_report(line.plan, NULL, &error);
    else
        status = run_plan(plan, &line, &settings, &error);
    hw_plan_free(plan);
    free(text);
    return status;
}

hw_status hw_sweep_make_local(void *context, unsigned jobs, const struct hw_subprocess_options *where,
                              struct hw_sweep_executor *executor, struct hw_error *error)
{
    (void)context;
    if (!jobs)
        jobs = hw_processor_count();
    return hw_executor_local(jobs, where, executor, error);
}
