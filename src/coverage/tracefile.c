/* SPDX-License-Identifier: MIT */
/* See tracefile.h; tracefile_read.c reads. */
#include "coverage/tracefile.h"

#include "coverage/trace_record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct hw_tracefile {
    struct hw_trace_record *record;
    size_t count, room;
    char **path;
    uint32_t path_count;
    bool no_memory;
};

hw_status hw_tracefile_create(struct hw_tracefile **tracefile, struct hw_error *error)
{
    *tracefile = calloc(1, sizeof **tracefile);
    return *tracefile ? HW_OK : hw_fail(error, HW_ERR_NO_MEMORY, "coverage", "no memory for a tracefile");
}

void hw_tracefile_destroy(struct hw_tracefile *tracefile)
{
    if (!tracefile)
        return;
    for (size_t i = 0; i < tracefile->count; i++)
        free(tracefile->record[i].name);
    for (uint32_t i = 0; i < tracefile->path_count; i++)
        free(tracefile->path[i]);
    free(tracefile->record);
    free(tracefile->path);
    free(tracefile);
}

/* --- adding --- */

void hw_tracefile_begin(struct hw_tracefile *tracefile, const char *path)
{
    if (tracefile->path_count && strcmp(tracefile->path[tracefile->path_count - 1], path) == 0)
        return;
    char **paths = realloc(tracefile->path, (tracefile->path_count + 1) * sizeof *paths);
    char *copy = strdup(path);

    if (paths)
        tracefile->path = paths;
    if (!paths || !copy) {
        free(copy);
        tracefile->no_memory = true;
        return;
    }
    tracefile->path[tracefile->path_count++] = copy;
}

static void add(struct hw_tracefile *tracefile, struct hw_trace_record record)
{
    if (tracefile->count == tracefile->room) {
        const size_t room = tracefile->room ? 2 * tracefile->room : 256;
        struct hw_trace_record *records = realloc(tracefile->record, room * sizeof *records);
        if (!records) {
            tracefile->no_memory = true;
            free(record.name);
            return;
        }
        tracefile->record = records;
        tracefile->room = room;
    }
    record.file = tracefile->path_count - 1;
    tracefile->record[tracefile->count++] = record;
}

void hw_tracefile_function(struct hw_tracefile *tracefile, uint32_t line, const char *name, uint64_t count)
{
    char *copy = strdup(name);

    if (copy)
        add(tracefile,
            (struct hw_trace_record){.kind = HW_TRACE_FUNCTION, .line = line, .name = copy, .count = count});
    else
        tracefile->no_memory = true;
}

void hw_tracefile_line(struct hw_tracefile *tracefile, uint32_t line, uint64_t count)
{
    add(tracefile, (struct hw_trace_record){.kind = HW_TRACE_LINE, .line = line, .count = count});
}

void hw_tracefile_branch(struct hw_tracefile *tracefile, uint32_t line, uint32_t block, uint32_t branch,
                         bool reached, uint64_t count)
{
    add(tracefile, (struct hw_trace_record){.kind = HW_TRACE_BRANCH,
                                            .line = line,
                                            .block = block,
                                            .branch = branch,
                                            .reached = reached,
                                            .count = count});
}

/* --- order, and sums of equal records --- */

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Give equal paths one number, in the order of their names. */
static bool order_paths(struct hw_tracefile *tracefile)
{
    char **sorted = malloc((tracefile->path_count + 1) * sizeof *sorted);
    uint32_t *number = malloc((tracefile->path_count + 1) * sizeof *number), count = 0;
    const bool has_memory = sorted && number;

    if (has_memory && tracefile->path_count) {
        memcpy(sorted, tracefile->path, tracefile->path_count * sizeof *sorted);
        qsort(sorted, tracefile->path_count, sizeof *sorted, compare_paths);
        for (uint32_t i = 0; i < tracefile->path_count; i++)
            if (i == 0 || strcmp(sorted[i], sorted[count - 1]) != 0)
                sorted[count++] = sorted[i];
        for (uint32_t i = 0; i < tracefile->path_count; i++)
            number[i] = (uint32_t)((char **)bsearch(&tracefile->path[i], sorted, count, sizeof *sorted,
                                                    compare_paths) -
                                   sorted);
        for (size_t i = 0; i < tracefile->count; i++)
            tracefile->record[i].path = sorted[number[tracefile->record[i].file]];
    }
    free(sorted);
    free(number);
    return has_memory;
}

static int compare_numbers(uint32_t a, uint32_t b)
{
    return a < b ? -1 : a > b;
}

