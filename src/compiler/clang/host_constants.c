/* SPDX-License-Identifier: MIT */
/* Removes the host's constants from PTX: see host_constants.h.  clang writes a variable as one line:
 * qualifiers, type, name, its length in brackets, its value.  The longest is removed first, until the rest
 * fits: the host may copy into a variable that a program has declared `__constant__` and that no device code
 * names, and PTX does not tell which that is. */
#include "compiler/clang/host_constants.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <halfwarp/module.h>

/* A line that declares a constant. */
struct constant_line {
    size_t begin, end; /* of the line, in the text */
    size_t name, length;
    uint64_t bytes;
    bool is_left_out;
};

struct constant_lines {
    const char *text;
    size_t bound; /* debug data follow, where names do not count */
    struct constant_line *line;
    size_t count, capacity;
};

static bool is_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '%';
}

/* The variable of a line from its type on: `.b8 name[80] = {...};`. */
static bool read_variable(const char *text, const char *type, struct constant_line *line)
{
    unsigned bits;
    int at = 0;

    if (sscanf(type, ".%*1[bsuf]%u %n", &bits, &at) != 1 || !at)
        return false;
    const char *name = type + at, *next = name;
    while (is_of_name(*next))
        next++;
    line->name = (size_t)(name - text);
    line->length = (size_t)(next - name);
    line->bytes = bits / 8 * (*next == '[' ? strtoull(next + 1, NULL, 10) : 1);
    return line->length > 0;
}

static bool read_line(const char *text, size_t begin, struct constant_line *line)
{
    static const char *const linkages[] = {".visible ", ".weak ", ".common "};
    const char *at = text + begin;
    unsigned align;
    int length = 0;

    for (size_t i = 0; i < sizeof linkages / sizeof *linkages; i++)
        if (strncmp(at, linkages[i], strlen(linkages[i])) == 0)
            at += strlen(linkages[i]);
    if (sscanf(at, ".const .align %u %n", &align, &length) != 1 || !length)
        return false;
    return read_variable(text, at + length, line);
}

static bool find_lines(struct constant_lines *lines)
{
    const char *debug = strstr(lines->text, "\n\t.section\t.debug");

    lines->bound = debug ? (size_t)(debug - lines->text) : strlen(lines->text);
    for (size_t begin = 0; begin < lines->bound;) {
        struct constant_line line = {.begin = begin, .end = begin + strcspn(lines->text + begin, "\n")};
        const bool is_one = read_line(lines->text, begin, &line);
        begin = line.end + 1;
        if (!is_one)
            continue;
        if (lines->count == lines->capacity) {
            lines->capacity = lines->capacity ? 2 * lines->capacity : 64;
            struct constant_line *grown = realloc(lines->line, lines->capacity * sizeof *grown);
            if (!grown)
                return false;
            lines->line = grown;
        }
        lines->line[lines->count++] = line;
    }
    return true;
}

/* Whether something else names it. */
static bool is_named(const struct constant_lines *lines, const struct constant_line *of)
{
    const char *const text = lines->text;
    const size_t length = of->length;

    for (const char *at = text; (at = memchr(at, text[of->name], lines->bound - (size_t)(at - text))); at++) {
        const size_t offset = (size_t)(at - text);
        if (strncmp(at, text + of->name, length) == 0 && !is_of_name(at[length]) &&
            !(offset && is_of_name(at[-1])) && (offset < of->begin || offset >= of->end))
            return true;
    }
    return false;
}

/* Of all lines, or of those that stay. */
static uint64_t bytes_of(const struct constant_lines *lines, bool all)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < lines->count; i++)
        bytes += all || !lines->line[i].is_left_out ? lines->line[i].bytes : 0;
    return bytes;
}

/* The longest that nothing names. */
static bool leave_one_out(struct constant_lines *lines)
{
    struct constant_line *longest = NULL;

    for (size_t i = 0; i < lines->count; i++) {
        struct constant_line *line = &lines->line[i];
        if (!line->is_left_out && (!longest || line->bytes > longest->bytes) && !is_named(lines, line))
            longest = line;
    }
    if (longest)
        longest->is_left_out = true;
    return longest != NULL;
}

static bool make_fit(struct constant_lines *lines)
{
    bool changes = true;

    while (changes && bytes_of(lines, false) > HW_CONST_BANK_BYTES)
        changes = leave_one_out(lines);
    return changes;
}

/* What clang has said, and what is left out. */
static char *append_message(const struct constant_lines *lines, const char *messages)
{
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);

    if (!to)
        return NULL;
    fputs(messages ? messages : "", to);
    for (size_t i = 0; i < lines->count; i++) {
        const struct constant_line *line = &lines->line[i];
        if (line->is_left_out)
            fprintf(to,
                    "warning: constant %.*s of %" PRIu64
                    " bytes is left out: no device code names it, and all constants have %" PRIu64
                    " bytes, %u at most\n",
                    (int)line->length, lines->text + line->name, line->bytes, bytes_of(lines, true),
                    HW_CONST_BANK_BYTES);
    }
    if (fclose(to) == 0)
        return text;
    free(text);
    return NULL;
}

/* From the last line to the first, so that offsets stay valid. */
static void blank_out(const struct constant_lines *lines, char *ptx)
{
    for (size_t i = lines->count; i-- > 0;) {
        const struct constant_line *line = &lines->line[i];
        if (line->is_left_out)
            memmove(ptx + line->begin, ptx + line->end, strlen(ptx + line->end) + 1);
    }
}

bool hw_clang_drop_constants(char *ptx, char **messages)
{
    struct constant_lines lines = {.text = ptx};
    bool done = find_lines(&lines);

    if (done && bytes_of(&lines, true) > HW_CONST_BANK_BYTES && make_fit(&lines)) {
        char *told = append_message(&lines, *messages);
        done = told != NULL;
        if (done) {
            free(*messages);
            *messages = told;
            blank_out(&lines, ptx);
        }
    }
    free(lines.line);
    return done;
}
