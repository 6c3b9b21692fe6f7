/* One line on the terminal while a launch takes long.
 *
 * It appears after a second, changes ten times a second at most and is wiped out at the end.  Where standard
 * error is no terminal there is none. */
#include "cli/cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define FIRST_AFTER 1.0 /* seconds */
#define NEXT_AFTER 0.1

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

bool hw_progress_wanted(void)
{
    return isatty(STDERR_FILENO);
}

void hw_progress_show(void *context, uint64_t begun, uint64_t blocks)
{
    struct hw_progress *progress = context;
    double time = now();
    if (progress->next == 0)
        progress->next = time + FIRST_AFTER;
    if (time < progress->next)
        return;
    progress->next = time + NEXT_AFTER;
    progress->shown = true;
    fprintf(stderr, "\rblock %" PRIu64 " of %" PRIu64 ", %d %%\033[K", begun, blocks,
            (int)(100.0 * (double)begun / (double)blocks));
}

void hw_progress_clear(const struct hw_progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
}
