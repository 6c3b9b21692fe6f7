/* SPDX-License-Identifier: MIT */
/* Shared by the benchmarks: where results go.
 *
 *   measure.h   clocks, which programs/ use too
 *   main.c      measures everything, writes lines of JSON and the table
 *   kernels.c   kernels against the same work in scalar C
 *   text.c      reading and writing machine code
 *   methods.c   methods of a channel, and launches by them */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>

/* Add a result to the file, and print it as a line of the table.  `ratio` says how many times better than its
 * peer, `against`, it is; `target` is the least that it should be, 0 where nothing is asked. */
void bench_add(const char *name, double value, const char *unit, const char *against, double ratio,
               double target);

/* Whether this benchmark is to run. */
bool bench_wanted(const char *name);

/* `build` is the build directory, where the cubins are. */
void bench_kernels(const char *build);
void bench_text(const char *build);
void bench_methods(const char *build);

#endif
