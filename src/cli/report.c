/* How the command line shows errors: `file:line:column: error: sentence`, the line, a caret under the column. */
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

static void print_caret(const char *start, unsigned column)
{
    if (!start)
        return;
    int length = (int)strcspn(start, "\r\n");
    fprintf(stderr, "  %.*s\n", length, start);
    if (!column)
        return;
    fputs("  ", stderr);
    /* Tabs are kept, so that the caret stands right whatever their width. */
    for (unsigned i = 0; i + 1 < column; i++)
        fputc(i < (unsigned)length && start[i] == '\t' ? '\t' : ' ', stderr);
    fputs("^\n", stderr);
}

int hw_report_line(const char *name, const char *start, const struct hw_error *error)
{
    fputs(name ? name : "halfwarp", stderr);
    if (error->line)
        fprintf(stderr, ":%u", error->line);
    if (error->line && error->column)
        fprintf(stderr, ":%u", error->column);
    fprintf(stderr, ": error: %s\n", error->text);
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
    va_list args;
    va_start(args, format);
    fprintf(stderr, "halfwarp %s: ", command);
    vfprintf(stderr, format, args);
    fprintf(stderr, "; see `halfwarp %s --help`\n", command);
    va_end(args);
    return HW_EXIT_USAGE;
}

int hw_report_option(const char *command, const char *name, const struct hw_error *error)
{
    bool is_option = error->module && !strcmp(error->module, "cli") &&
                     (error->status == HW_ERR_SYNTAX || error->status == HW_ERR_RANGE);
    return is_option ? hw_usage_error(command, "%s", error->text) : hw_report(name, NULL, error);
}
