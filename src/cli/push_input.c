/* SPDX-License-Identifier: MIT */
/* This file reads the input of `push`: the text of a stream, a recording, or words of a push buffer as they
 * are. */
#include "cli/push_command.h"

#include "generated/method_numbers.h"

#include <halfwarp/recording.h>

#include <libgen.h>
#include <stdlib.h>
#include <string.h>

#define BOUND_HANDLE                                                                      \
    0xb0000000u /* of the object that --bind makes for a subchannel: this plus its number \
                 */

/* SUB=CLASS: an object, and the method that binds it. */
static hw_status add_bind(struct hw_method_stream *stream, const char *text, struct hw_error *error)
{
    const char *equals = strchr(text, '=');
    const struct hw_object_class *object = equals ? hw_object_class_named(equals + 1) : NULL;
    const unsigned subchannel = (unsigned)(text[0] - '0');

    if (!equals || equals != text + 1 || subchannel >= HW_SUBCHANNELS)
        return hw_fail(error, HW_ERR_SYNTAX, "cli",
                       "`%s` is no binding; expected SUBCHANNEL=CLASS, as 6=compute", text);
    if (!object || !object->number)
        return hw_fail(error, HW_ERR_SYNTAX, "cli",
                       "no class of objects `%s` is known; expected compute, m2mf, 2d, 3d", equals + 1);
    const struct hw_push_command command = {.kind = HW_PUSH_INCREASING,
                                            .subchannel = (uint8_t)subchannel,
                                            .method = HW_CHANNEL_OBJECT,
                                            .count = 1};
    struct hw_stream_item item = {
        .kind = HW_STREAM_OBJECT, .handle = BOUND_HANDLE + subchannel, .number = object->number};
    uint32_t word[2];
    hw_status status = hw_method_stream_add(stream, &item, error);
    if (status == HW_OK)
        status = hw_push_encode(&command, word, error);
    word[1] = item.handle;
    item = (struct hw_stream_item){.kind = HW_STREAM_PUSH, .word = word, .count = 2};
    return status == HW_OK ? hw_method_stream_add(stream, &item, error) : status;
}

static hw_status read_words(const void *data, size_t size, struct hw_method_stream *stream,
                            struct hw_error *error)
{
    struct hw_stream_item item = {.kind = HW_STREAM_PUSH, .count = size / 4};

    if (size % 4)
        return hw_fail(error, HW_ERR_FORMAT, "cli", "%zu bytes are no whole number of words of 4", size);
    item.word = malloc(size ? size : 1);
    if (!item.word)
        return hw_fail(error, HW_ERR_NO_MEMORY, "cli", "no memory for %zu bytes", size);
    memcpy(item.word, data, size);
    const hw_status status = hw_method_stream_add(stream, &item, error);
    free(item.word);
    return status;
}

static hw_status read_text(const struct hw_push_options *options, const char *text, size_t size,
                           struct hw_method_stream *stream, struct hw_error *error)
{
    if (hw_recording_is(text, size))
        return hw_recording_read(text, size, stream, error);
    char *path = strdup(options->file);
    if (!path)
        return hw_fail(error, HW_ERR_NO_MEMORY, "cli", "no memory");
    const hw_status status = hw_method_stream_read(text, size, dirname(path), stream, error);
    free(path);
    return status;
}

/* Put the items of one stream behind those of the other. */
static hw_status append(struct hw_method_stream *to, const struct hw_method_stream *from,
                        struct hw_error *error)
{
    hw_status status = HW_OK;

    for (size_t i = 0; i < from->count && status == HW_OK; i++)
        status = hw_method_stream_add(to, &from->item[i], error);
    return status;
}

/* What --bind says comes first. */
static hw_status put_binds_first(const struct hw_push_options *options, struct hw_method_stream *stream,
                                 struct hw_error *error)
{
    struct hw_method_stream whole = {
        .units = stream->units, .vram_bytes = stream->vram_bytes, .host_bytes = stream->host_bytes};
    hw_status status = HW_OK;

    memcpy(whole.chip, stream->chip, sizeof whole.chip);
    for (unsigned i = 0; i < options->binds.count && status == HW_OK; i++)
        status = add_bind(&whole, options->binds.item[i], error);
    if (status == HW_OK)
        status = append(&whole, stream, error);
    hw_method_stream_free(status == HW_OK ? stream : &whole);
    if (status == HW_OK)
        *stream = whole;
    return status;
}

bool hw_push_input(const struct hw_push_options *options, struct hw_method_stream *stream, int *status)
{
    struct hw_error error = {.text = ""};
    void *data = NULL;
    size_t size;
    hw_status read = hw_read_file(options->file, HW_FILE_MAX, &data, &size, &error);

    *stream = (struct hw_method_stream){.item = NULL};
    if (read == HW_OK)
        read = options->binary ? read_words(data, size, stream, &error)
                               : read_text(options, data, size, stream, &error);
    if (read != HW_OK)
        *status = hw_report(options->file, options->binary ? NULL : data, &error);
    free(data);
    if (read != HW_OK)
        return false;
    read = put_binds_first(options, stream, &error);
    if (read == HW_OK && options->assume)
        read = hw_recording_infer(stream, &error);
    if (read == HW_OK)
        return true;
    *status = hw_report_option("push", options->file, &error);
    hw_method_stream_free(stream);
    return false;
}
