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

static void expect_equal_pages(const struct hw_page *one, const struct hw_page *other)
{
    assert_int_equal(one->target, other->target);
    assert_int_equal(one->storage, other->storage);
    assert_int_equal(one->read_only, other->read_only);
    assert_int_equal(one->supervisor, other->supervisor);
    assert_int_equal(one->linear, other->linear);
}

static void expect_equal_objects(const struct hw_dma_object *one, const struct hw_dma_object *other)
{
    assert_int_equal(one->number, other->number);
    assert_int_equal(one->target, other->target);
    assert_int_equal(one->access, other->access);
    assert_int_equal(one->storage, other->storage);
    assert_int_equal(one->supervisor, other->supervisor);
    assert_int_equal(one->base, other->base);
    assert_int_equal(one->limit, other->limit);
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
    expect_equal_pages(&one->page, &other->page);
    expect_equal_objects(&one->dma, &other->dma);
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
