/* SPDX-License-Identifier: MIT */
/* This parser reads recordings of tools line by line; halfwarp/recording.h has their forms. */
#include <halfwarp/recording.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_MOST 256 /* characters of a line that are looked at */

/* A line of the text, its beginning copied. */
struct line {
    char text[LINE_MOST + 1];
    unsigned number;
};

/* What a line says. */
enum kind { NO_WORD, WORD, INVALID_WORD };

static const char *next_line(const char *at, const char *end, struct line *line)
{
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    size_t length = (size_t)((stop ? stop : end) - at);

    if (length > LINE_MOST)
        length = LINE_MOST;
    memcpy(line->text, at, length);
    line->text[length] = 0;
    line->number++;
    return stop ? stop + 1 : end;
}

/* 0x and eight digits, which end there. */
static bool read_hex(const char *text, uint32_t *word, const char **behind)
{
    uint32_t value = 0;

    if (strncmp(text, "0x", 2) != 0)
        return false;
    for (unsigned i = 2; i < 10; i++) {
        if (!isxdigit((unsigned char)text[i]))
            return false;
        value = value << 4 | (uint32_t)strtoul((const char[]){text[i], 0}, NULL, 16);
    }
    *word = value;
    *behind = text + 10;
    return !isxdigit((unsigned char)text[10]);
}

static enum kind read_line(const char *text, uint32_t *word)
{
    const char *at = text + strspn(text, " \t"), *behind;

    if (strncmp(at, "PB:", 3) == 0) {
        at += 3;
        at += strspn(at, " \t");
        return read_hex(at, word, &behind) ? WORD : INVALID_WORD;
    }
    /* libdrm's lines may have the time of a log in front. */
    at = *at == '#' ? NULL : strstr(at, "nouveau:");
    if (!at)
        return NO_WORD;
    at += strlen("nouveau:");
    at += strspn(at, " \t");
    return read_hex(at, word, &behind) && behind[strspn(behind, " \t\r")] == 0 ? WORD : NO_WORD;
}

bool hw_recording_is(const char *text, size_t bytes)
{
    struct line line = {.number = 0};
    uint32_t word;

    for (const char *at = text, *end = text + bytes; at < end;) {
        at = next_line(at, end, &line);
        if (read_line(line.text, &word) == WORD)
            return true;
    }
    return false;
}

/* The number behind a label of demmt's. */
static bool labelled(const char *text, const char *label, uint32_t *value)
{
    const char *at = strstr(text, label);

    if (!at)
        return false;
    *value = (uint32_t)strtoul(at + strlen(label), NULL, 0);
    return true;
}

/* "Chipset: NVA0" */
static void take_chip(const char *text, struct hw_method_stream *stream)
{
    const char *at = strstr(text, "Chipset: NV");
    const unsigned long number = at ? strtoul(at + strlen("Chipset: NV"), NULL, 16) : 0;
    const struct hw_tesla_chip *chip;

    for (unsigned i = 0; (chip = hw_tesla_chip_at(i)); i++)
        if (chip->number == number)
            for (size_t c = 0; c <= strlen(chip->name) && c < sizeof stream->chip; c++)
                stream->chip[c] = (char)tolower((unsigned char)chip->name[c]);
}

static bool has_object(const struct hw_method_stream *stream, uint32_t handle)
{
    for (size_t i = 0; i < stream->count; i++)
        if (stream->item[i].kind == HW_STREAM_OBJECT && stream->item[i].handle == handle)
            return true;
    return false;
}

static hw_status take_object(const struct line *line, struct hw_method_stream *stream, struct hw_error *error)
{
    struct hw_stream_item item = {.kind = HW_STREAM_OBJECT, .line = line->number};
    uint32_t class = 0;

    if (!labelled(line->text, "class: ", &class) || !labelled(line->text, "handle: ", &item.handle) ||
        class == 0 || !hw_object_class_of(class) || has_object(stream, item.handle))
        return HW_OK;
    item.number = (uint16_t) class;
    return hw_method_stream_add(stream, &item, error);
}

/* Objects stand before the words: a binding comes before the first line that says what it binds. */
static hw_status take_objects(const char *text, const char *end, struct hw_method_stream *stream,
                              struct hw_error *error)
{
    struct line line = {.number = 0};
    hw_status status = HW_OK;

    while (text < end && status == HW_OK) {
        text = next_line(text, end, &line);
        take_chip(line.text, stream);
        status = take_object(&line, stream, error);
    }
    return status;
}

/* Whether a recording's first word is a packet in the format of Fermi and later chips.  Tesla's words that
 * begin so are jumps and calls, which no recording starts with. */
static bool is_later(uint32_t word)
{
    const uint32_t kind = word >> 29;

    return kind == 1 || kind == 3 || kind == 4 || kind == 5;
}

static hw_status take_words(const char *text, const char *end, struct hw_method_stream *stream,
                            struct hw_error *error)
{
    struct line line = {.number = 0};
    hw_status status = HW_OK;
    uint32_t word;
    bool begun = false;

    while (text < end && status == HW_OK) {
        text = next_line(text, end, &line);
        const enum kind kind = read_line(line.text, &word);
        const struct hw_stream_item item = {
            .kind = HW_STREAM_PUSH, .line = line.number, .word = &word, .count = 1};
        if (kind == INVALID_WORD)
            status = hw_fail(error, HW_ERR_SYNTAX, "recording",
                             "expected a word of 0x and eight digits behind PB:");
        else if (kind == WORD && !begun && is_later(word))
            status =
                hw_fail(error, HW_ERR_UNSUPPORTED, "recording",
                        "0x%08x is a packet of Fermi or a later chip; expected one of a Tesla chip", word);
        if (status != HW_OK && error)
            error->line = line.number;
        if (kind == WORD && status == HW_OK) {
            begun = true;
            status = hw_method_stream_add(stream, &item, error);
        }
    }
    return status;
}

hw_status hw_recording_read(const char *text, size_t bytes, struct hw_method_stream *stream,
                            struct hw_error *error)
{
    hw_status status = take_objects(text, text + bytes, stream, error);

    if (status == HW_OK)
        status = take_words(text, text + bytes, stream, error);
    if (status != HW_OK)
        hw_method_stream_free(stream);
    return status;
}
