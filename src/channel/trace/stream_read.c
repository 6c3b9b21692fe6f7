/* SPDX-License-Identifier: MIT */
/* This parser reads the text of streams by a table of words that lines begin with; other lines begin with a
 * subchannel (stream_methods.c). */
#include "channel/trace/stream_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ADDRESS_MOST 0xffffffffffu
#define FILE_MOST    ((size_t)1 << 30)

hw_status hw_reader_add(struct hw_stream_reader *reader, const struct hw_stream_item *item)
{
    struct hw_stream_item with_line = *item;

    with_line.line = reader->cursor.line;
    return hw_method_stream_add(reader->stream, &with_line, reader->cursor.error);
}

static hw_status number(struct hw_stream_reader *reader, uint64_t most, const char *what, uint64_t *value)
{
    return hw_cursor_number(&reader->cursor, most, what, value);
}

static hw_status handle(struct hw_stream_reader *reader, uint32_t *value)
{
    uint64_t read;
    const hw_status status = number(reader, UINT32_MAX, "a handle", &read);

    *value = (uint32_t)read;
    return status;
}

/* FIRST..LAST */
static hw_status stretch(struct hw_stream_reader *reader, uint64_t most, uint64_t *first, uint64_t *last)
{
    hw_status status = number(reader, most, "the beginning", first);

    if (status == HW_OK)
        status = hw_cursor_expect(&reader->cursor, "..");
    return status == HW_OK ? number(reader, most, "the end", last) : status;
}

/* --- what a channel is made of --- */

static hw_status read_chip(struct hw_stream_reader *reader)
{
    const struct hw_cursor_word word = hw_cursor_word(&reader->cursor);

    if (word.length == 0 || word.length >= sizeof reader->stream->chip)
        return hw_cursor_fail(&reader->cursor, HW_ERR_SYNTAX, word.text,
                              "expected the name of a chip, as g80");
    memcpy(reader->stream->chip, word.text, word.length);
    reader->stream->chip[word.length] = 0;
    return HW_OK;
}

static hw_status read_units(struct hw_stream_reader *reader)
{
    uint64_t units;
    const hw_status status = number(reader, UINT32_MAX, "a mask of units", &units);

    reader->stream->units = (uint32_t)units;
    return status;
}

static hw_status read_vram(struct hw_stream_reader *reader)
{
    return number(reader, ADDRESS_MOST, "the size of video memory", &reader->stream->vram_bytes);
}

static hw_status read_host(struct hw_stream_reader *reader)
{
    return number(reader, ADDRESS_MOST, "the size of the host's memory", &reader->stream->host_bytes);
}

/* --- objects --- */

static hw_status read_object(struct hw_stream_reader *reader)
{
    struct hw_stream_item item = {.kind = HW_STREAM_OBJECT};
    char name[HW_STREAM_NAME];
    hw_status status = handle(reader, &item.handle);
    const struct hw_cursor_word word = hw_cursor_word(&reader->cursor);

    if (status != HW_OK)
        return status;
    snprintf(name, sizeof name, "%.*s", (int)(word.length < sizeof name ? word.length : 0), word.text);
    const struct hw_object_class *object = hw_object_class_named(name);
    if (object && object->number)
        item.number = object->number;
    else
        return hw_cursor_fail(&reader->cursor, HW_ERR_NOT_FOUND, word.text,
                              "no class '%s' of objects is known; expected compute, m2mf, 2d, 3d, or as "
                              "`halfwarp methods` lists them",
                              name);
    return hw_reader_add(reader, &item);
}

/* storage N, read-only, supervisor: those that stand there. */
static hw_status page_words(struct hw_stream_reader *reader, uint8_t *storage, bool *read_only,
                            bool *supervisor)
{
    struct hw_cursor *cursor = &reader->cursor;
    hw_status status = HW_OK;

    for (hw_cursor_blanks(cursor); status == HW_OK && !hw_cursor_at_end(cursor); hw_cursor_blanks(cursor)) {
        const struct hw_cursor_word word = hw_cursor_word(cursor);
        uint64_t value = 0;
        if (hw_cursor_is(word, "storage")) {
            status = number(reader, 0x7f, "a storage type", &value);
            *storage = (uint8_t)value;
        } else if (hw_cursor_is(word, "supervisor")) {
            *supervisor = true;
        } else if (read_only && hw_cursor_is(word, "read-only")) {
            *read_only = true;
        } else {
            return hw_cursor_fail(cursor, HW_ERR_SYNTAX, word.text, "expected storage N%s or supervisor",
                                  read_only ? ", read-only" : "");
        }
    }
    return status;
}

