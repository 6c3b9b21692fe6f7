/* SPDX-License-Identifier: MIT */
/* This file writes the code tables of the HTML report: instructions and source lines with what they cost. */
#include "timing/report/markup.h"
#include "timing/report/html_parts.h"
#include "timing/report/palette.h"
#include "timing/report/run_breakdown.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Clocks of the whole, and of the row that has the most. */
struct table_scale {
    uint64_t all, most;
};

static struct table_scale scale_of(const struct hw_timed_run *run)
{
    struct table_scale scale = {.all = 0};

    for (uint32_t i = 0; i < run->code_count; i++) {
        const uint64_t clocks = hw_report_line_clocks(&run->code[i]);
        scale.all += clocks;
        scale.most = clocks > scale.most ? clocks : scale.most;
    }
    return scale;
}

/* Columns that not every kernel needs. */
struct table_columns {
    bool accesses, sources;
};

static void put_cell(FILE *out, uint64_t value)
{
    fprintf(out, "<td data-v=\"%" PRIu64 "\">", value);
    hw_markup_count(out, value);
    fputs("</td>", out);
}

/* With heat behind it: a square root, so that small shares can be told apart. */
static void put_share(FILE *out, uint64_t part, const struct table_scale *scale)
{
    fprintf(out, "<td data-v=\"%" PRIu64 "\" style=\"background:rgba(var(--heat),%.3f)\">%.1f %%</td>", part,
            0.75 * sqrt(hw_share(part, scale->most)), 100 * hw_share(part, scale->all));
}

