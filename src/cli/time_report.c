/* SPDX-License-Identifier: MIT */
/* See time_report.h: this file writes the text. */
#include "cli/time_report.h"

#include "machine/chip/chip_accuracy.h"

#include <inttypes.h>
#include <string.h>

static void put_parts(FILE *out, const char *title, const struct hw_time_part *parts, unsigned count,
                      uint64_t whole)
{
    fprintf(out, "\n%s\n", title);
    for (unsigned i = 0; i < count; i++)
        if (parts[i].value)
            fprintf(out, "  %-14s %14" PRIu64 "  %5.1f %%  %s\n", parts[i].name, parts[i].value,
                    100 * hw_share(parts[i].value, parts[i].whole ? parts[i].whole : whole),
                    parts[i].summary);
}

static void put_traffic(FILE *out, const struct hw_run_metrics *figures)
{
    fputs("\nmemory\n  level                 reads         writes  hit rate          bytes     bandwidth  of "
          "its "
          "peak\n",
          out);
    for (unsigned i = 0; i < HW_MEMORY_LEVELS; i++) {
        const struct hw_memory_level *level = &figures->level[i];
        char hits[16] = "-", share[16] = "-", rate[32];
        if (!level->bytes)
            continue;
        if (level->hit_rate >= 0)
            snprintf(hits, sizeof hits, "%.1f %%", 100 * level->hit_rate);
        if (level->share >= 0)
            snprintf(share, sizeof share, "%.1f %%", 100 * level->share);
        hw_scaled_text(level->rate, "B/s", rate, sizeof rate);
        fprintf(out, "  %-14s %12" PRIu64 " %14" PRIu64 " %9s %14" PRIu64 " %13s %12s\n", level->title,
                level->reads, level->writes, hits, level->bytes, rate, share);
    }
    fputs("  reads and writes are sectors of 32 bytes; of shared memory passes, all in one column\n", out);
}

static void put_roof(FILE *out, const struct hw_roofline *roof)
{
    const bool by_memory = roof->intensity >= 0 && roof->intensity < roof->ridge;
    char rate[48], peak[48], attainable[48], bandwidth[48];

    if (!roof->work || roof->peak <= 0)
        return;
    hw_scaled_text(roof->rate, roof->unit, rate, sizeof rate);
    hw_scaled_text(roof->peak, roof->unit, peak, sizeof peak);
    hw_scaled_text(roof->attainable, roof->unit, attainable, sizeof attainable);
    hw_scaled_text(roof->bandwidth, "B/s", bandwidth, sizeof bandwidth);
    fprintf(out, "  %-17s%s, %.1f %% of the %s that are attainable\n", roof->name, rate, 100 * roof->share,
            attainable);
    if (roof->intensity < 0)
        fprintf(out, "  %-17smemory moved no byte, so that is the peak\n", "");
    else
        fprintf(out, "  %-17s= min(%s, %.3f a byte * %s): %s is the roof\n", "", peak, roof->intensity,
                bandwidth, by_memory ? "memory" : "arithmetic");
}

