/* SPDX-License-Identifier: MIT */
/* See color.h.  A line is taken for what all languages of listings share: blanks, a label or directive, a
 * guard, the mnemonic, operands, a comment. */
#include "cli/color.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LABEL    "33" /* yellow; directives, too */
#define GUARD    "35" /* magenta */
#define MNEMONIC "1"  /* bold */
#define REGISTER "36" /* cyan */
#define NUMBER   "32" /* green */
#define COMMENT  "2"  /* faint */

bool hw_color_wanted(bool plain)
{
    const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");

    return !plain && !(none && *none) && !(terminal && !strcmp(terminal, "dumb")) && isatty(STDOUT_FILENO);
}

static void print_colored(const char *color, const char *text, size_t length)
{
    if (!length)
        return;
    if (color)
        printf("\033[%sm%.*s\033[0m", color, (int)length, text);
    else
        fwrite(text, 1, length, stdout);
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '%' || c == '.';
}

static size_t word_length(const char *text, size_t length)
{
    size_t n = 0;

    while (n < length && is_word(text[n]))
        n++;
    return n;
}

static size_t blanks(const char *text, size_t length)
{
    size_t n = 0;

    while (n < length && (text[n] == ' ' || text[n] == '\t'))
        n++;
    return n;
}

static bool begins_comment(const char *text, size_t length)
{
    return length && (*text == '#' || (length > 1 && *text == '/' && (text[1] == '/' || text[1] == '*')));
}

/* R0, R5L, RZ, UR4, P0, UPT, C0, A1, B6, SB0, SR_TID.X, $r4, %tid: letters of registers, then no more letters
 * than their halves have. */
static bool is_register(const char *word, size_t length)
{
    size_t letters = 0;

    if (*word == '$' || *word == '%')
        return true;
    if (length > 3 && !strncmp(word, "SR_", 3))
        return true;
    while (letters < length && strchr("URPCABS", word[letters]))
        letters++;
    if (letters == 0 || letters > 2)
        return false;
    return letters < length &&
           (isdigit((unsigned char)word[letters]) || word[letters] == 'Z' || word[letters] == 'T');
}

static const char *operand_color(const char *word, size_t length)
{
    return isdigit((unsigned char)*word) ? NUMBER : is_register(word, length) ? REGISTER : NULL;
}

static void print_operands(const char *text, size_t length)
{
    while (length && !begins_comment(text, length)) {
        const size_t n = word_length(text, length);
        print_colored(n ? operand_color(text, n) : NULL, text, n ? n : 1);
        text += n ? n : 1;
        length -= n ? n : 1;
    }
    print_colored(COMMENT, text, length);
}

/* A stretch of the line, and the blanks behind it. */
static void print_token(const char *color, size_t count, const char **text, size_t *length)
{
    print_colored(color, *text, count);
    *text += count;
    *length -= count;
    count = blanks(*text, *length);
    print_colored(NULL, *text, count);
    *text += count;
    *length -= count;
}

/* The comments of addresses and encodings that stand before an instruction. */
static void take_comments(const char **text, size_t *length)
{
    const char *end;

    print_token(NULL, 0, text, length);
    while (*length > 3 && !strncmp(*text, "/*", 2) && (end = memmem(*text + 2, *length - 2, "*/", 2)))
        print_token(COMMENT, (size_t)(end + 2 - *text), text, length);
}

static void print_line(const char *text, size_t length)
{
    size_t n;

    take_comments(&text, &length);
    if (length && *text == '.') {
        print_token(LABEL, word_length(text, length), &text, &length);
        print_operands(text, length);
        return;
    }
    n = word_length(text, length);
    if (n && n < length && text[n] == ':')
        print_token(LABEL, n + 1, &text, &length);
    if (length && *text == '@') {
        for (n = 0; n < length && text[n] != ' ';)
            n++;
        print_token(GUARD, n, &text, &length);
    }
    if (!begins_comment(text, length))
        print_token(MNEMONIC, word_length(text, length), &text, &length);
    print_operands(text, length);
}

void hw_color_print(const char *text, size_t length)
{
    while (length) {
        const char *end = memchr(text, '\n', length);
        const size_t n = end ? (size_t)(end - text) : length;

        print_line(text, n);
        if (end)
            putchar('\n');
        text += n + (end != NULL);
        length -= n + (end != NULL);
    }
}
