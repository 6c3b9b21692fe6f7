/* SPDX-License-Identifier: MIT */
/* The command line shows errors as `file:line:column: error: sentence`, the line, a caret under the
 * column. */
#include "cli/cli.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The start of a 1-based line, NULL where the text has fewer. */
static const char *find_line(const char *source, unsigned line)
{
    while (source && --line > 0) {
        source = strchr(source, '\n');
        if (source)
            source++;
    }
    return source;
}

/* Text of an input, which may hold anything: a terminal shall not obey it. */
static void put_harmless(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];
        fputc((c < ' ' && c != '\t') || c == 0x7f ? '?' : c, stderr);
    }
}

/* As much of a line as people read. */
#define SHOWN 200u

static void print_caret(const char *start, unsigned column)
{
    if (!start)
        return;
    size_t length = strcspn(start, "\r\n"), at = column ? column - 1 : 0;
    if (at > length)
        at = length;
    if (length > SHOWN) { /* what stands around the column */
        size_t skipped = at > SHOWN / 2 ? at - SHOWN / 2 : 0;
        start += skipped;
        at -= skipped;
        length = length - skipped > SHOWN ? SHOWN : length - skipped;
    }
    fputs("  ", stderr);
    put_harmless(start, length);
    fputc('\n', stderr);
    if (!column)
        return;
    fputs("  ", stderr);
    /* Tabs are kept, so that the caret stands right whatever their width. */
    for (size_t i = 0; i < at; i++)
        fputc(i < length && start[i] == '\t' ? '\t' : ' ', stderr);
    fputs("^\n", stderr);
}

/* Whether the sentence has the file's name itself, as of one that cannot be opened. */
static bool has_name(const struct hw_error *error, const char *name)
{
    return error->status == HW_ERR_IO && strcmp(error->module, "cli") == 0 && strstr(error->text, name);
}

int hw_report_line(const char *name, const char *start, const struct hw_error *error)
{
    if (name && has_name(error, name))
        name = NULL;
    fputs(name ? name : "halfwarp", stderr);
    if (error->line)
        fprintf(stderr, ":%u", error->line);
    if (error->line && error->column)
        fprintf(stderr, ":%u", error->column);
    fputs(": error: ", stderr);
    put_harmless(error->text, strlen(error->text));
    fputc('\n', stderr);
    if (error->line)
        print_caret(start, error->column);
    return HW_EXIT_FAILED;
}

int hw_report(const char *name, const char *source, const struct hw_error *error)
{
    return hw_report_line(name, error->line ? find_line(source, error->line) : NULL, error);
}

int hw_complain(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("halfwarp: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return HW_EXIT_FAILED;
}

int hw_usage_error(const char *command, const char *format, ...)
{
    const bool asks = format[strlen(format) - 1] == '?';
    va_list args;
    va_start(args, format);
    fprintf(stderr, "halfwarp %s: ", command);
    vfprintf(stderr, format, args);
    fprintf(stderr, "%s `halfwarp %s --help`\n", asks ? " See" : "; see", command);
    va_end(args);
    return HW_EXIT_USAGE;
}

int hw_report_option(const char *command, const char *name, const struct hw_error *error)
{
    bool is_option = error->module && !strcmp(error->module, "cli") &&
                     (error->status == HW_ERR_SYNTAX || error->status == HW_ERR_RANGE);
    return is_option ? hw_usage_error(command, "%s", error->text) : hw_report(name, NULL, error);
}
