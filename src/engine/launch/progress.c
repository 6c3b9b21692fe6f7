/* SPDX-License-Identifier: MIT */
#include "engine/launch/progress.h"

#include "clock.h"
#include "names/shown.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define FIRST_AFTER 1.0 /* seconds */
#define NEXT_AFTER  0.1
#define COLUMNS     80 /* if the terminal does not report it */
#define COLUMNS_MAX 200
#define TAIL        52 /* columns for the text after the kernel's name */

/* A line that is longer than the terminal is wide could not be rewritten. */
static int columns(void)
{
    struct winsize size;

    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return COLUMNS;
    return size.ws_col < COLUMNS_MAX ? size.ws_col : COLUMNS_MAX;
}

static void print_line(const struct hw_progress *progress, const struct hw_progress_report *report,
                       double seconds)
{
    char line[COLUMNS_MAX];
    const int width = columns(), name = width > TAIL ? width - TAIL : 0;

    snprintf(line, (size_t)width, "%.*s: block %" PRIu64 " of %" PRIu64 ", %d %%, %.0f M instructions/s",
             name, HW_SHOWN(progress->kernel), report->begun, report->blocks,
             (int)(100.0 * (double)report->begun / (double)report->blocks),
             (double)report->thread_instructions * 1e-6 / seconds);
    fprintf(stderr, "\r%s\033[K", line);
}

static void report_progress(void *context, const struct hw_progress_report *report)
{
    struct hw_progress *progress = context;
    const double time = hw_seconds();

    if (time < progress->next)
        return;
    progress->next = time + NEXT_AFTER;
    progress->shown = true;
    print_line(progress, report, time - progress->begin);
}

void hw_progress_begin(struct hw_progress *progress, struct hw_launch *launch, const char *kernel)
{
    *progress = (struct hw_progress){.kernel = kernel};
    if (launch->code.calls_out || !isatty(STDERR_FILENO))
        return;
    progress->begin = hw_seconds();
    progress->next = progress->begin + FIRST_AFTER;
    launch->host.progress = report_progress;
    launch->host.progress_context = progress;
}

void hw_progress_end(const struct hw_progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
}
