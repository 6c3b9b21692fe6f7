/* SPDX-License-Identifier: MIT */
/* See timeline_views.h.  The format is that of "Trace Event Format" (the Chromium project): complete events
 * ("ph": "X") with times in microseconds, metadata ("ph": "M") for names, counters ("ph": "C"). */
#include "timing/report/markup.h"
#include "timing/report/run_breakdown.h"
#include "timing/report/timeline_views.h"

#include <inttypes.h>
#include <stdlib.h>

#define BLOCK_THREADS 1000u /* threads from here on are slots of blocks */

static void begin_event(FILE *out, bool *first, const char *kind, uint32_t sm, uint32_t thread)
{
    fprintf(out, "%s\n{\"ph\":\"%s\",\"pid\":%" PRIu32 ",\"tid\":%" PRIu32, *first ? "" : ",", kind, sm,
            thread);
    *first = false;
}

static void put_name(FILE *out, bool *first, const char *what, uint32_t sm, uint32_t thread, const char *name,
                     uint32_t number)
{
    begin_event(out, first, "M", sm, thread);
    fprintf(out, ",\"name\":\"%s\",\"args\":{\"name\":\"%s %" PRIu32 "\"}}", what, name, number);
}

/* Names of processes and threads, once each. */
static void put_names(FILE *out, bool *first, const struct hw_launch_time *time)
{
    const uint32_t warps = time->warps_per_block ? time->warps_per_block : 1;
    bool seen[256] = {false}, seen_block[256] = {false};

    for (uint32_t i = 0; i < time->issue_count; i++) {
        const struct hw_time_issue *issue = &time->issue[i];
        if (!i || issue->sm != time->issue[i - 1].sm) {
            put_name(out, first, "process_name", issue->sm, 0, "multiprocessor", issue->sm);
            for (unsigned w = 0; w < 256; w++)
                seen[w] = seen_block[w] = false;
        }
        const uint32_t slot = (uint32_t)(issue->warp - issue->warp_of_block) / warps;
        if (!seen[issue->warp])
            put_name(out, first, "thread_name", issue->sm, issue->warp + 1u, "warp", issue->warp);
        if (!seen_block[slot])
            put_name(out, first, "thread_name", issue->sm, BLOCK_THREADS + slot, "blocks in slot", slot);
        seen[issue->warp] = seen_block[slot] = true;
    }
}

static void put_wait(FILE *out, bool *first, const struct hw_launch_time *time,
                     const struct hw_time_issue *issue, unsigned cause, uint64_t from, uint64_t to)
{
    if (from >= to)
        return;
    begin_event(out, first, "X", issue->sm, issue->warp + 1u);
    fprintf(out, ",\"cat\":\"stall\",\"name\":\"%s\",\"ts\":%" PRIu64 ",\"dur\":%" PRIu64 "}",
            time->stall[cause].name, from, to - from);
}

static void put_issue(FILE *out, bool *first, const struct hw_timed_run *run,
                      const struct hw_time_issue *issue)
{
    const struct hw_launch_time *time = &run->time;
    const struct hw_report_line *line = hw_timed_run_line(run, issue->pc);
    const uint64_t begin = issue->before + 1, ready = issue->ready > begin ? issue->ready : begin;

    put_wait(out, first, time, issue, issue->cause, begin, ready < issue->clock ? ready : issue->clock);
    put_wait(out, first, time, issue, issue->late, ready, issue->clock);
    begin_event(out, first, "X", issue->sm, issue->warp + 1u);
    fputs(",\"cat\":\"issue\",\"name\":", out);
    hw_markup_json(out, line ? line->text : "?");
    fprintf(out,
            ",\"ts\":%" PRIu64 ",\"dur\":1,\"args\":{\"address\":\"0x%04" PRIx32
            "\",\"unit\":\"%s\",\"block\":%" PRIu64 ",\"warp\":%u",
            issue->clock, issue->pc, time->pipe[issue->unit].name, issue->block, issue->warp_of_block);
    if (line && line->line) {
        fputs(",\"source\":", out);
        hw_markup_json(out, run->file[line->file]);
        fprintf(out, ",\"line\":%" PRIu32, line->line);
    }
    fputs("}}", out);
}

