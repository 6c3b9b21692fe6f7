/* SPDX-License-Identifier: MIT */
/* See stream_cursor.h. */
#include "channel/trace/stream_cursor.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MESSAGE 200

hw_status hw_cursor_fail(const struct hw_cursor *cursor, hw_status status, const char *at, const char *format,
                         ...)
{
    char text[MESSAGE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    (void)hw_fail(cursor->error, status, "stream", "%s", text);
    if (cursor->error) {
        cursor->error->line = cursor->line;
        cursor->error->column = (unsigned)(at - cursor->start) + 1;
    }
    return status;
}

void hw_cursor_blanks(struct hw_cursor *cursor)
{
    while (cursor->at < cursor->end && (*cursor->at == ' ' || *cursor->at == '\t' || *cursor->at == '\r'))
        cursor->at++;
}

bool hw_cursor_at_end(const struct hw_cursor *cursor)
{
    return cursor->at == cursor->end || *cursor->at == '\n' || *cursor->at == '#';
}

bool hw_cursor_skip_line(struct hw_cursor *cursor)
{
    while (cursor->at < cursor->end && *cursor->at != '\n')
        cursor->at++;
    if (cursor->at == cursor->end)
        return false;
    cursor->start = ++cursor->at;
    cursor->line++;
    return true;
}

hw_status hw_cursor_next_line(struct hw_cursor *cursor)
{
    hw_cursor_blanks(cursor);
    if (!hw_cursor_at_end(cursor))
        return hw_cursor_fail(cursor, HW_ERR_SYNTAX, cursor->at, "expected the end of the line");
    (void)hw_cursor_skip_line(cursor);
    return HW_OK;
}

struct hw_cursor_word hw_cursor_word(struct hw_cursor *cursor)
{
    hw_cursor_blanks(cursor);
    struct hw_cursor_word word = {.text = cursor->at};

    while (!hw_cursor_at_end(cursor) && !strchr(" \t\r,:", *cursor->at) &&
           !(cursor->at[0] == '.' && cursor->at + 1 < cursor->end && cursor->at[1] == '.'))
        cursor->at++;
    word.length = (size_t)(cursor->at - word.text);
    return word;
}

struct hw_cursor_word hw_cursor_value(struct hw_cursor *cursor)
{
    hw_cursor_blanks(cursor);
    struct hw_cursor_word value = {.text = cursor->at};

    while (!hw_cursor_at_end(cursor) && *cursor->at != ',')
        cursor->at++;
    value.length = (size_t)(cursor->at - value.text);
    while (value.length && strchr(" \t\r", value.text[value.length - 1]))
        value.length--;
    return value;
}

bool hw_cursor_accept(struct hw_cursor *cursor, const char *punctuation)
{
    const size_t length = strlen(punctuation);

    hw_cursor_blanks(cursor);
    if ((size_t)(cursor->end - cursor->at) < length || memcmp(cursor->at, punctuation, length) != 0)
        return false;
    cursor->at += length;
    return true;
}

hw_status hw_cursor_expect(struct hw_cursor *cursor, const char *punctuation)
{
    if (hw_cursor_accept(cursor, punctuation))
        return HW_OK;
    return hw_cursor_fail(cursor, HW_ERR_SYNTAX, cursor->at, "expected `%s`", punctuation);
}

bool hw_cursor_is(struct hw_cursor_word word, const char *name)
{
    return strlen(name) == word.length && memcmp(word.text, name, word.length) == 0;
}

/* The value of a digit; 16 and more: it is none. */
static unsigned digit_of(char letter)
{
    if (letter >= '0' && letter <= '9')
        return (unsigned)(letter - '0');
    letter |= 0x20;
    return letter >= 'a' && letter <= 'f' ? (unsigned)(letter - 'a') + 10 : 16;
}

/* Bits that k, m and g shift by. */
static unsigned suffix_of(char letter)
{
    return letter == 'k' ? 10 : letter == 'm' ? 20 : letter == 'g' ? 30 : 0;
}

hw_status hw_cursor_number(struct hw_cursor *cursor, uint64_t most, const char *what, uint64_t *value)
{
    const struct hw_cursor_word word = hw_cursor_word(cursor);
    const bool hexadecimal = word.length > 2 && word.text[0] == '0' && word.text[1] == 'x';
    const unsigned base = hexadecimal ? 16 : 10;
    bool fits = true;
    size_t i = hexadecimal ? 2 : 0;

    *value = 0;
    const size_t first = i;
    for (; i < word.length && digit_of(word.text[i]) < base; i++) {
        fits &= *value <= (UINT64_MAX - digit_of(word.text[i])) / base;
        *value = *value * base + digit_of(word.text[i]);
    }
    const bool digits = i > first;
    if (i + 1 == word.length && suffix_of(word.text[i])) {
        fits &= *value <= UINT64_MAX >> suffix_of(word.text[i]);
        *value <<= suffix_of(word.text[i++]);
    }
    if (!digits || i < word.length)
        return hw_cursor_fail(cursor, HW_ERR_SYNTAX, word.text, "'%.*s' is no number; expected %s",
                              (int)(word.length < 40 ? word.length : 40), word.text, what);
    if (!fits || *value > most)
        return hw_cursor_fail(cursor, HW_ERR_RANGE, word.text, "%s is '%.*s'; expected at most 0x%llx", what,
                              (int)(word.length < 40 ? word.length : 40), word.text,
                              (unsigned long long)most);
    return HW_OK;
}

hw_status hw_cursor_choice(struct hw_cursor *cursor, const struct hw_stream_word *list, const char *what,
                           uint32_t *value)
{
    const struct hw_cursor_word word = hw_cursor_word(cursor);
    char expected[MESSAGE / 2] = "";

    for (; list->name; list++) {
        const size_t used = strlen(expected);
        if (hw_cursor_is(word, list->name)) {
            *value = list->value;
            return HW_OK;
        }
        snprintf(expected + used, sizeof expected - used, "%s%s", used ? ", " : "", list->name);
    }
    return hw_cursor_fail(cursor, HW_ERR_SYNTAX, word.text, "'%.*s' is no %s; expected one of %s",
                          (int)(word.length < 40 ? word.length : 40), word.text, what, expected);
}
