/* SPDX-License-Identifier: MIT */
/* See nvrtc_messages.h.
 *
 * clang:    prog:2:10: fatal error: 'mine.cuh' file not found
 * NVIDIA's: prog(2): catastrophic error: cannot open source file "mine.cuh" */
#include "cuda/nvrtc/nvrtc_messages.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BEGIN     ": fatal error: '"
#define END       "' file not found"
#define OF_OPTION "<built-in>" /* clang's name for what -include asks for */

/* Where a number at the end of a text begins, with a colon before it; NULL: there is none. */
static const char *last_number(const char *text, const char *end)
{
    const char *at = end;

    while (at > text && at[-1] >= '0' && at[-1] <= '9')
        at--;
    return at < end && at > text && at[-1] == ':' ? at : NULL;
}

/* Write a line in NVIDIA's words; false: it is another one. */
static bool write_missing(FILE *to, const char *line, const char *end)
{
    const char *name = memmem(line, (size_t)(end - line), BEGIN, strlen(BEGIN));
    const char *header = name ? name + strlen(BEGIN) : NULL;
    const char *stop = name ? memmem(header, (size_t)(end - header), END, strlen(END)) : NULL;
    const char *column = stop ? last_number(line, name) : NULL;
    const char *number = column ? last_number(line, column - 1) : NULL;

    if (!number)
        return false;
    const int name_length = (int)(number - 1 - line), digits = (int)(column - 1 - number);
    if (name_length == (int)strlen(OF_OPTION) && strncmp(line, OF_OPTION, strlen(OF_OPTION)) == 0)
        fputs("Command-line error: ", to);
    else
        fprintf(to, "%.*s(%.*s): catastrophic error: ", name_length, line, digits, number);
    fprintf(to, "cannot open source file \"%.*s\"", (int)(stop - header), header);
    return true;
}

char *hw_nvrtc_messages(const char *messages)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *to = open_memstream(&text, &bytes);

    if (!to)
        return NULL;
    for (const char *line = messages, *end; *line; line = end + (*end == '\n')) {
        end = line + strcspn(line, "\n");
        if (!write_missing(to, line, end))
            fwrite(line, 1, (size_t)(end - line), to);
        if (*end)
            putc('\n', to);
    }
    if (fclose(to) == 0)
        return text;
    free(text);
    return NULL;
}
