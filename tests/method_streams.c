/* SPDX-License-Identifier: MIT */
/* See method_streams.h. */
#include "method_streams.h"

char *stream_text(const struct hw_method_stream *stream)
{
    struct hw_error error;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    assert_non_null(out);
    assert_int_equal(hw_method_stream_write(out, stream, &error), HW_OK);
    fclose(out);
    return text;
}

void stream_read(const char *text, struct hw_method_stream *stream)
{
    struct hw_error error;

    if (hw_method_stream_read(text, strlen(text), NULL, stream, &error) != HW_OK)
        fail_msg("%u:%u: %s in\n%s", error.line, error.column, error.text, text);
}

static void expect_equal_items(const struct hw_stream_item *one, const struct hw_stream_item *other)
{
    assert_int_equal(one->kind, other->kind);
    assert_int_equal(one->order, other->order);
    assert_int_equal(one->number, other->number);
    assert_int_equal(one->handle, other->handle);
    assert_int_equal(one->first, other->first);
    assert_int_equal(one->address, other->address);
    assert_int_equal(one->bytes, other->bytes);
    assert_int_equal(one->end, other->end);
    assert_string_equal(one->name, other->name);
    assert_memory_equal(&one->page, &other->page, sizeof one->page);
    assert_memory_equal(&one->dma, &other->dma, sizeof one->dma);
    assert_int_equal(one->count, other->count);
    for (size_t i = 0; i < one->count; i++)
        assert_int_equal(one->word[i], other->word[i]);
}

void stream_expect_equal(const struct hw_method_stream *one, const struct hw_method_stream *other)
{
    assert_string_equal(one->chip, other->chip);
    assert_int_equal(one->units, other->units);
    assert_int_equal(one->vram_bytes, other->vram_bytes);
    assert_int_equal(one->host_bytes, other->host_bytes);
    assert_int_equal(one->count, other->count);
    for (size_t i = 0; i < one->count; i++)
        expect_equal_items(&one->item[i], &other->item[i]);
}

struct hw_channel *stream_play(const struct hw_method_stream *stream, struct hw_channel_setup *setup,
                               struct hw_channel_result *result)
{
    struct hw_channel *channel = NULL;
    struct hw_error error = {.text = ""};
    size_t item = 0;

    if (hw_method_stream_setup(stream, setup, &error) != HW_OK ||
        hw_channel_create(setup, &channel, &error) != HW_OK ||
        hw_method_stream_play(stream, channel, result, &item, &error) != HW_OK)
        fail_msg("line %u: %s", error.line, error.text);
    assert_int_equal(item, stream->count);
    return channel;
}
