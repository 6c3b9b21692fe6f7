/* SPDX-License-Identifier: MIT */
/* See profiler_record.h. */
#include "cuda/profiler/profiler_record.h"

#include "cuda/profiler/profiler_metrics.h"
#include "names/shown.h"

#include <stdlib.h>
#include <string.h>

/* Kernels of several chips are several. */
static bool is_sum_of(const struct hw_profiler_sum *sum, const char *name, const char *chip)
{
    return chip ? sum->symbol && strcmp(sum->symbol, name) == 0 && sum->chip == chip
                : !sum->symbol && strcmp(sum->name, name) == 0;
}

static struct hw_profiler_sum *sum_of(struct hw_profiler_record *record, const char *name, const char *chip)
{
    for (uint32_t i = 0; i < record->sum_count; i++)
        if (is_sum_of(&record->sums[i], name, chip))
            return &record->sums[i];
    struct hw_profiler_sum *more = realloc(record->sums, (record->sum_count + 1) * sizeof *more);
    struct hw_profiler_sum made = {.name = chip ? hw_shown_name(name) : strdup(name),
                                   .symbol = chip ? strdup(name) : NULL,
                                   .chip = chip,
                                   .least = UINT64_MAX};
    if (more)
        record->sums = more;
    if (!more || !made.name || (chip && !made.symbol)) {
        free(made.name);
        free(made.symbol);
        return NULL;
    }
    more[record->sum_count] = made;
    return &more[record->sum_count++];
}

static void add_parts(struct hw_time_part *to, const struct hw_time_part *parts, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        to[i].name = parts[i].name;
        to[i].summary = parts[i].summary;
        to[i].value += parts[i].value;
    }
}

/* Add up what can be added; of the rest the last launch is told. */
static void add_time(struct hw_launch_time *to, const struct hw_launch_time *time)
{
    to->cycles += time->cycles;
    to->picoseconds += time->picoseconds;
    to->warp_instructions += time->warp_instructions;
    to->pairs += time->pairs;
    to->issue_clocks += time->issue_clocks;
    to->active_clocks += time->active_clocks;
    to->warp_clocks += time->warp_clocks;
    to->schedulers = time->schedulers;
    to->blocks_per_sm = time->blocks_per_sm;
    to->warps_per_block = time->warps_per_block;
    to->warps_per_sm = time->warps_per_sm;
    to->stall_count = time->stall_count;
    add_parts(to->stall, time->stall, time->stall_count);
}

/* After a launch that has been counted among the calls. */
static void add_values(struct hw_profiler_sum *sum, const double *values)
{
    unsigned count;

    hw_profiler_metrics(&count);
    if (count && !sum->values)
        sum->values = calloc(count, sizeof *sum->values);
    for (unsigned i = 0; sum->values && i < count; i++) {
        struct hw_profiler_value *value = &sum->values[i];
        value->least = sum->calls == 1 || values[i] < value->least ? values[i] : value->least;
        value->most = sum->calls == 1 || values[i] > value->most ? values[i] : value->most;
        value->total += values[i];
    }
}

static bool make_room(struct hw_profiler_record *record)
{
    if (record->entry_count < record->entry_room)
        return true;
    const uint64_t room = record->entry_room ? 2 * record->entry_room : 256;
    struct hw_profiler_entry *more = realloc(record->entries, room * sizeof *more);
    if (!more)
        return false;
    record->entries = more;
    record->entry_room = room;
    return true;
}

void hw_profiler_record_add(struct hw_profiler_record *record, const char *name,
                            const struct hw_profiler_entry *entry, const struct hw_launch_time *time,
                            const double *values, bool keep)
{
    const uint64_t picoseconds = entry->span.end - entry->span.begin;
    struct hw_profiler_sum *sum =
        sum_of(record, name, entry->kernel ? record->board[entry->device].chip->name : NULL);

    record->numbers++;
    if (!sum || (keep && !make_room(record))) {
        record->no_memory = true;
        return;
    }
    sum->calls++;
    sum->picoseconds += picoseconds;
    sum->least = picoseconds < sum->least ? picoseconds : sum->least;
    sum->most = picoseconds > sum->most ? picoseconds : sum->most;
    if (time) {
        add_time(&sum->time, time);
        add_values(sum, values);
    }
    if (!keep)
        return;
    struct hw_profiler_entry *kept = &record->entries[record->entry_count++];
    *kept = *entry;
    kept->sum = (uint32_t)(sum - record->sums);
    kept->number = record->numbers;
}

void hw_profiler_record_clear(struct hw_profiler_record *record)
{
    for (uint32_t i = 0; i < record->sum_count; i++) {
        free(record->sums[i].name);
        free(record->sums[i].symbol);
        free(record->sums[i].values);
    }
    free(record->sums);
    free(record->entries);
    *record = (struct hw_profiler_record){.board_count = 0};
}