static hw_status read_dma(struct hw_stream_reader *reader)
{
    struct hw_stream_item item = {.kind = HW_STREAM_DMA};
    struct hw_cursor *cursor = &reader->cursor;
    uint32_t number_of_class = 0, target = 0, access = 0;
    hw_status status = handle(reader, &item.handle);

    if (status == HW_OK)
        status = hw_cursor_choice(cursor, hw_stream_dma_classes, "class of DMA objects", &number_of_class);
    if (status == HW_OK)
        status = hw_cursor_choice(cursor, hw_stream_dma_targets, "target", &target);
    if (status == HW_OK)
        status = stretch(reader, ADDRESS_MOST, &item.dma.base, &item.dma.limit);
    hw_cursor_blanks(cursor);
    if (status == HW_OK && cursor->at < cursor->end && *cursor->at == 'a')
        status = hw_cursor_choice(cursor, hw_stream_dma_access, "access", &access);
    if (status == HW_OK)
        status = page_words(reader, &item.dma.storage, NULL, &item.dma.supervisor);
    item.dma.number = (uint16_t)number_of_class;
    item.dma.target = (uint8_t)target;
    item.dma.access = (uint8_t)access;
    return status == HW_OK ? hw_reader_add(reader, &item) : status;
}

/* --- memory --- */

static hw_status read_stretch_item(struct hw_stream_reader *reader, struct hw_stream_item *item)
{
    hw_status status = number(reader, ADDRESS_MOST, "an address", &item->address);

    return status == HW_OK ? number(reader, ADDRESS_MOST, "a number of bytes", &item->bytes) : status;
}

static hw_status read_map(struct hw_stream_reader *reader)
{
    struct hw_stream_item item = {.kind = HW_STREAM_MAP};
    uint32_t target = 0;
    hw_status status = read_stretch_item(reader, &item);

    if (status == HW_OK)
        status = hw_cursor_choice(&reader->cursor, hw_stream_linear_targets, "memory", &target);
    item.page.target = (uint8_t)target;
    if (status == HW_OK)
        status = number(reader, ADDRESS_MOST, "a linear address", &item.page.linear);
    if (status == HW_OK)
        status = page_words(reader, &item.page.storage, &item.page.read_only, &item.page.supervisor);
    return status == HW_OK ? hw_reader_add(reader, &item) : status;
}

static hw_status read_unmap(struct hw_stream_reader *reader)
{
    struct hw_stream_item item = {.kind = HW_STREAM_UNMAP};
    const hw_status status = read_stretch_item(reader, &item);

    return status == HW_OK ? hw_reader_add(reader, &item) : status;
}

static hw_status read_buffer(struct hw_stream_reader *reader)
{
    struct hw_stream_item item = {.kind = HW_STREAM_BUFFER};
    const struct hw_cursor_word word = hw_cursor_word(&reader->cursor);

    if (word.length == 0 || word.length >= sizeof item.name)
        return hw_cursor_fail(&reader->cursor, HW_ERR_SYNTAX, word.text,
                              "expected a name of 1 to %zu characters", sizeof item.name - 1);
    memcpy(item.name, word.text, word.length);
    const hw_status status = read_stretch_item(reader, &item);
    return status == HW_OK ? hw_reader_add(reader, &item) : status;
}

/* --- words into memory --- */

/* The words of a file, filled up with zeros. */
static hw_status take_file(struct hw_stream_reader *reader, struct hw_stream_item *item)
{
    struct hw_cursor *cursor = &reader->cursor;
    const char *first = cursor->at, *close;
    char path[4096];

    if (!hw_cursor_accept(cursor, "\"") ||
        !(close = memchr(cursor->at, '"', (size_t)(cursor->end - cursor->at))))
        return hw_cursor_fail(cursor, HW_ERR_SYNTAX, first, "expected the name of a file in quotes");
    const int length = (int)(close - cursor->at < 2048 ? close - cursor->at : 2048);
    if (!reader->folder)
        return hw_cursor_fail(cursor, HW_ERR_UNSUPPORTED, first, "files cannot be named here");
    snprintf(path, sizeof path, "%s/%.*s", *cursor->at == '/' ? "" : reader->folder, length, cursor->at);
    FILE *file = fopen(path, "rb");
    if (!file)
        return hw_cursor_fail(cursor, HW_ERR_IO, first, "the file %.150s cannot be opened", path);
    cursor->at = close + 1;
    hw_status status = HW_OK;
    uint32_t word = 0;
    while (status == HW_OK && fread(&word, 1, sizeof word, file) > 0) {
        struct hw_stream_item one = *item;
        one.word = &word;
        one.count = 1;
        status = item->bytes < FILE_MOST ? hw_reader_add(reader, &one)
                                         : hw_cursor_fail(cursor, HW_ERR_LIMIT, first,
                                                          "the file has more than %zu bytes", FILE_MOST);
        item->address += sizeof word;
        item->bytes += sizeof word;
        word = 0;
    }
    fclose(file);
    return status;
}