/* A block is there from its warps' first event to their last. */
static void put_blocks(FILE *out, bool *first, const struct hw_timed_run *run)
{
    const struct hw_launch_time *time = &run->time;
    const uint32_t warps = time->warps_per_block ? time->warps_per_block : 1;

    for (uint32_t i = 0; i < time->issue_count; i++) {
        struct hw_timeline_grid grid;
        const uint32_t sm = time->issue[i].sm;
        if (i && sm == time->issue[i - 1].sm)
            continue;
        if (hw_timeline_grid_make(run, sm, 0, 0, 1, &grid, NULL) != HW_OK)
            return;
        for (uint32_t b = 0; b < grid.block_count; b++) {
            const struct hw_timeline_block *block = &grid.block[b];
            begin_event(out, first, "X", sm, BLOCK_THREADS + block->first_row / warps);
            fprintf(out,
                    ",\"cat\":\"block\",\"name\":\"block %" PRIu64 "\",\"ts\":%" PRIu64 ",\"dur\":%" PRIu64
                    "}",
                    block->number, block->from, block->to + 1 - block->from);
        }
        hw_timeline_grid_free(&grid);
    }
}

/* --- counters --- */

static void put_counter(FILE *out, bool *first, uint32_t process, const char *name, uint64_t clock,
                        double value)
{
    begin_event(out, first, "C", process, 0);
    fprintf(out, ",\"name\":\"%s\",\"ts\":%" PRIu64 ",\"args\":{\"value\":", name, clock);
    hw_markup_number(out, value);
    fputs("}}", out);
}

static void put_counters(FILE *out, bool *first, uint32_t process, uint64_t clock,
                         const struct hw_interval_figures *figures)
{
    put_counter(out, first, process, "IPC", clock, figures->ipc);
    put_counter(out, first, process, "lanes", clock, figures->lanes);
    put_counter(out, first, process, "warps of a multiprocessor", clock, figures->warps);
    put_counter(out, first, process, "DRAM GB/s", clock, figures->dram / 1e9);
}

/* The whole chip as a process behind the multiprocessors that is shown before them; its counters keep a value
 * until the next one. */
static void put_chip(FILE *out, bool *first, const struct hw_timed_run *run,
                     const struct hw_time_window *window)
{
    const struct hw_launch_time *time = &run->time;
    const struct hw_interval_figures nothing = {.ipc = 0};
    const uint64_t end = time->interval_clocks * time->interval_count;

    begin_event(out, first, "M", time->sms, 0);
    fprintf(out, ",\"name\":\"process_name\",\"args\":{\"name\":\"%s\"}}", time->chip->name);
    begin_event(out, first, "M", time->sms, 0);
    fputs(",\"name\":\"process_sort_index\",\"args\":{\"sort_index\":-1}}", out);
    for (uint32_t i = 0; i < time->interval_count; i++) {
        struct hw_interval_figures figures;
        hw_interval_figures_compute(run, i, &figures);
        if (figures.from + time->interval_clocks > window->from && figures.from < window->to)
            put_counters(out, first, time->sms, figures.from > window->from ? figures.from : window->from,
                         &figures);
    }
    if (window->from < end)
        put_counters(out, first, time->sms, end < window->to ? end : window->to, &nothing);
}

void hw_timeline_trace(FILE *out, const struct hw_timed_run *run, const struct hw_time_window *window)
{
    const struct hw_launch_time *time = &run->time;
    bool first = true;

    fputs("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"kernel\":", out);
    hw_markup_json(out, run->kernel);
    fprintf(out,
            ",\"chip\":\"%s\",\"clock\":\"a microsecond of this trace is a clock of %" PRIu32
            " kHz\",\"ends_at_clock\":%" PRIu64 ",\"left_out\":%s},\"traceEvents\":[",
            time->chip->name, time->clock_khz, time->cycles, time->issues_left_out ? "true" : "false");
    put_chip(out, &first, run, window);
    put_names(out, &first, time);
    put_blocks(out, &first, run);
    for (uint32_t i = 0; i < time->issue_count; i++)
        put_issue(out, &first, run, &time->issue[i]);
    fputs("\n]}\n", out);
}
