/* SPDX-License-Identifier: MIT */
/* The tables of the clock as text and as CSV, in the shapes of nvprof (Profiler User's Guide).
 *
 * Numbers are made of integers, since the program's locale may have a comma for the point. */
#include "cuda/profiler/profiler_record.h"
#include "cuda/profiler/profiler_options.h"

#include "cuda/base/message.h"
#include "machine/chip/chip_accuracy.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CONTEXT 1 /* all that a program does on a device is one context here */

/* --- numbers --- */

struct unit {
    uint64_t size;
    const char *name;
};

static const struct unit times[] = {
    {HW_PS_PER_US * 1000000, "s"}, {HW_PS_PER_US * 1000, "ms"}, {HW_PS_PER_US, "us"}, {HW_PS_PER_NS, "ns"}};
static const struct unit sizes[] = {{1000000000, "GB"}, {1000000, "MB"}, {1000, "KB"}, {1, "B"}};
static const struct unit rates[] = {{1000000000, "GB/s"}, {1000000, "MB/s"}, {1000, "KB/s"}, {1, "B/s"}};

/* value / size with so many decimals, rounded. */
static void put_fixed(char text[32], uint64_t value, uint64_t size, unsigned decimals, const char *name)
{
    uint64_t ten = 1;

    for (unsigned i = 0; i < decimals; i++)
        ten *= 10;
    const uint64_t scaled = (uint64_t)(((unsigned __int128)value * ten + size / 2) / size);
    if (decimals)
        snprintf(text, 32, "%" PRIu64 ".%0*" PRIu64 "%s", scaled / ten, (int)decimals, scaled % ten, name);
    else
        snprintf(text, 32, "%" PRIu64 "%s", scaled, name);
}

/* Five digits of a value in the largest unit that fits; the smallest has no parts. */
static const char *scaled(char text[32], const struct unit units[4], uint64_t value)
{
    unsigned i = 0;

    while (i < 3 && value < units[i].size)
        i++;
    const uint64_t whole = value / units[i].size;
    put_fixed(text, value, units[i].size,
              i == 3          ? 0
              : whole >= 1000 ? 1
              : whole >= 100  ? 2
              : whole >= 10   ? 3
                              : 4,
              units[i].name);
    return text;
}

/* Bytes a second. */
static uint64_t rate_of(const struct hw_profiler_entry *entry)
{
    const uint64_t picoseconds = entry->span.end - entry->span.begin;

    return picoseconds ? (uint64_t)((unsigned __int128)entry->bytes * HW_PS_PER_US * 1000000 / picoseconds)
                       : 0;
}

static const char *device_name(char text[80], const struct hw_profiler_record *record, int device)
{
    const struct hw_profiler_board *board = &record->board[device];

    snprintf(text, 80, "%s (%d)", board->card ? board->card : board->chip->name, device);
    return text;
}

/* --- the table of kernels --- */

static int by_time(const void *one, const void *other)
{
    const struct hw_profiler_sum *a = *(const struct hw_profiler_sum *const *)one,
                                 *b = *(const struct hw_profiler_sum *const *)other;

    if (a->picoseconds != b->picoseconds)
        return a->picoseconds < b->picoseconds ? 1 : -1;
    return strcmp(a->name, b->name);
}

static void put_sum(FILE *out, const struct hw_profiler_sum *sum, uint64_t whole)
{
    char part[32], time[32], average[32], least[32], most[32];

    put_fixed(part, sum->picoseconds * 100, whole ? whole : 1, 2, "%");
    fprintf(out, "%7s  %8s  %8" PRIu64 "  %8s  %8s  %8s  %s\n", part, scaled(time, times, sum->picoseconds),
            sum->calls, scaled(average, times, sum->picoseconds / sum->calls),
            scaled(least, times, sum->least), scaled(most, times, sum->most), sum->name);
}

static void put_quoted(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++)
        fprintf(out, *text == '"' ? "\"\"" : "%c", *text);
    fputc('"', out);
}

