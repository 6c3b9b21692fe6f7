/* SPDX-License-Identifier: MIT */
/* The lexer of listings reads the tokens of a line: names, numbers, strings, and errors that say where they
 * are. */
#include "listing/read.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

hw_status hw_read_fail_here(struct hw_reader *r, hw_status status, const char *sentence)
{
    hw_fail(r->error, status, "listing", "%s", sentence);
    if (r->error) {
        r->error->line = r->line;
        r->error->column = (unsigned)(r->at - r->line_start) + 1;
    }
    return status;
}

static hw_status locate(struct hw_reader *r, hw_status status, uint32_t line)
{
    if (status != HW_OK && r->error) {
        r->error->line = line;
        r->error->column = 1;
    }
    return status;
}

hw_status hw_read_located(struct hw_reader *r, hw_status status)
{
    return locate(r, status, r->line);
}

hw_status hw_read_located_item(struct hw_reader *r, hw_status status)
{
    return locate(r, status, r->opened);
}

void hw_read_skip_blanks(struct hw_reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t'))
        r->at++;
}

bool hw_read_at_end(struct hw_reader *r)
{
    hw_read_skip_blanks(r);
    return r->at == r->end;
}

/* The next word; its length, 0 at the end of the line. */
size_t hw_read_parse_token(struct hw_reader *r, const char **word)
{
    hw_read_skip_blanks(r);
    *word = r->at;
    while (r->at < r->end && *r->at != ' ' && *r->at != '\t' && *r->at != ',')
        r->at++;
    return (size_t)(r->at - *word);
}

bool hw_read_parse_keyword(struct hw_reader *r, const char *keyword)
{
    const char *word, *start = r->at;
    if (hw_read_parse_token(r, &word) == strlen(keyword) && !memcmp(word, keyword, strlen(keyword)))
        return true;
    r->at = start;
    return false;
}

hw_status hw_read_parse_number(struct hw_reader *r, uint64_t most, uint64_t *value)
{
    const char *word;
    size_t length = hw_read_parse_token(r, &word);
    char copy[32];
    char *end;
    if (!length || length >= sizeof(copy) || !isdigit((unsigned char)*word)) {
        r->at = word;
        return hw_read_fail_here(r, HW_ERR_SYNTAX, "expected a number");
    }
    memcpy(copy, word, length);
    copy[length] = '\0';
    errno = 0;
    *value = strtoull(copy, &end, 0);
    if (!*end && *value <= most && errno != ERANGE)
        return HW_OK;
    r->at = word;
    return hw_read_fail_here(r, *end ? HW_ERR_SYNTAX : HW_ERR_RANGE,
                             *end ? "expected a number" : "the number is too large for its place");
}

hw_status hw_read_parse_numbers(struct hw_reader *r, unsigned first, unsigned count)
{
    hw_status status = HW_OK;
    for (unsigned i = first; i < first + count && status == HW_OK; i++)
        status = hw_read_parse_number(r, UINT32_MAX, &r->number[i]);
    return status;
}

/* A quoted string with \", \\ and octal escapes. */
hw_status hw_read_parse_string(struct hw_reader *r, struct hw_buffer *out)
{
    hw_read_skip_blanks(r);
    if (r->at == r->end || *r->at != '"')
        return hw_read_fail_here(r, HW_ERR_SYNTAX, "expected a string in double quotes");
    for (r->at++; r->at < r->end && *r->at != '"'; r->at++) {
        char c = *r->at;
        if (c == '\\' && r->at + 1 < r->end) {
            c = *++r->at;
            if (c >= '0' && c <= '3' && r->end - r->at >= 3) {
                c = (char)((c - '0') << 6 | ((r->at[1] - '0') & 7) << 3 | ((r->at[2] - '0') & 7));
                r->at += 2;
            }
        }
        hw_buffer_add(out, &c, 1);
    }
    if (r->at == r->end)
        return hw_read_fail_here(r, HW_ERR_SYNTAX, "expected a closing double quote");
    r->at++;
    return HW_OK;
}

/* A name in quotes may hold anything but a NUL, which ends it. */
static hw_status take_quoted_name(struct hw_reader *r, char **name)
{
    struct hw_buffer text = {NULL, 0, 0, false};
    hw_status status = hw_read_parse_string(r, &text);
    hw_buffer_add(&text, "", 1);
    if (status == HW_OK && text.failed)
        status = hw_module_no_memory(r->error);
    if (status != HW_OK) {
        free(text.bytes);
        return status;
    }
    free(*name);
    *name = (char *)text.bytes;
    return HW_OK;
}

hw_status hw_read_parse_name(struct hw_reader *r, char **name)
{
    const char *word;
    hw_read_skip_blanks(r);
    if (r->at < r->end && *r->at == '"')
        return take_quoted_name(r, name);
    word = r->at;
    while (r->at < r->end && *r->at != ' ' && *r->at != '\t')
        r->at++;
    if (r->at == word)
        return hw_read_fail_here(r, HW_ERR_SYNTAX, "expected a name");
    free(*name);
    *name = hw_module_copy_text(word, (size_t)(r->at - word));
    return *name ? HW_OK : hw_module_no_memory(r->error);
}
