/* SPDX-License-Identifier: MIT */
/* bench BUILD_DIR RESULTS [NAME...]: measure everything (or only what is named), print a table, append the
 * results as lines of JSON. */
#include "bench.h"
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RESULTS_MAX 256

static struct bench_result results[RESULTS_MAX];
static unsigned result_count;

void bench_add(const char *name, double value, const char *unit, const char *against, double ratio,
               double target)
{
    if (result_count == RESULTS_MAX) {
        fprintf(stderr, "bench: more than %d results\n", RESULTS_MAX);
        exit(1);
    }
    struct bench_result *result = &results[result_count++];
    *result = (struct bench_result){
        .value = value, .unit = unit, .against = against, .ratio = ratio, .target = target};
    snprintf(result->name, sizeof result->name, "%s", name);

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

static bool write_json(const char *name)
{
    FILE *file = fopen(name, "a");
    if (!file)
        return false;
    bool written = true;
    for (unsigned i = 0; i < result_count; i++) {
        const struct bench_result *r = &results[i];
        written = write_result(file, r->name, r->value, r->unit, r->against, r->ratio) && written;
    }
    return fclose(file) == 0 && written;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: bench BUILD_DIR RESULTS [NAME...]\n");
        return 2;
    }
    wanted = argv + 3;
    bench_kernels(argv[1]);
    if (bench_wanted("text"))
        bench_text(argv[1]);
    if (bench_wanted("methods"))
        bench_methods(argv[1]);
    if (!write_json(argv[2])) {
        perror(argv[2]);
        return 1;
    }
    return 0;
}
