/* Clocks and results.  Results are lines of JSON, appended to a file that bench/run makes one list of: each
 * process, for another chip, adds its own. */
#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const char *file_name;

static double seconds_on(clockid_t clock)
{
    struct timespec time;

    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

double real_time(void)
{
    return seconds_on(CLOCK_MONOTONIC);
}

double processor_time(void)
{
    return seconds_on(CLOCK_PROCESS_CPUTIME_ID);
}

void report_to(const char *file)
{
    file_name = file;
}

void report(const char *name, double value, const char *unit, const char *against, double ratio)
{
    FILE *file = fopen(file_name, "a");

    printf("%-36s %9.4g %-27s %9.3g x  %s\n", name, value, unit, ratio, against);
    fflush(stdout);
    if (!file ||
        fprintf(file,
                "{\"name\": \"%s\", \"value\": %.6g, \"unit\": \"%s\", \"against\": \"%s\", "
                "\"ratio\": %.4g}\n",
                name, value, unit, against, ratio) < 0 ||
        fclose(file) != 0) {
        perror(file_name);
        exit(EXIT_FAILURE);
    }
}
