/* SPDX-License-Identifier: MIT */
/* This file plays a stream on a channel of its own, and prints the results. */
#include "cli/json.h"
#include "cli/push_command.h"
#include "cli/run.h"
#include "engine/launch/worker_pool.h"

#include <halfwarp/chip.h>

#include <string.h>

struct play {
    const struct hw_push_options *options;
    struct json_object *reports; /* NULL: they are printed at once */
};

static void take_report(void *context, const struct hw_channel_report *report)
{
    const struct play *play = context;

    if (play->reports)
        hw_push_report_json(report, play->reports);
    else if (hw_report_is_error(report->kind))
        hw_push_report(report, stderr);
}

static void take_method(void *context, unsigned subchannel, uint16_t object, uint32_t method, uint32_t data,
                        uint64_t offset)
{
    (void)context;
    hw_push_trace(subchannel, object, method, data, offset);
}

/* --- before --- */

static hw_status take_options(const struct hw_push_options *options, struct hw_channel_setup *setup,
                              struct hw_error *error)
{
    uint64_t workers = 0;
    hw_status status = HW_OK;

    if (options->chip && hw_chip_find(options->chip, &setup->chip, error) != HW_OK)
        status = error->status = HW_ERR_SYNTAX;
    if (status == HW_OK && options->workers)
        status = hw_number(options->workers, HW_WORKERS_MAX, false, &workers, error);
    if (status == HW_OK && options->max_instructions)
        status = hw_number(options->max_instructions, UINT64_MAX, true, &setup->max_instructions, error);
    if (status == HW_OK && options->max_methods)
        status = hw_number(options->max_methods, UINT64_MAX, true, &setup->max_methods, error);
    if (status != HW_OK)
        error->module = "cli"; /* an option is wrong, not the file */
    setup->workers = (uint32_t)workers;
    setup->strict = options->strict;
    return status;
}

/* Names that the stream has for parts of memory. */
static hw_status take_buffers(const struct hw_method_stream *stream, struct hw_run_buffers *buffers,
                              struct hw_error *error)
{
    for (size_t i = 0; i < stream->count; i++) {
        const struct hw_stream_item *item = &stream->item[i];
        if (item->kind != HW_STREAM_BUFFER)
            continue;
        if (buffers->count == HW_RUN_BUFFERS)
            return hw_fail(error, HW_ERR_RANGE, "cli", "too many buffers: at most %u", HW_RUN_BUFFERS);
        struct hw_run_buffer *buffer = &buffers->list[buffers->count++];
        snprintf(buffer->name, sizeof buffer->name, "%s", item->name);
        buffer->address = item->address;
        buffer->bytes = item->bytes;
    }
    return HW_OK;
}

/* --- after --- */

/* A buffer whose pages are gone cannot be printed. */
static hw_status print_buffer(const struct hw_run_buffers *buffers, const char *text, struct hw_error *error)
{
    const struct hw_run_buffer *buffer = hw_run_buffer_find(buffers, text, strcspn(text, ":="));

    if (buffer && !hw_memory_host(buffers->memory, buffer->address, buffer->bytes))
        return hw_fail(error, HW_ERR_RANGE, "cli", "buffer %s is not all mapped", buffer->name);
    return hw_run_print(buffers, text, error);
}

static hw_status print_results(const struct hw_push_options *options, const struct hw_run_buffers *buffers,
                               struct hw_error *error)
{
    hw_status status = HW_OK;

    for (unsigned i = 0; status == HW_OK && i < options->prints.count; i++)
        status = print_buffer(buffers, options->prints.item[i], error);
    for (unsigned i = 0; status == HW_OK && i < options->memories.count; i++)
        status = hw_run_dump(buffers, options->memories.item[i], error);
    return status;
}

static const char *state_name(unsigned state)
{
    static const char *const name[] = {
        [HW_CHANNEL_DONE] = "done", [HW_CHANNEL_WAITS] = "waits", [HW_CHANNEL_STOPPED] = "stopped"};

    return name[state];
}

static void print_json(const struct hw_channel_result *result, struct json_object *whole)
{
    hw_json_text(whole, "state", state_name(result->state));
    hw_json_number(whole, "methods", (int64_t)result->methods);
    hw_json_number(whole, "launches", (int64_t)result->launches);
    hw_json_number(whole, "errors", (int64_t)result->reports);
    hw_json_number(whole, "warp_instructions", (int64_t)result->stats.warp_instructions);
    hw_json_print(whole, stdout);
}

/* What is wrong with the end, for people. */
static void tell_end(const struct hw_channel_result *result)
{
    if (result->state == HW_CHANNEL_WAITS)
        hw_complain("the stream waits at 0x%llx for a semaphore that nobody releases",
                    (unsigned long long)result->offset);
    if (result->state == HW_CHANNEL_STOPPED)
        hw_complain("the stream has stopped at 0x%llx", (unsigned long long)result->offset);
    if (result->missing)
        hw_complain("the stream ends within a command: %u more words were expected", result->missing);
}

/* --- all of it --- */

static hw_status play(const struct hw_method_stream *stream, struct hw_channel *channel,
                      struct hw_run_buffers *buffers, const struct hw_push_options *options,
                      struct hw_channel_result *result, struct hw_error *error)
{
    hw_status status = take_buffers(stream, buffers, error);

    for (unsigned i = 0; status == HW_OK && i < options->prints.count; i++)
        status = hw_run_check_print(buffers, options->prints.item[i], error);
    if (status == HW_OK)
        status = hw_method_stream_play(stream, channel, result, NULL, error);
    if (options->stats && result->stats.blocks)
        hw_run_report_stats(&result->stats);
    return status;
}

int hw_push_play(const struct hw_push_options *options, const struct hw_method_stream *stream)
{
    struct json_object *whole = options->json ? hw_json_object(NULL, NULL) : NULL;
    struct play context = {.options = options, .reports = whole ? hw_json_list(whole, "reports") : NULL};
    struct hw_channel_setup setup = {
        .report = take_report, .method = options->trace ? take_method : NULL, .context = &context};
    struct hw_channel_result result = {.state = HW_CHANNEL_DONE};
    struct hw_run_buffers buffers = {.count = 0};
    struct hw_channel *channel = NULL;
    struct hw_error error = {.text = ""};
    hw_status status = hw_method_stream_setup(stream, &setup, &error);

    if (status == HW_OK)
        status = take_options(options, &setup, &error);
    if (status == HW_OK)
        status = hw_channel_create(&setup, &channel, &error);
    if (status == HW_OK) {
        buffers.memory = hw_channel_memory(channel);
        status = play(stream, channel, &buffers, options, &result, &error);
    }
    if (status == HW_OK)
        status = print_results(options, &buffers, &error);
    hw_channel_destroy(channel);
    if (whole)
        print_json(&result, whole);
    if (status != HW_OK)
        return hw_report_option("push", options->file, &error);
    tell_end(&result);
    return result.state == HW_CHANNEL_DONE && !result.reports && !result.missing ? HW_EXIT_DONE
                                                                                 : HW_EXIT_FAILED;
}
