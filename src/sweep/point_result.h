/* SPDX-License-Identifier: MIT */
/* The result of a point says how its run ended, what it reported, and the figures within. */
#ifndef HW_SWEEP_POINT_RESULT_H
#define HW_SWEEP_POINT_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum hw_point_state {
    HW_POINT_NONE, /* not run yet */
    HW_POINT_DONE,
    HW_POINT_FAILED,  /* halfwarp or the program said no */
    HW_POINT_CRASHED, /* a signal ended it */
    HW_POINT_TIMEOUT,
    HW_POINT_LOST, /* whoever ran it was lost, again and again */
    HW_POINT_STATES
};

/* "done", "failed", ... */
const char *hw_point_state_name(enum hw_point_state state);
enum hw_point_state hw_point_state_find(const char *name);

struct hw_point_result {
    enum hw_point_state state;
    double seconds; /* of the host */
    char *report;   /* JSON of `time --json`; NULL: there is none */
    char *error;    /* a line on what went wrong; NULL: nothing did */
};

void hw_point_result_free(struct hw_point_result *result);

/* --- figures --- */

/* A column of results: a number of the report by its name there. */
struct hw_sweep_figure {
    const char *name;
    const char *path; /* members, with points between them */
    const char *text; /* what it is, for people */
    bool real;        /* not a whole number */
    bool adds_up;     /* several kernels have the sum of it */
    double scale;     /* what the number there is multiplied by */
};

#define HW_SWEEP_FIGURES 14u
extern const struct hw_sweep_figure hw_sweep_figures[HW_SWEEP_FIGURES]; /* cycles first */

/* A value, or that there is none. */
struct hw_sweep_number {
    bool known;
    double real;
    int64_t whole;
};

/* The figures of a report: of one launch, or of a program's kernels, where `kernel` (may be NULL) is the one
 * that is wanted, as `-k` takes it.  False: the text is no such report, or has no such kernel. */
bool hw_point_figures(const char *report, const char *kernel,
                      struct hw_sweep_number number[HW_SWEEP_FIGURES]);

#endif
