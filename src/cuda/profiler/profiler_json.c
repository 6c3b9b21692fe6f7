/* SPDX-License-Identifier: MIT */
/* The tables of the clock as one JSON object; times are picoseconds. */
#include "cuda/profiler/profiler_record.h"
#include "cuda/profiler/profiler_metrics.h"
#include "cuda/profiler/profiler_options.h"

#include "machine/chip/chip_accuracy.h"

#include <inttypes.h>
#include <json-c/json_object.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add(struct json_object *object, const char *key, struct json_object *value)
{
    if (!object || json_object_object_add(object, key, value) != 0)
        json_object_put(value);
}

static void add_number(struct json_object *object, const char *key, uint64_t number)
{
    add(object, key, json_object_new_uint64(number));
}

static void add_text(struct json_object *object, const char *key, const char *text)
{
    add(object, key, text ? json_object_new_string(text) : NULL);
}

static void add_shape(struct json_object *object, const char *key, const uint32_t shape[3])
{
    struct json_object *list = json_object_new_array();

    for (int i = 0; list && i < 3; i++)
        json_object_array_add(list, json_object_new_uint64(shape[i]));
    add(object, key, list);
}

static void add_accuracy(struct json_object *object, const struct hw_chip_info *chip)
{
    char text[HW_ACCURACY_MAX];

    hw_accuracy_text(chip, text, sizeof text);
    add_text(object, "accuracy", text);
}

static struct json_object *devices(const struct hw_profiler_record *record)
{
    struct json_object *list = json_object_new_array();

    for (int i = 0; list && i < record->board_count; i++) {
        const struct hw_profiler_board *board = &record->board[i];
        struct json_object *object = json_object_new_object();
        if (board->chip) {
            add_number(object, "device", (uint64_t)i);
            add_text(object, "chip", board->chip->name);
            add_text(object, "card", board->card);
            add_number(object, "multiprocessors", board->sms);
            add_number(object, "clock_khz", board->clock_khz);
            add_number(object, "memory_clock_khz", board->memory_clock_khz);
            add_accuracy(object, board->chip);
        }
        json_object_array_add(list, object);
    }
    return list;
}

static void add_ratio(struct json_object *object, const char *key, uint64_t part, uint64_t whole)
{
    const uint64_t scaled = whole ? (uint64_t)(((unsigned __int128)part * 1000000 + whole / 2) / whole) : 0;
    char text[32];

    /* By hand, since the program's locale may have a comma for the point. */
    snprintf(text, sizeof text, "%" PRIu64 ".%06u", scaled / 1000000, (unsigned)(scaled % 1000000));
    add(object, key, json_object_new_double_s((double)scaled / 1e6, text));
}

/* What `halfwarp time FILE --json` has of a launch, too. */
static void add_time(struct json_object *object, const struct hw_launch_time *time)
{
    struct json_object *stalls = json_object_new_object();

    add_number(object, "cycles", time->cycles);
    add_number(object, "warp_instructions", time->warp_instructions);
    add_ratio(object, "ipc", time->warp_instructions, time->active_clocks);
    add_ratio(object, "utilization", time->issue_clocks, time->active_clocks * time->schedulers);
    add_number(object, "blocks_per_sm", time->blocks_per_sm);
    add_ratio(object, "occupancy", (uint64_t)time->blocks_per_sm * time->warps_per_block, time->warps_per_sm);
    for (unsigned i = 0; stalls && i < time->stall_count; i++)
        add_number(stalls, time->stall[i].name, time->stall[i].value);
    add(object, "stalls", stalls);
}

/* On average, as a launch has them. */
static void add_metrics(struct json_object *object, const struct hw_profiler_sum *sum)
{
    struct json_object *metrics = json_object_new_object();
    unsigned count;
    const struct hw_metric *const *metric = hw_profiler_metrics(&count);

    for (unsigned i = 0; metrics && i < count; i++) {
        char text[32];
        hw_profiler_value_text(text, sum->values[i].total / (double)sum->calls);
        add(metrics, metric[i]->name,
            json_object_new_double_s(sum->values[i].total / (double)sum->calls, text));
    }
    add(object, "metrics", metrics);
}

static struct json_object *sums(const struct hw_profiler_record *record, bool kernels)
{
    struct json_object *list = json_object_new_array();

    for (uint32_t i = 0; list && i < record->sum_count; i++) {
        const struct hw_profiler_sum *sum = &record->sums[i];
        if ((sum->symbol != NULL) != kernels)
            continue;
        struct json_object *object = json_object_new_object();
        add_text(object, "name", sum->name);
        if (kernels) {
            add_text(object, "symbol", sum->symbol);
            add_text(object, "chip", sum->chip);
            add_time(object, &sum->time);
        }
        if (sum->values)
            add_metrics(object, sum);
        add_number(object, "calls", sum->calls);
        add_number(object, "picoseconds", sum->picoseconds);
        add_number(object, "least", sum->least);
        add_number(object, "most", sum->most);
        json_object_array_add(list, object);
    }
    return list;
}

static struct json_object *entries(const struct hw_profiler_record *record)
{
    struct json_object *list = json_object_new_array();

    for (uint64_t i = 0; list && i < record->entry_count; i++) {
        const struct hw_profiler_entry *entry = &record->entries[i];
        struct json_object *object = json_object_new_object();
        add_number(object, "start", entry->span.begin);
        add_number(object, "picoseconds", entry->span.end - entry->span.begin);
        add_text(object, "name", record->sums[entry->sum].name);
        add_number(object, "device", (uint64_t)entry->device);
        add_number(object, "stream", entry->stream);
        if (entry->kernel) {
            add_shape(object, "grid", entry->grid);
            add_shape(object, "block", entry->block);
            add_number(object, "registers", entry->registers);
            add_number(object, "static_shared", entry->static_shared);
            add_number(object, "dynamic_shared", entry->dynamic_shared);
        } else {
            add_number(object, "bytes", entry->bytes);
        }
        json_object_array_add(list, object);
    }
    return list;
}

char *hw_profiler_as_json(const struct hw_profiler_record *record)
{
    const struct hw_profiler_options *wish = hw_profiler_options();
    struct json_object *object = json_object_new_object();

    add(object, "devices", devices(record));
    add(object, "reuse", json_object_new_boolean(wish->reuse));
    add(object, "kernels", sums(record, true));
    add(object, "copies", sums(record, false));
    if (wish->trace)
        add(object, "timeline", entries(record));
    const char *text =
        json_object_to_json_string_ext(object, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE);
    const size_t bytes = (text ? strlen(text) : 0) + 2;
    char *line = malloc(bytes);
    if (line)
        snprintf(line, bytes, "%s\n", text ? text : "");
    json_object_put(object);
    return line;
}
