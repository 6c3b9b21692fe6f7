/* SPDX-License-Identifier: MIT */
/* Results: lines of JSON, appended to a file that bench/run makes one list of: each process, for another
 * chip, adds its own. */
#include "../measure.h"
#include "program.h"

#include <stdio.h>
#include <stdlib.h>

static const char *file_name;

void report_to(const char *file)
{
    file_name = file;
}

void report(const char *name, double value, const char *unit, const char *against, double ratio)
{
    FILE *file = fopen(file_name, "a");

    printf("%-36s %9.4g %-27s %9.3g x  %s\n", name, value, unit, ratio, against);
    fflush(stdout);
    if (!file || !write_result(file, name, value, unit, against, ratio, 0) || fclose(file) != 0) {
        perror(file_name);
        exit(EXIT_FAILURE);
    }
}
