/* SPDX-License-Identifier: MIT */
/* A cursor in the text of a stream reads words, numbers and punctuation from its position on, and reports
 * errors with it.
 */
#ifndef HW_CHANNEL_TRACE_STREAM_CURSOR_H
#define HW_CHANNEL_TRACE_STREAM_CURSOR_H

#include "channel/trace/stream_text.h"

struct hw_cursor {
    const char *at, *end;
    const char *start; /* of the line */
    unsigned line;
    struct hw_error *error;
};

struct hw_cursor_word {
    const char *text;
    size_t length;
};

/* An error at a position of the text. */
hw_status hw_cursor_fail(const struct hw_cursor *cursor, hw_status status, const char *at, const char *format,
                         ...) __attribute__((format(printf, 4, 5)));

/* Pass blanks; what follows is then a word, punctuation, or the line's end, where a comment is. */
void hw_cursor_blanks(struct hw_cursor *cursor);
bool hw_cursor_at_end(const struct hw_cursor *cursor);
/* Go to the next line; the rest of this one must be empty. */
hw_status hw_cursor_next_line(struct hw_cursor *cursor);
/* Skip to the next line; false: there is none. */
bool hw_cursor_skip_line(struct hw_cursor *cursor);

/* The next word, up to a blank, a comma, a colon, `..` or the line's end; empty at these. */
struct hw_cursor_word hw_cursor_word(struct hw_cursor *cursor);
/* The text up to a comma or the line's end, without blanks behind it. */
struct hw_cursor_word hw_cursor_value(struct hw_cursor *cursor);
/* Take this punctuation if it comes next. */
bool hw_cursor_accept(struct hw_cursor *cursor, const char *punctuation);
hw_status hw_cursor_expect(struct hw_cursor *cursor, const char *punctuation);

bool hw_cursor_is(struct hw_cursor_word word, const char *name);
/* A number up to `most`, written in C; sizes may end with k, m or g. */
hw_status hw_cursor_number(struct hw_cursor *cursor, uint64_t most, const char *what, uint64_t *value);
/* One of a list's words; its number is allowed, too. */
hw_status hw_cursor_choice(struct hw_cursor *cursor, const struct hw_stream_word *list, const char *what,
                           uint32_t *value);

#endif