static void put_sum_csv(FILE *out, const struct hw_profiler_sum *sum, uint64_t whole)
{
    char part[32], time[32], average[32], least[32], most[32];

    put_fixed(part, sum->picoseconds * 100, whole ? whole : 1, 6, "");
    put_fixed(time, sum->picoseconds, HW_PS_PER_US, 6, "");
    put_fixed(average, sum->picoseconds / sum->calls, HW_PS_PER_US, 6, "");
    put_fixed(least, sum->least, HW_PS_PER_US, 6, "");
    put_fixed(most, sum->most, HW_PS_PER_US, 6, "");
    fprintf(out, "%s,%s,%" PRIu64 ",%s,%s,%s,", part, time, sum->calls, average, least, most);
    put_quoted(out, sum->name);
    fputc('\n', out);
}

static void put_table(FILE *out, const struct hw_profiler_record *record, bool csv)
{
    const struct hw_profiler_sum **order =
        calloc(record->sum_count + 1, sizeof(const struct hw_profiler_sum *));
    uint64_t whole = 0;

    if (!order)
        return;
    for (uint32_t i = 0; i < record->sum_count; i++) {
        order[i] = &record->sums[i];
        whole += order[i]->picoseconds;
    }
    qsort(order, record->sum_count, sizeof(const struct hw_profiler_sum *), by_time);
    fputs(csv ? "\"Time(%)\",\"Time\",\"Calls\",\"Avg\",\"Min\",\"Max\",\"Name\"\n%,us,,us,us,us,\n"
              : "Time(%)      Time     Calls       Avg       Min       Max  Name\n",
          out);
    for (uint32_t i = 0; i < record->sum_count; i++)
        (csv ? put_sum_csv : put_sum)(out, order[i], whole);
    free(order);
}

/* --- the list of launches and copies --- */

static void put_entry(FILE *out, const struct hw_profiler_record *record,
                      const struct hw_profiler_entry *entry)
{
    char text[4][32], grid[40] = "-", block[40] = "-", registers[16] = "-", device[80];

    fprintf(out, "%8s  %8s", scaled(text[0], times, entry->span.begin),
            scaled(text[1], times, entry->span.end - entry->span.begin));
    if (entry->kernel) {
        snprintf(grid, sizeof grid, "(%u %u %u)", entry->grid[0], entry->grid[1], entry->grid[2]);
        snprintf(block, sizeof block, "(%u %u %u)", entry->block[0], entry->block[1], entry->block[2]);
        snprintf(registers, sizeof registers, "%u", entry->registers);
    }
    fprintf(out, "  %19s  %14s  %8s  %8s  %8s  %8s  %11s", grid, block, registers,
            entry->kernel ? scaled(text[0], sizes, entry->static_shared) : "-",
            entry->kernel ? scaled(text[1], sizes, entry->dynamic_shared) : "-",
            entry->kernel ? "-" : scaled(text[2], sizes, entry->bytes),
            entry->kernel ? "-" : scaled(text[3], rates, rate_of(entry)));
    fprintf(out, "  %23s  %8d  %8u  %s", device_name(device, record, entry->device), CONTEXT, entry->stream,
            record->sums[entry->sum].name);
    if (entry->kernel)
        fprintf(out, " [%u]", entry->number);
    fputc('\n', out);
}

static void put_entry_csv(FILE *out, const struct hw_profiler_record *record,
                          const struct hw_profiler_entry *entry)
{
    const uint32_t *g = entry->grid, *b = entry->block;
    char begin[32], duration[32], statics[32], dynamic[32], size[32], rate[32], device[80];

    put_fixed(begin, entry->span.begin, HW_PS_PER_US, 6, "");
    put_fixed(duration, entry->span.end - entry->span.begin, HW_PS_PER_US, 6, "");
    fprintf(out, "%s,%s,", begin, duration);
    if (entry->kernel) {
        put_fixed(statics, entry->static_shared, 1000, 3, "");
        put_fixed(dynamic, entry->dynamic_shared, 1000, 3, "");
        fprintf(out, "%u,%u,%u,%u,%u,%u,%u,%s,%s,,,", g[0], g[1], g[2], b[0], b[1], b[2], entry->registers,
                statics, dynamic);
    } else {
        put_fixed(size, entry->bytes, 1000000, 6, "");
        put_fixed(rate, rate_of(entry), 1000000000, 6, "");
        fprintf(out, ",,,,,,,,,%s,%s,", size, rate);
    }
    put_quoted(out, device_name(device, record, entry->device));
    fprintf(out, ",\"%d\",\"%u\",", CONTEXT, entry->stream);
    put_quoted(out, record->sums[entry->sum].name);
    fputc('\n', out);
}

