/* SPDX-License-Identifier: MIT */
/* This file prints the table of diverged warps: a column for each start of an instruction, a row for each
 * thread.
 *
 * Instructions of a warp that start together share a column, "E1+ST".  All warps share the columns, which
 * count from a warp's first dispatch, so that rows can be compared; above a warp stand the cycles that
 * dispatch its first thread, below those that dispatch its last.  Of the threads the first three and the last
 * are shown, and each that takes another path than those before it. */
#include <halfwarp/course.h>

#include <stdlib.h>
#include <string.h>

#define COLUMN        8 /* characters of the first one */
#define TABLE_COLUMNS 2000

struct paths_table {
    const struct hw_course_run *run;
    uint32_t *offset; /* of the columns, counted from a warp's first dispatch */
    unsigned count, width;
    FILE *out;
};

static int by_value(const void *a, const void *b)
{
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    return (first > second) - (first < second);
}

/* The first dispatch of a warp; a warp without any has none. */
static const struct hw_course_event *first_event(const struct hw_course_run *run, unsigned warp)
{
    for (unsigned i = 0; i < run->event_count; i++)
        if (run->events[i].warp == warp)
            return &run->events[i];
    return NULL;
}

/* The most characters that the instructions need that a warp starts in one cycle.  Events stand in the order
 * of their starts. */
static unsigned longest_entry(const struct hw_course_run *run)
{
    unsigned most = 0;
    for (unsigned i = 0; i < run->event_count; i++) {
        const struct hw_course_event *event = &run->events[i];
        unsigned length = 0;
        for (unsigned j = i; j < run->event_count && run->events[j].start == event->start; j++)
            if (run->events[j].warp == event->warp)
                length +=
                    (unsigned)strlen(hw_course_insn_label(run->fragment, run->events[j].insn)) + (length > 0);
        most = length > most ? length : most;
    }
    return most;
}

static void find_columns(struct paths_table *table)
{
    const struct hw_course_run *run = table->run;
    for (unsigned warp = 0; warp < run->warps; warp++) {
        const struct hw_course_event *first = first_event(run, warp);
        for (unsigned i = 0; first && i < run->event_count; i++)
            if (run->events[i].warp == warp)
                table->offset[table->count++] = run->events[i].start - first->start;
    }
    qsort(table->offset, table->count, sizeof *table->offset, by_value);
    unsigned kept = 0;
    for (unsigned i = 0; i < table->count; i++)
        if (!i || table->offset[i] != table->offset[i - 1])
            table->offset[kept++] = table->offset[i];
    table->count = kept;
    table->width = longest_entry(run) + 1 > 4 ? longest_entry(run) + 1 : 4;
    unsigned number = (unsigned)snprintf(NULL, 0, "%u", run->cycles) + 1;
    if (number > table->width)
        table->width = number;
}

static void print_axis(const struct paths_table *table, uint32_t from)
{
    fprintf(table->out, "%-*s", COLUMN, "Cycle:");
    for (unsigned i = 0; i < table->count; i++)
        fprintf(table->out, "%-*u", i + 1 < table->count ? (int)table->width : 0, from + table->offset[i]);
    fputc('\n', table->out);
}

/* Prints what a lane starts in a cycle; returns its length. */
static unsigned print_entry(const struct paths_table *table, unsigned warp, uint32_t cycle, unsigned lane,
                            unsigned blank)
{
    const struct hw_course_run *run = table->run;
    unsigned length = 0;
    for (unsigned i = 0; i < hw_course_insn_count(run->fragment); i++) {
        const struct hw_course_event *event = hw_course_event(run, warp, i);
        if (!event || event->start != cycle || !(event->lanes >> lane & 1))
            continue;
        const char *label = hw_course_insn_label(run->fragment, i);
        fprintf(table->out, "%*s%s%s", length ? 0 : (int)blank, "", length ? "+" : "", label);
        length += (unsigned)strlen(label) + (length > 0);
    }
    return length;
}

static void print_thread(const struct paths_table *table, unsigned warp, unsigned lane, uint32_t start)
{
    char name[16], end[48] = "";
    snprintf(name, sizeof name, "T%u", warp * 32 + lane);
    if (lane == 0 || lane == 31)
        snprintf(end, sizeof end, "  Warp %u %s Thread", warp, lane ? "Last" : "First");
    fprintf(table->out, "%-*s", COLUMN, name);
    unsigned blank = 0;
    for (unsigned i = 0; i < table->count; i++) {
        const unsigned length = print_entry(table, warp, start + table->offset[i], lane, blank);
        blank = length ? table->width - length : blank + table->width;
    }
    if (*end)
        fprintf(table->out, "%*s%s", (int)blank, "", end);
    fputc('\n', table->out);
}

static bool same_branch(const struct hw_course_run *run, unsigned warp, unsigned lane, unsigned other)
{
    for (unsigned i = 0; i < hw_course_insn_count(run->fragment); i++) {
        const struct hw_course_event *event = hw_course_event(run, warp, i);
        if (event && (event->lanes >> lane & 1) != (event->lanes >> other & 1))
            return false;
    }
    return true;
}

static bool is_shown(const struct hw_course_run *run, unsigned warp, unsigned lane)
{
    if (lane < 3 || lane == 31)
        return true;
    for (unsigned other = 0; other < lane; other++)
        if (same_branch(run, warp, lane, other))
            return false;
    return true;
}

static void print_warp(const struct paths_table *table, unsigned warp)
{
    const struct hw_course_event *first = first_event(table->run, warp);
    bool left_out = false;
    if (!first)
        return;
    print_axis(table, first->start);
    for (unsigned lane = 0; lane < 32; lane++) {
        bool shown = is_shown(table->run, warp, lane);
        if (shown)
            print_thread(table, warp, lane, first->start);
        else if (!left_out)
            fputs("..\n", table->out);
        left_out = !shown;
    }
    print_axis(table, first->start + first->cycles - 1);
}

hw_status hw_course_print_paths(const struct hw_course_run *run, FILE *out, struct hw_error *error)
{
    struct paths_table table = {.run = run, .out = out};
    table.offset = malloc((run->event_count + 1) * sizeof *table.offset);
    if (!table.offset)
        return hw_fail(error, HW_ERR_NO_MEMORY, "course", "out of memory");
    find_columns(&table);
    hw_status status = HW_OK;
    if (table.count > TABLE_COLUMNS)
        status = hw_fail(error, HW_ERR_LIMIT, "course", "more than %u columns are too many for a table",
                         TABLE_COLUMNS);
    for (unsigned warp = 0; !status && warp < run->warps; warp++)
        print_warp(&table, warp);
    free(table.offset);
    return status;
}