static void print_source(FILE *out, const struct hw_timed_run *run, const struct hw_report_line *line)
{
    char source[64] = "";

    if (line->line) {
        const char *name = strrchr(run->file[line->file], '/');
        snprintf(source, sizeof source, "%.40s:%" PRIu32, name ? name + 1 : run->file[line->file],
                 line->line);
    }
    for (char *c = source; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    fprintf(out, "  %-18s", source);
}

/* How many of something an access has on average; nothing where there is none. */
static void put_average(FILE *out, int width, uint64_t sum, uint64_t requests)
{
    char text[16] = "";

    if (requests)
        snprintf(text, sizeof text, "%.1f", hw_share(sum, requests));
    fprintf(out, " %*s", width, text);
}

/* What of the instructions a listing has columns for. */
struct cost_columns {
    bool sources, accesses;
    uint64_t clocks; /* of all */
};

static struct cost_columns cost_columns_of(const struct hw_timed_run *run)
{
    struct cost_columns columns = {.clocks = 0};

    for (uint32_t i = 0; i < run->code_count; i++) {
        const struct hw_time_insn *cost = &run->code[i].cost;
        columns.sources |= run->code[i].line && cost->issues;
        columns.accesses |= cost->requests || cost->shared_requests;
        columns.clocks += hw_report_line_clocks(&run->code[i]);
    }
    return columns;
}

static void put_cost_head(FILE *out, const struct cost_columns *columns)
{
    fprintf(out, "%10s %12s %7s %6s", "issues", "stalled", "clocks", "lanes");
    if (columns->accesses)
        fprintf(out, " %7s %9s", "sectors", "conflicts");
    fprintf(out, "  %-13s%s  instruction\n", "most for", columns->sources ? "  source            " : "");
}

static void put_cost(FILE *out, const struct hw_timed_run *run, const struct hw_report_line *line,
                     const struct cost_columns *columns)
{
    const struct hw_launch_time *time = &run->time;
    const struct hw_time_insn *cost = &line->cost;

    fprintf(out, "%10" PRIu64 " %12" PRIu64 " %5.1f %% %4.0f %%", cost->issues, cost->stalled,
            100 * hw_share(hw_report_line_clocks(line), columns->clocks),
            100 * hw_share(line->lanes, cost->issues * run->warp_lanes));
    if (columns->accesses) {
        put_average(out, 7, cost->sectors, cost->requests);
        put_average(out, 9, cost->wavefronts - cost->ideal_wavefronts, cost->shared_requests);
    }
    fprintf(out, "  %-13s", cost->stalled ? time->stall[hw_report_line_cause(line, time)].name : "");
    if (columns->sources)
        print_source(out, run, line);
    fprintf(out, "  /*%04" PRIx32 "*/ %s\n", line->pc, line->text);
}

static void put_hottest(FILE *out, const struct hw_timed_run *run)
{
    const struct cost_columns columns = cost_columns_of(run);
    const struct hw_report_line *line[HW_HOTTEST];
    const unsigned count = hw_hottest(run, line);

    fputs("\nhottest instructions; sectors and bank conflicts are those of a request\n", out);
    put_cost_head(out, &columns);
    for (unsigned i = 0; i < count; i++)
        put_cost(out, run, line[i], &columns);
}

static void put_costs(FILE *out, const struct hw_timed_run *run)
{
    const struct cost_columns columns = cost_columns_of(run);

    fputs("\nall instructions\n", out);
    put_cost_head(out, &columns);
    for (uint32_t i = 0; i < run->code_count; i++)
        if (run->code[i].cost.issues)
            put_cost(out, run, &run->code[i], &columns);
}

static void put_accuracy(FILE *out, const struct hw_launch_time *time)
{
    char text[HW_ACCURACY_MAX];

    hw_accuracy_text(time->chip, text, sizeof text);
    fprintf(out, "accuracy           %s\n", text);
}

static void put_run(FILE *out, const struct hw_timed_run *run, const struct hw_run_metrics *figures)
{
    const struct hw_launch_time *time = &run->time;
    char limits[128];

    hw_limits_text(run, limits, sizeof limits);
    fprintf(out, "chip               %s", time->chip->name);
    if (time->card)
        fprintf(out, " (%s)", time->card->name);
    fprintf(out, ", %" PRIu32 " multiprocessors, %" PRIu32 " MHz, memory %" PRIu32 " MHz\n", time->sms,
            time->clock_khz / 1000, time->memory_clock_khz / 1000);
    fprintf(out, "cycles             %" PRIu64 "\n", time->cycles);
    fprintf(out, "time               %.3f us\n", figures->seconds * 1e6);
    fprintf(out, "warp instructions  %" PRIu64 ", %.1f %% of their lanes execute\n", time->warp_instructions,
            100 * figures->lane_share);
    fprintf(out, "IPC                %.3f of a multiprocessor that has blocks\n", figures->ipc);
    fprintf(out, "utilization        %.1f %% of the clocks of its schedulers\n", 100 * figures->utilization);
    fprintf(out,
            "blocks             %" PRIu32 " on a multiprocessor, %" PRIu32 " warps each, limited by %s\n",
            time->blocks_per_sm, time->warps_per_block, limits);
    fprintf(out, "occupancy          %.1f %% by resources, %.1f %% achieved: %.1f of %" PRIu32 " warps\n",
            100 * figures->occupancy, 100 * figures->achieved_occupancy,
            figures->achieved_occupancy * time->warps_per_sm, time->warps_per_sm);
    hw_time_text_waves(out, run);
    put_accuracy(out, time);
    put_parts(out, "stalls, clocks of warps", time->stall, time->stall_count, figures->stalled);
    put_parts(out, "units, clocks that they are taken, of their clocks", time->pipe, time->pipe_count,
              time->active_clocks);
    hw_time_text_mix(out, run);
    put_traffic(out, figures);
    hw_time_text_accesses(out, run);
    fputs("\nroofline, operations of lanes or instructions of warps for each byte of DRAM\n", out);
    put_roof(out, &figures->single);
    put_roof(out, &figures->twice);
    put_roof(out, &figures->instructions);
    put_hottest(out, run);
}

/* --- two runs --- */

static void put_comparison(FILE *out, const struct hw_timed_run *run,
                           const struct hw_run_metrics_column *against)
{
    struct hw_run_metrics_column own;
    const struct hw_run_metric *left = own.item, *right = against->item;
    const char *group = "";

    hw_run_metrics_column_make(run, &own);
    fprintf(out, "%-38s", "");
    fprintf(out, "  %22.22s  %22.22s", own.title, against->title);
    fputs("     ratio\n", out);
    for (unsigned i = 0; i < own.count; i++) {
        char text[2][40];
        if (left[i].value <= 0 && right[i].value <= 0)
            continue;
        hw_run_metric_text(&left[i], text[0], sizeof text[0]);
        hw_run_metric_text(&right[i], text[1], sizeof text[1]);
        fprintf(out, "%-16s%-22s  %22s  %22s", strcmp(group, left[i].group) ? left[i].group : "",
                left[i].name, text[0], text[1]);
        if (left[i].value > 0 && right[i].value >= 0)
            fprintf(out, "  %8.3f", right[i].value / left[i].value);
        fputc('\n', out);
        group = left[i].group;
    }
}

void hw_time_text(FILE *out, const struct hw_timed_run *run, const struct hw_run_metrics_column *against,
                  bool costs)
{
    struct hw_run_metrics figures;

    hw_run_metrics_compute(run, &figures);
    if (against) {
        put_comparison(out, run, against);
        put_accuracy(out, &run->time);
    } else {
        put_run(out, run, &figures);
    }
    if (costs)
        put_costs(out, run);
}