static void put_list(FILE *out, const struct hw_profiler_record *record, bool csv)
{
    fputs(
        csv ? "\"Start\",\"Duration\",\"Grid X\",\"Grid Y\",\"Grid Z\",\"Block X\",\"Block Y\",\"Block Z\","
              "\"Registers Per Thread\",\"Static SMem\",\"Dynamic SMem\",\"Size\",\"Throughput\",\"Device\","
              "\"Context\",\"Stream\",\"Name\"\nus,us,,,,,,,,KB,KB,MB,GB/s,,,,\n"
            : "   Start  Duration            Grid Size      Block Size     Regs*    SSMem*    DSMem*      "
              "Size"
              "   Throughput                   Device   Context    Stream  Name\n",
        out);
    for (uint64_t i = 0; i < record->entry_count; i++)
        (csv ? put_entry_csv : put_entry)(out, record, &record->entries[i]);
    if (!csv)
        fputs("\n"
              "Regs: registers of a thread.  SSMem: static shared memory of a block.  DSMem: its dynamic "
              "shared "
              "memory.\n",
              out);
}

/* --- all of it --- */

/* A line of ours begins as nvprof's do. */
static void put_heading(FILE *out, const struct hw_profiler_record *record)
{
    const int process = (int)getpid();
    char device[80], accuracy[HW_ACCURACY_MAX];

    for (int i = 0; i < record->board_count; i++) {
        const struct hw_profiler_board *board = &record->board[i];
        if (!board->chip)
            continue;
        fprintf(out, "==%d== halfwarp time: %s, %s, ", process, device_name(device, record, i),
                board->chip->name);
        if (board->sms)
            fprintf(out, "%u multiprocessors, ", board->sms);
        fprintf(out, "%u MHz, memory %u MHz\n", board->clock_khz / 1000, board->memory_clock_khz / 1000);
        hw_accuracy_text(board->chip, accuracy, sizeof accuracy);
        fprintf(out, "==%d== Accuracy of the model: %s\n", process, accuracy);
    }
    if (hw_profiler_options()->reuse)
        fprintf(out, "==%d== Launches that repeat one before them have its time.\n", process);
    if (record->no_memory)
        fprintf(out, "==%d== There was no memory for all launches: some are missing.\n", process);
    fprintf(out, "==%d== Model result:\n", process);
}

char *hw_profiler_as_text(const struct hw_profiler_record *record)
{
    const struct hw_profiler_options *wish = hw_profiler_options();
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);

    if (!out)
        return NULL;
    put_heading(out, record);
    if (record->sum_count == 0)
        fputs("No kernels were launched and nothing was copied.\n", out);
    else
        (wish->trace ? put_list : put_table)(out, record, wish->csv);
    if (wish->metrics || wish->events) {
        fprintf(out, "==%d== Metric result:\n", (int)getpid());
        hw_profiler_put_metrics(out, record, wish->csv);
    }
    return fclose(out) == 0 ? text : NULL;
}

/* The file that is asked for, %p in its name being the process; NULL: standard error. */
static FILE *open_file(const char *pattern)
{
    const char *mark = pattern ? strstr(pattern, "%p") : NULL;
    char *path = NULL;
    FILE *file = NULL;

    if (!pattern)
        return NULL;
    const size_t bytes = strlen(pattern) + 32;
    path = malloc(bytes);
    if (path && mark)
        snprintf(path, bytes, "%.*s%d%s", (int)(mark - pattern), pattern, (int)getpid(), mark + 2);
    else if (path)
        snprintf(path, bytes, "%s", pattern);
    if (path)
        file = fopen(path, "we");
    if (!file)
        hw_cuda_message("HALFWARP_TIME_FILE: %s cannot be written: %s", pattern, strerror(errno));
    free(path);
    return file;
}

void hw_profiler_write(const struct hw_profiler_record *record)
{
    const struct hw_profiler_options *wish = hw_profiler_options();
    char *text = wish->json ? hw_profiler_as_json(record) : hw_profiler_as_text(record);
    FILE *file = open_file(wish->file);

    if (text && fputs(text, file ? file : stderr) < 0)
        hw_cuda_message("the table of kernels cannot be written: %s", strerror(errno));
    if (file && fclose(file) != 0)
        hw_cuda_message("HALFWARP_TIME_FILE: %s cannot be written: %s", wish->file, strerror(errno));
    free(text);
}
