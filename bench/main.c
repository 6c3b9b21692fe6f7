/* SPDX-License-Identifier: MIT */
/* bench BUILD_DIR RESULTS [NAME...]: measure everything (or only what is named), print a table, append the
 * results as lines of JSON. */
#include "bench.h"
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *lines; /* of JSON, one a result */

void bench_add(const char *name, double value, const char *unit, const char *against, double ratio,
               double target)
{
    if (!write_result(lines, name, value, unit, against, ratio, target) || fflush(lines) != 0) {
        perror("bench: the file of results");
        exit(1);
    }
    printf("%-30s %9.4g %-27s %9.3g x  %s", name, value, unit, ratio, against);
    if (target > 0)
        printf("  (%s: at least %g x)", ratio >= target ? "met" : "MISSED", target);
    putchar('\n');
    fflush(stdout);
}

static char **wanted; /* names on the command line, ended by NULL; none: everything */

bool bench_wanted(const char *name)
{
    for (char **w = wanted; *w; w++)
        if (strcmp(*w, name) == 0)
            return true;
    return !*wanted;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: bench BUILD_DIR RESULTS [NAME...]\n");
        return 2;
    }
    lines = fopen(argv[2], "a");
    if (!lines) {
        perror(argv[2]);
        return 1;
    }
    wanted = argv + 3;
    bench_kernels(argv[1]);
    if (bench_wanted("text"))
        bench_text(argv[1]);
    if (bench_wanted("methods"))
        bench_methods(argv[1]);
    if (fclose(lines) != 0) {
        perror(argv[2]);
        return 1;
    }
    return 0;
}