/* ADDRESS: WORD..., or ADDRESS file "NAME". */
static hw_status take_words(struct hw_stream_reader *reader, struct hw_stream_item *item)
{
    struct hw_cursor *cursor = &reader->cursor;
    hw_status status = number(reader, ADDRESS_MOST, "an address", &item->address);

    if (status != HW_OK)
        return status;
    if (!hw_cursor_accept(cursor, ":")) {
        const struct hw_cursor_word word = hw_cursor_word(cursor);
        hw_cursor_blanks(cursor);
        return hw_cursor_is(word, "file") ? take_file(reader, item)
                                          : hw_cursor_fail(cursor, HW_ERR_SYNTAX, word.text,
                                                           "expected `:` and words, or file \"NAME\"");
    }
    for (hw_cursor_blanks(cursor); status == HW_OK && !hw_cursor_at_end(cursor); hw_cursor_blanks(cursor)) {
        uint64_t value;
        status = number(reader, UINT32_MAX, "a word", &value);
        uint32_t word = (uint32_t)value;
        item->word = &word;
        item->count = 1;
        if (status == HW_OK)
            status = hw_reader_add(reader, item);
        item->address += sizeof word;
    }
    return status;
}

static hw_status read_data(struct hw_stream_reader *reader)
{
    struct hw_stream_item item = {.kind = HW_STREAM_DATA};

    return take_words(reader, &item);
}

static hw_status read_linear(struct hw_stream_reader *reader)
{
    struct hw_stream_item item = {.kind = HW_STREAM_LINEAR};
    uint32_t target = 0;
    const hw_status status = hw_cursor_choice(&reader->cursor, hw_stream_linear_targets, "memory", &target);

    item.page.target = (uint8_t)target;
    return status == HW_OK ? take_words(reader, &item) : status;
}

/* --- commands in memory --- */

static hw_status read_run(struct hw_stream_reader *reader)
{
    struct hw_stream_item item = {.kind = HW_STREAM_RUN};
    hw_status status = handle(reader, &item.handle);

    if (status == HW_OK)
        status = stretch(reader, ADDRESS_MOST, &item.address, &item.end);
    return status == HW_OK ? hw_reader_add(reader, &item) : status;
}

static hw_status read_run_ib(struct hw_stream_reader *reader)
{
    struct hw_stream_item item = {.kind = HW_STREAM_RUN_IB};
    uint64_t order = 0, first = 0;
    hw_status status = handle(reader, &item.handle);

    if (status == HW_OK)
        status = number(reader, ADDRESS_MOST, "an address", &item.address);
    if (status == HW_OK)
        status = number(reader, 31, "the binary logarithm of the number of entries", &order);
    if (status == HW_OK)
        status = stretch(reader, UINT32_MAX, &first, &item.end);
    item.order = (uint8_t)order;
    item.first = (uint32_t)first;
    return status == HW_OK ? hw_reader_add(reader, &item) : status;
}

/* The commands up to `end` lie in memory from an address on. */
static hw_status read_at(struct hw_stream_reader *reader)
{
    reader->in_memory = true;
    return number(reader, ADDRESS_MOST, "an address", &reader->address);
}

static hw_status read_end(struct hw_stream_reader *reader)
{
    if (!reader->in_memory)
        return hw_cursor_fail(&reader->cursor, HW_ERR_SYNTAX, reader->cursor.start, "end without at");
    reader->in_memory = false;
    return HW_OK;
}

/* --- lines --- */

static const struct {
    const char *name;
    hw_status (*read)(struct hw_stream_reader *reader);
} lines[] = {
    {"chip", read_chip},
    {"units", read_units},
    {"vram", read_vram},
    {"host", read_host},
    {"object", read_object},
    {"dma", read_dma},
    {"map", read_map},
    {"unmap", read_unmap},
    {"buffer", read_buffer},
    {"data", read_data},
    {"linear", read_linear},
    {"run", read_run},
    {"run-ib", read_run_ib},
    {"at", read_at},
    {"end", read_end},
    {"word", hw_reader_raw},
    {"jump", hw_reader_jump},
    {"call", hw_reader_call},
    {"return", hw_reader_return},
    {"sli", hw_reader_sli},
};

static hw_status read_line(struct hw_stream_reader *reader)
{
    struct hw_cursor *cursor = &reader->cursor;
    const char *first = cursor->at;
    const struct hw_cursor_word word = hw_cursor_word(cursor);

    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (hw_cursor_is(word, lines[i].name))
            return lines[i].read(reader);
    cursor->at = first;
    return hw_reader_methods(reader);
}

hw_status hw_method_stream_read(const char *text, size_t bytes, const char *folder,
                                struct hw_method_stream *stream, struct hw_error *error)
{
    struct hw_stream_reader reader = {
        .cursor = {.at = text, .end = text + bytes, .start = text, .line = 1, .error = error},
        .stream = stream,
        .folder = folder};
    hw_status status = HW_OK;

    *stream = (struct hw_method_stream){.item = NULL};
    while (status == HW_OK && reader.cursor.at < reader.cursor.end) {
        hw_cursor_blanks(&reader.cursor);
        if (!hw_cursor_at_end(&reader.cursor))
            status = read_line(&reader);
        if (status == HW_OK)
            status = hw_cursor_next_line(&reader.cursor);
    }
    if (status == HW_OK && reader.in_memory)
        status = hw_cursor_fail(&reader.cursor, HW_ERR_SYNTAX, reader.cursor.at, "at without end");
    if (status != HW_OK)
        hw_method_stream_free(stream);
    return status;
}
