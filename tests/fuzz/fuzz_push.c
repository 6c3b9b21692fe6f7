/* SPDX-License-Identifier: MIT */
/* Fuzz streams: a text is a stream, a recording or an error with its place; a stream comes back from its
 * text; playing it ends with a state or a named error.  The first byte says whether the others are a text or
 * words. */
#include <halfwarp/recording.h>

#include <stdlib.h>
#include <string.h>

#define MOST      500u     /* methods and instructions */
#define MEMORY    0x40000u /* bytes */
#define INPUT_MAX 4096u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *text_of(const struct hw_method_stream *stream)
{
    struct hw_error error;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    if (!out || hw_method_stream_write(out, stream, &error) != HW_OK)
        abort();
    fclose(out);
    return text;
}

/* What is written can be read, and gives the same text. */
static void check_round_trip(const struct hw_method_stream *stream)
{
    char *first = text_of(stream);
    struct hw_method_stream again;
    struct hw_error error;

    if (hw_method_stream_read(first, strlen(first), NULL, &again, &error) != HW_OK ||
        again.count != stream->count)
        abort();
    char *second = text_of(&again);
    if (strcmp(first, second) != 0)
        abort();
    hw_method_stream_free(&again);
    free(first);
    free(second);
}

static void play(struct hw_method_stream *stream)
{
    struct hw_channel_setup setup = {.workers = 1, .max_instructions = MOST, .max_methods = MOST};
    struct hw_channel_result result;
    struct hw_channel *channel;
    struct hw_error error = {.text = ""};
    size_t item;

    stream->vram_bytes = stream->host_bytes = MEMORY;
    if (hw_method_stream_setup(stream, &setup, &error) != HW_OK ||
        hw_channel_create(&setup, &channel, &error) != HW_OK) {
        if (!error.text[0])
            abort();
        return;
    }
    const hw_status status = hw_method_stream_play(stream, channel, &result, &item, &error);
    if (item > stream->count || (status != HW_OK && !error.text[0]))
        abort();
    hw_channel_destroy(channel);
}

static hw_status read_words(const uint8_t *data, size_t size, struct hw_method_stream *stream)
{
    uint32_t word[INPUT_MAX / 4];
    const struct hw_stream_item objects[] = {{.kind = HW_STREAM_OBJECT, .handle = 1, .number = 0x50c0},
                                             {.kind = HW_STREAM_OBJECT, .handle = 2, .number = 0x5039},
                                             {.kind = HW_STREAM_OBJECT, .handle = 3, .number = 0x5097}},
                                push = {.kind = HW_STREAM_PUSH, .word = word, .count = size / 4};
    struct hw_error error;
    hw_status status = HW_OK;

    memcpy(word, data, size / 4 * 4);
    *stream = (struct hw_method_stream){.item = NULL};
    for (unsigned i = 0; i < 3 && status == HW_OK; i++)
        status = hw_method_stream_add(stream, &objects[i], &error);
    return status == HW_OK ? hw_method_stream_add(stream, &push, &error) : status;
}

static hw_status read_text(const char *text, size_t bytes, struct hw_method_stream *stream,
                           struct hw_error *error)
{
    if (!hw_recording_is(text, bytes))
        return hw_method_stream_read(text, bytes, NULL, stream, error);
    *stream = (struct hw_method_stream){.item = NULL};
    const hw_status status = hw_recording_read(text, bytes, stream, error);
    return status == HW_OK ? hw_recording_infer(stream, error) : status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct hw_method_stream stream;
    struct hw_error error = {.text = ""};

    if (size < 2 || size > INPUT_MAX)
        return 0;
    const hw_status status = data[0] & 1 ? read_words(data + 1, size - 1, &stream)
                                         : read_text((const char *)data + 1, size - 1, &stream, &error);
    if (status != HW_OK) {
        if (stream.count || !error.text[0] || !error.line || error.column > size + 1)
            abort();
        return 0;
    }
    check_round_trip(&stream);
    play(&stream);
    hw_method_stream_free(&stream);
    return 0;
}