/* The causes as parts of a small bar; its tip says them all. */
static void put_causes(FILE *out, const struct hw_launch_time *time, const uint64_t *stall, uint64_t stalled)
{
    fprintf(out, "<td class=\"l\" data-v=\"%" PRIu64 "\">", stalled);
    if (stalled) {
        unsigned most = 0;
        fputs("<span class=\"mix\" title=\"", out);
        for (unsigned s = 0; s < time->stall_count; s++) {
            most = stall[s] > stall[most] ? s : most;
            if (stall[s])
                fprintf(out, "%s %.1f %%&#10;", time->stall[s].name, 100 * hw_share(stall[s], stalled));
        }
        fputs("\">", out);
        for (unsigned s = 0; s < time->stall_count; s++)
            if (stall[s] * 200 >= stalled)
                fprintf(out, "<i style=\"width:%.1f%%;background:%s\"></i>",
                        100 * hw_share(stall[s], stalled), hw_paint_cause(s, true));
        fprintf(out, "</span> <span class=\"soft small\">%s</span>", time->stall[most].name);
    }
    fputs("</td>", out);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

static void print_source(FILE *out, const struct hw_timed_run *run, const struct hw_report_line *line)
{
    fprintf(out, "<td class=\"file\" data-v=\"%" PRIu64 "\"",
            line->line ? (uint64_t)line->file << 32 | line->line : 0);
    if (line->line) {
        fputs(" title=\"", out);
        hw_markup_text(out, run->file[line->file]);
        fputs("\">", out);
        hw_markup_text(out, base_name(run->file[line->file]));
        fprintf(out, ":%" PRIu32, line->line);
    } else {
        fputc('>', out);
    }
    fputs("</td>", out);
}

static bool knows_sources(const struct hw_timed_run *run)
{
    for (uint32_t i = 0; i < run->code_count; i++)
        if (run->code[i].line && run->code[i].cost.issues)
            return true;
    return false;
}

/* How many of something a request has; heat shows how much of it is more than ideal. */
static void put_average(FILE *out, const char *name, uint64_t shown, uint64_t excess, uint64_t all,
                        uint64_t requests)
{
    if (!requests) {
        fputs("<td data-v=\"-1\"></td>", out);
        return;
    }
    fprintf(out,
            "<td data-v=\"%.4f\" title=\"%" PRIu64 " %s of %" PRIu64 " requests, %" PRIu64
            " more than ideal\"",
            hw_share(shown, requests), all, name, requests, excess);
    if (excess)
        fprintf(out, " style=\"background:rgba(var(--heat),%.3f)\"", 0.75 * sqrt(hw_share(excess, all)));
    fprintf(out, ">%.1f</td>", hw_share(shown, requests));
}

static void put_accesses(FILE *out, const struct hw_time_insn *cost)
{
    const uint64_t conflicts = cost->wavefronts - cost->ideal_wavefronts;

    put_average(out, "sectors", cost->sectors, cost->sectors - cost->ideal_sectors, cost->sectors,
                cost->requests);
    put_average(out, "wavefronts", conflicts, conflicts, cost->wavefronts, cost->shared_requests);
}

static void put_line(FILE *out, const struct hw_timed_run *run, const struct hw_report_line *line,
                     const struct table_scale *scale, const struct table_columns *columns)
{
    const struct hw_time_insn *cost = &line->cost;

    fprintf(out, "<tr%s>", line->function ? " class=\"begin\"" : cost->issues ? "" : " class=\"idle\"");
    fprintf(out,
            "<td class=\"l\" data-v=\"%" PRIu32 "\"><code>%04" PRIx32
            "</code></td><td class=\"code\" title=\"",
            line->pc, line->pc);
    if (line->function) {
        hw_markup_text(out, line->function);
        fputs("&#10;", out);
    }
    hw_markup_text(out, line->text); /* the cell shows its beginning */
    fputs("\">", out);
    hw_markup_text(out, line->text);
    fputs("</td>", out);
    put_share(out, hw_report_line_clocks(line), scale);
    put_cell(out, cost->issues);
    put_cell(out, cost->stalled);
    put_causes(out, &run->time, cost->stall, cost->stalled);
    fprintf(out, "<td data-v=\"%.4f\">", hw_share(line->lanes, cost->issues * run->warp_lanes));
    if (cost->issues)
        fprintf(out, "%.0f %%", 100 * hw_share(line->lanes, cost->issues * run->warp_lanes));
    fputs("</td>", out);
    if (columns->accesses)
        put_accesses(out, cost);
    if (columns->sources)
        print_source(out, run, line);
    fputs("</tr>\n", out);
}

/* Padding behind the last instruction that was issued is omitted. */
static uint32_t shown(const struct hw_timed_run *run)
{
    uint32_t last = 0;

    for (uint32_t i = 0; i < run->code_count; i++)
        if (run->code[i].cost.issues)
            last = i + 1;
    return last;
}

static struct table_columns columns_of(const struct hw_timed_run *run)
{
    struct hw_access_sums sums;

    hw_access_sums_compute(run, &sums);
    return (struct table_columns){.accesses = sums.requests || sums.shared_requests,
                                  .sources = knows_sources(run)};
}

static void put_heads(FILE *out, const char *classes, const struct table_columns *columns)
{
    fprintf(out,
            "<table%s><thead><tr><th class=\"l\">address</th><th class=\"l\">instruction</th>"
            "<th>clocks</th><th>issues</th><th>waited</th><th class=\"l\">for</th><th>lanes</th>",
            classes);
    if (columns->accesses)
        fputs("<th title=\"that a request to global or local memory names\">sectors</th>"
              "<th title=\"wavefronts that a request to shared memory has beyond the ideal\">conflicts</th>",
              out);
    if (columns->sources)
        fputs("<th class=\"l\">source</th>", out);
    fputs("</tr></thead><tbody>\n", out);
}

void hw_html_hottest(FILE *out, const struct hw_timed_run *run)
{
    const struct table_scale scale = scale_of(run);
    const struct table_columns columns = columns_of(run);
    const struct hw_report_line *line[HW_HOTTEST];
    const unsigned count = hw_hottest(run, line);

    fputs("<section><h2>Hottest instructions</h2>\n<p class=\"soft small\">Those for which warps spent the "
          "most clocks: they waited for them and issued them. All are in the listing below.</p>\n"
          "<div class=\"scroll\">",
          out);
    put_heads(out, " class=\"hottest\"", &columns);
    for (unsigned i = 0; i < count; i++)
        put_line(out, run, line[i], &scale, &columns);
    fputs("</tbody></table></div></section>\n", out);
}

void hw_html_listing(FILE *out, const struct hw_timed_run *run)
{
    const struct table_scale scale = scale_of(run);
    const struct table_columns columns = columns_of(run);
    const uint32_t count = shown(run);

    fputs("<section><h2>Instructions</h2>\n<p class=\"soft small\">Clocks are those that warps waited for an "
          "instruction, and its issue. A click on a heading sorts; pointing at a bar tells its causes.</p>\n"
          "<div class=\"listing\">",
          out);
    put_heads(out, " class=\"sort\"", &columns);
    for (uint32_t i = 0; i < count; i++)
        put_line(out, run, &run->code[i], &scale, &columns);
    fputs("</tbody></table></div></section>\n", out);
}

/* --- source lines --- */

struct source_cost {
    uint32_t file, line;
    uint64_t issues, stalled, clocks;
    uint64_t stall[HW_TIME_PARTS];
};

static int by_source(const void *left, const void *right)
{
    const struct source_cost *one = left, *other = right;

    if (one->file != other->file)
        return one->file < other->file ? -1 : 1;
    return one->line == other->line ? 0 : one->line < other->line ? -1 : 1;
}

static uint32_t collect(const struct hw_timed_run *run, struct source_cost *cost)
{
    uint32_t count = 0, kept = 0;

    for (uint32_t i = 0; i < run->code_count; i++) {
        const struct hw_report_line *line = &run->code[i];
        if (!line->line || !line->cost.issues)
            continue;
        cost[count] = (struct source_cost){.file = line->file,
                                           .line = line->line,
                                           .issues = line->cost.issues,
                                           .stalled = line->cost.stalled,
                                           .clocks = hw_report_line_clocks(line)};
        memcpy(cost[count++].stall, line->cost.stall, sizeof cost->stall);
    }
    qsort(cost, count, sizeof *cost, by_source);
    for (uint32_t i = 0; i < count; i++) {
        if (!kept || by_source(&cost[kept - 1], &cost[i]) != 0) {
            cost[kept++] = cost[i];
            continue;
        }
        cost[kept - 1].issues += cost[i].issues;
        cost[kept - 1].stalled += cost[i].stalled;
        cost[kept - 1].clocks += cost[i].clocks;
        for (unsigned s = 0; s < HW_TIME_PARTS; s++)
            cost[kept - 1].stall[s] += cost[i].stall[s];
    }
    return kept;
}

hw_status hw_html_sources(FILE *out, const struct hw_timed_run *run, struct hw_error *error)
{
    struct table_scale scale = scale_of(run);

    if (!knows_sources(run))
        return HW_OK;
    struct source_cost *cost = calloc(run->code_count, sizeof *cost);
    if (!cost)
        return hw_fail(error, HW_ERR_NO_MEMORY, "time", "no memory for a page");
    const uint32_t count = collect(run, cost);
    for (uint32_t i = 0; i < count; i++)
        scale.most = cost[i].clocks > scale.most ? cost[i].clocks : scale.most;
    fputs("<section><h2>Source lines</h2>\n<p class=\"soft small\">The same by the lines that the file "
          "names.</p>\n"
          "<div class=\"listing\"><table class=\"sort\"><thead><tr><th class=\"l\">source</th><th>clocks</th>"
          "<th>issues</th><th>waited</th><th class=\"l\">for</th></tr></thead><tbody>\n",
          out);
    for (uint32_t i = 0; i < count; i++) {
        const struct hw_report_line line = {.file = cost[i].file, .line = cost[i].line};
        fputs("<tr>", out);
        print_source(out, run, &line);
        put_share(out, cost[i].clocks, &scale);
        put_cell(out, cost[i].issues);
        put_cell(out, cost[i].stalled);
        put_causes(out, &run->time, cost[i].stall, cost[i].stalled);
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div></section>\n", out);
    free(cost);
    return HW_OK;
}
