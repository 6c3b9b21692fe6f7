/* SPDX-License-Identifier: MIT */
/* This parser reads a listing in our notation into a module: a line is labels, then a directive, data or an
 * instruction. */
#include "listing/read.h"

#include <string.h>

static hw_status read_line(struct hw_reader *r)
{
    hw_status status = hw_read_labels(r);
    if (status != HW_OK || hw_read_at_end(r))
        return status;
    const char *word, *start = r->at;
    size_t length = hw_read_parse_token(r, &word);
    if (hw_read_is_directive(word, length))
        return hw_read_directive(r, word, length);
    r->at = start;
    if (*word == '.' && !(length == 5 && !memcmp(word, ".word", 5)))
        return hw_read_no_directive(r, word, length);
    return hw_read_instruction(r);
}

/* Blank out the comments of a line (block comments may span lines); returns where the line ends. */
static char *strip_comments(struct hw_reader *r, char *line, char *end)
{
    bool quoted = false;
    for (char *s = line; s < end; s++) {
        if (r->in_comment) {
            if (s[0] == '*' && s + 1 < end && s[1] == '/') {
                r->in_comment = false;
                s[1] = ' ';
            }
            *s = ' ';
        } else if (*s == '"') {
            quoted = !quoted;
        } else if (quoted && *s == '\\') {
            s++;
        } else if (!quoted && s[0] == '/' && s + 1 < end && s[1] == '/') {
            return s;
        } else if (!quoted && s[0] == '/' && s + 1 < end && s[1] == '*') {
            r->in_comment = true;
            *s = ' ';
        }
    }
    return end;
}

static hw_status read_nv_line(struct hw_reader *r, char *line, char *end)
{
    r->end = strip_comments(r, line, end);
    return read_line(r);
}

hw_status hw_listing_read_nv(const char *text, int syntax, const char *target, struct hw_module **module,
                             struct hw_listing_errors *errors)
{
    const bool native = syntax == HW_LISTING_NATIVE;
    struct hw_reader r = {.default_target = target, .native = native, .errors = errors};
    if (!native)
        r.syntax = (enum hw_syntax)syntax;
    return hw_read_all(&r, text, read_nv_line, module);
}
