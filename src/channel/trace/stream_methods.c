/* SPDX-License-Identifier: MIT */
/* This parser reads lines of commands: words of a push buffer, which follow each other there or in memory. */
#include "channel/trace/stream_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_MOST 128u

static hw_status add_words(struct hw_stream_reader *reader, uint32_t *word, size_t count)
{
    struct hw_stream_item item = {.kind = HW_STREAM_PUSH, .word = word, .count = count};

    if (reader->in_memory) {
        item.kind = HW_STREAM_DATA;
        item.address = reader->address;
        reader->address += 4 * count;
    }
    return hw_reader_add(reader, &item);
}

/* --- commands without methods --- */

hw_status hw_reader_raw(struct hw_stream_reader *reader)
{
    struct hw_cursor *cursor = &reader->cursor;
    hw_status status = HW_OK;

    for (hw_cursor_blanks(cursor); status == HW_OK && !hw_cursor_at_end(cursor); hw_cursor_blanks(cursor)) {
        uint64_t value;
        status = hw_cursor_number(cursor, UINT32_MAX, "a word", &value);
        uint32_t word = (uint32_t)value;
        if (status == HW_OK)
            status = add_words(reader, &word, 1);
    }
    return status;
}

static hw_status add_command(struct hw_stream_reader *reader, enum hw_push_kind kind, const char *what)
{
    struct hw_cursor *cursor = &reader->cursor;
    const char *first = cursor->at;
    uint64_t target = 0;
    uint32_t word[2];
    hw_status status = what ? hw_cursor_number(cursor, UINT32_MAX, what, &target) : HW_OK;
    const struct hw_push_command command = {.kind = (uint8_t)kind, .target = (uint32_t)target};
    struct hw_error why;

    if (status == HW_OK && hw_push_encode(&command, word, &why) != HW_OK)
        return hw_cursor_fail(cursor, HW_ERR_RANGE, first, "%s", why.text);
    return status == HW_OK ? add_words(reader, word, 1) : status;
}

hw_status hw_reader_jump(struct hw_stream_reader *reader)
{
    return add_command(reader, HW_PUSH_JUMP, "an address");
}

hw_status hw_reader_call(struct hw_stream_reader *reader)
{
    return add_command(reader, HW_PUSH_CALL, "an address");
}

hw_status hw_reader_return(struct hw_stream_reader *reader)
{
    return add_command(reader, HW_PUSH_RETURN, NULL);
}

hw_status hw_reader_sli(struct hw_stream_reader *reader)
{
    return add_command(reader, HW_PUSH_SLI, "a mask of cards");
}

/* --- methods --- */

/* Words of data as they are read. */
struct values {
    uint32_t *word;
    size_t count, room;
};

static hw_status keep_value(struct hw_stream_reader *reader, struct values *values, uint32_t word)
{
    if (values->count == values->room) {
        const size_t room = values->room ? 2 * values->room : 64;
        uint32_t *grown = realloc(values->word, room * sizeof *grown);
        if (!grown)
            return hw_fail(reader->cursor.error, HW_ERR_NO_MEMORY, "stream", "no memory for %zu words", room);
        values->word = grown;
        values->room = room;
    }
    values->word[values->count++] = word;
    return HW_OK;
}

static hw_status read_value(struct hw_stream_reader *reader, const struct hw_push_command *command,
                            struct values *values)
{
    const struct hw_cursor_word text = hw_cursor_value(&reader->cursor);
    const uint32_t step = command->kind == HW_PUSH_INCREASING ? 4 * (uint32_t)values->count : 0,
                   method = (command->method + step) % HW_METHOD_END;
    char copy[HW_METHOD_TEXT];
    struct hw_error why;
    uint32_t word;

    if (text.length == 0 || text.length >= sizeof copy)
        return hw_cursor_fail(&reader->cursor, HW_ERR_SYNTAX, text.text,
                              "expected a value: a number, a name, or fields as X=1 Y=2");
    memcpy(copy, text.text, text.length);
    copy[text.length] = 0;
    const struct hw_method *row = hw_method_find(reader->names.bound[command->subchannel], method, NULL);
    const hw_status status = hw_method_parse_value(row, copy, &word, &why);
    if (status != HW_OK)
        return hw_cursor_fail(&reader->cursor, status, text.text, "%.190s", why.text);
    hw_stream_names_note(&reader->names, reader->stream, reader->stream->count, command->subchannel, method,
                         word);
    return keep_value(reader, values, word);
}

/* Values go on in the next line behind a comma at a line's end. */
static hw_status read_values(struct hw_stream_reader *reader, const struct hw_push_command *command,
                             struct values *values)
{
    hw_status status = read_value(reader, command, values);

    while (status == HW_OK && hw_cursor_accept(&reader->cursor, ",")) {
        hw_cursor_blanks(&reader->cursor);
        while (hw_cursor_at_end(&reader->cursor) && hw_cursor_skip_line(&reader->cursor))
            hw_cursor_blanks(&reader->cursor);
        status = read_value(reader, command, values);
    }
    return status;
}

/* SUBCHANNEL METHOD [fixed|long] */
static hw_status read_head(struct hw_stream_reader *reader, struct hw_push_command *command)
{
    struct hw_cursor *cursor = &reader->cursor;
    uint64_t subchannel;
    uint32_t number;
    char name[NAME_MOST];
    struct hw_error why;
    hw_status status = hw_cursor_number(cursor, HW_SUBCHANNELS - 1,
                                        "a subchannel, 0 to 7, or a word that lines begin with", &subchannel);
    if (status != HW_OK)
        return status;
    const struct hw_cursor_word method = hw_cursor_word(cursor);
    command->subchannel = (uint8_t)subchannel;
    if (method.length == 0 || method.length >= sizeof name)
        return hw_cursor_fail(cursor, HW_ERR_SYNTAX, method.text, "expected a method");
    memcpy(name, method.text, method.length);
    name[method.length] = 0;
    status = hw_method_number(reader->names.bound[subchannel], name, &number, &why);
    if (status != HW_OK)
        return hw_cursor_fail(cursor, status, method.text, "%.190s", why.text);
    command->method = (uint16_t)number;
    const char *first = cursor->at;
    const struct hw_cursor_word form = hw_cursor_word(cursor);
    command->kind = hw_cursor_is(form, "fixed")  ? HW_PUSH_FIXED
                    : hw_cursor_is(form, "long") ? HW_PUSH_LONG
                                                 : HW_PUSH_INCREASING;
    if (command->kind == HW_PUSH_INCREASING)
        cursor->at = first;
    return HW_OK;
}

hw_status hw_reader_methods(struct hw_stream_reader *reader)
{
    struct hw_push_command command = {.kind = HW_PUSH_INCREASING};
    struct values values = {.word = NULL};
    const char *first = reader->cursor.at;
    uint32_t head[2];
    struct hw_error why;
    hw_status status = read_head(reader, &command);

    if (status == HW_OK)
        status = read_values(reader, &command, &values);
    command.count = (uint32_t)values.count;
    if (status == HW_OK && hw_push_encode(&command, head, &why) != HW_OK)
        status = hw_cursor_fail(&reader->cursor, HW_ERR_RANGE, first, "%s", why.text);
    if (status == HW_OK)
        status = add_words(reader, head, command.kind == HW_PUSH_LONG ? 2 : 1);
    if (status == HW_OK)
        status = add_words(reader, values.word, values.count);
    free(values.word);
    return status;
}