static int compare_records(const void *first, const void *second)
{
    const struct hw_trace_record *a = first, *b = second;
    int order = strcmp(a->path, b->path);

    if (order == 0)
        order = compare_numbers(a->kind, b->kind);
    if (order == 0)
        order = compare_numbers(a->line, b->line);
    if (order == 0)
        order = compare_numbers(a->block, b->block);
    if (order == 0)
        order = compare_numbers(a->branch, b->branch);
    return order == 0 && a->name ? strcmp(a->name, b->name) : order;
}

/* Tracefiles of others have counts near the end of the range. */
static uint64_t sum_of(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static void sum_up(struct hw_tracefile *tracefile)
{
    size_t count = 0;

    if (tracefile->count)
        qsort(tracefile->record, tracefile->count, sizeof *tracefile->record, compare_records);
    for (size_t i = 0; i < tracefile->count; i++) {
        struct hw_trace_record *record = &tracefile->record[i];
        struct hw_trace_record *last = count ? &tracefile->record[count - 1] : NULL;
        if (!last || compare_records(last, record) != 0) {
            tracefile->record[count++] = *record;
            continue;
        }
        last->count = sum_of(last->count, record->count);
        last->reached |= record->reached;
        free(record->name);
    }
    tracefile->count = count;
}

/* --- writing --- */

static void put_record(const struct hw_trace_record *record, FILE *out)
{
    switch (record->kind) {
    case HW_TRACE_FUNCTION: fprintf(out, "FN:%" PRIu32 ",%s\n", record->line, record->name); break;
    case HW_TRACE_LINE: fprintf(out, "DA:%" PRIu32 ",%" PRIu64 "\n", record->line, record->count); break;
    case HW_TRACE_BRANCH:
        fprintf(out, "BRDA:%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",", record->line, record->block,
                record->branch);
        if (record->reached)
            fprintf(out, "%" PRIu64 "\n", record->count);
        else
            fputs("-\n", out);
        break;
    }
}

/* Write the records of one kind of a file, if number `first` is one, and count them.  Returns the number
 * behind them. */
static size_t put_kind(const struct hw_tracefile *tracefile, size_t first, const char *path,
                       enum hw_trace_kind kind, FILE *out, uint64_t *found, uint64_t *hit)
{
    size_t i = first;

    *found = *hit = 0;
    for (; i < tracefile->count; i++) {
        const struct hw_trace_record *record = &tracefile->record[i];
        if (record->kind != kind || strcmp(record->path, path) != 0)
            break;
        put_record(record, out);
        ++*found;
        *hit += record->count > 0;
    }
    return i;
}

/* The records of a file, and where those of the next one begin. */
static size_t put_file(const struct hw_tracefile *tracefile, size_t first, FILE *out,
                       struct hw_tracefile_sums *sums)
{
    const char *const path = tracefile->record[first].path;
    uint64_t found, hit;

    fprintf(out, "TN:\nSF:%s\n", path);
    size_t at = put_kind(tracefile, first, path, HW_TRACE_FUNCTION, out, &found, &hit);
    for (size_t i = first; i < at; i++)
        fprintf(out, "FNDA:%" PRIu64 ",%s\n", tracefile->record[i].count, tracefile->record[i].name);
    fprintf(out, "FNF:%" PRIu64 "\nFNH:%" PRIu64 "\n", found, hit);
    sums->functions += found;
    sums->functions_hit += hit;
    at = put_kind(tracefile, at, path, HW_TRACE_BRANCH, out, &found, &hit);
    fprintf(out, "BRF:%" PRIu64 "\nBRH:%" PRIu64 "\n", found, hit);
    sums->branches += found;
    sums->branches_hit += hit;
    at = put_kind(tracefile, at, path, HW_TRACE_LINE, out, &found, &hit);
    fprintf(out, "LF:%" PRIu64 "\nLH:%" PRIu64 "\nend_of_record\n", found, hit);
    sums->lines += found;
    sums->lines_hit += hit;
    return at;
}

hw_status hw_tracefile_write(struct hw_tracefile *tracefile, FILE *out, struct hw_tracefile_sums *sums,
                             struct hw_error *error)
{
    *sums = (struct hw_tracefile_sums){0};
    if (tracefile->no_memory || !order_paths(tracefile))
        return hw_fail(error, HW_ERR_NO_MEMORY, "coverage", "no memory for a tracefile");
    sum_up(tracefile);
    for (size_t i = 0; i < tracefile->count;)
        i = put_file(tracefile, i, out, sums);
    return HW_OK;
}
