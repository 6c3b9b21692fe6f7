/* SPDX-License-Identifier: MIT */
/* Host programs through libcudart, end to end: what a program does on the device beside the same in scalar C.
 *
 *   main.c       runs each in a process of its own, on one processor and on all, prints the table
 *   calls.c      what a launch and a copy cost
 *   NAME.c       a program: its fat binary, its data, the device's way and the host's, and the comparison
 *
 * All of it is compiled with `gcc -O2 -fno-tree-vectorize`: the host's way is scalar C. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include "cuda_runtime.h"

#include <stdbool.h>
#include <stdint.h>

struct program {
    const char *name;
    void (*prepare)(void); /* the data */
    void (*device)(void);  /* allocate, copy in, launch, copy out, free */
    void (*host)(void);    /* the same work */
    bool (*agree)(void);   /* whether both have come to the same */
    int repeat;            /* how often the work is done in a timed run */
};

extern const struct program program_vectoradd, program_matmul, program_reduction, program_scan,
    program_blackscholes, program_montecarlo, program_nbody, program_convolution;

/* What empty launches cost, and copies against memcpy. */
void measure_launches(const char *target);
void measure_copies(void);

/* --- what programs share (device.c) --- */

/* End the process with a sentence where a call has failed; with this status where there is no code for the
 * chip. */
enum { NO_CODE = 3 };
void must(cudaError_t error, const char *what);
/* Memory of the host, of a kind that programs get from malloc, with random numbers from `from` to `to` in
 * it. */
float *random_floats(size_t count, float from, float to);
uint32_t *random_words(size_t count);
void *zeros(size_t bytes);
/* Memory of the device, with a copy of `from` in it unless that is NULL; and the way back, which frees it. */
void *to_device(const void *from, size_t bytes);
void from_device(void *to, void *device, size_t bytes);
/* The greatest difference of two lists of numbers, in proportion to the greatest number of the second. */
float difference(const float *got, const float *expected, size_t count);

/* --- results (report.c) --- */

/* A line of the table and of the results. `ratio`: how many times better than its peer. */
void report(const char *name, double value, const char *unit, const char *against, double ratio);
void report_to(const char *file);

#endif
