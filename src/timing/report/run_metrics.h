/* SPDX-License-Identifier: MIT */
/* The metrics of a run are computed here and nowhere else: text, JSON, page and comparison agree. */
#ifndef HW_TIMING_REPORT_RUN_METRICS_H
#define HW_TIMING_REPORT_RUN_METRICS_H

#include "timing/report/timed_run.h"

#define HW_MEMORY_LEVELS 5

/* A level of memory. */
struct hw_memory_level {
    const char *name, *title, *unit; /* "l2", "L2 cache", what `moved` counts */
    bool present;                    /* the chip has it */
    uint64_t reads, hits, writes;    /* sectors, or passes of shared memory */
    uint64_t bytes;
    double hit_rate;   /* below 0: nothing was looked for */
    double rate, peak; /* bytes a second; peak 0: not known */
    double share;      /* of the peak; below 0: not known */
};
enum hw_level { HW_LEVEL_SHARED = 0, HW_LEVEL_L1, HW_LEVEL_TEXTURE, HW_LEVEL_L2, HW_LEVEL_DRAM };

/* Where a kernel stands under a roof: attainable = min(peak, intensity * bandwidth). */
struct hw_roofline {
    const char *name, *unit; /* "single precision", "flop/s" */
    uint64_t work;           /* operations; of instructions: of warps */
    double rate, peak;       /* a second */
    uint64_t bytes;          /* of DRAM */
    double bandwidth;        /* of DRAM, a second */
    double intensity;        /* operations a byte; below 0: no bytes moved */
    double ridge;            /* intensity at which peak and bandwidth meet */
    double attainable;       /* a second */
    double share;            /* of what is attainable */
};

struct hw_run_metrics {
    double seconds;
    double ipc, utilization;              /* of a multiprocessor that has blocks */
    double occupancy, achieved_occupancy; /* by resources; by clocks of warps */
    double lane_share;                    /* lanes that execute, of those of the warps that issue */
    uint64_t stalled, lanes;
    struct hw_memory_level level[HW_MEMORY_LEVELS];
    struct hw_roofline single, twice, instructions; /* twice: double precision */
    const struct hw_roofline *roof;                 /* the one that says most about this kernel */
};

void hw_run_metrics_compute(const struct hw_timed_run *run, struct hw_run_metrics *figures);
/* What keeps more blocks off a multiprocessor: "registers, shared memory". */
void hw_limits_text(const struct hw_timed_run *run, char *text, size_t size);
/* part / whole; 0 for a whole of 0. */
double hw_share(uint64_t part, uint64_t whole);

/* --- one list of all, for comparisons --- */

enum hw_run_metric_kind {
    HW_RUN_METRIC_COUNT = 0,
    HW_RUN_METRIC_REAL,
    HW_RUN_METRIC_SHARE,
    HW_RUN_METRIC_RATE,
    HW_RUN_METRIC_TIME
};

struct hw_run_metric {
    const char *group; /* "stalls" */
    const char *name;
    enum hw_run_metric_kind kind;
    double value; /* below 0: there is none */
};
#define HW_RUN_METRICS_MAX 128
/* All figures of a run under a title.  The columns of two runs have the same names at the same indices. */
struct hw_run_metrics_column {
    char title[64];
    unsigned count;
    struct hw_run_metric item[HW_RUN_METRICS_MAX];
};
void hw_run_metrics_column_make(const struct hw_timed_run *run, struct hw_run_metrics_column *column);
/* A value as people read it: "12.5 %", "88.1 GB/s". */
void hw_run_metric_text(const struct hw_run_metric *figure, char *text, size_t size);
/* A number with k, M, G or T, and a unit. */
void hw_scaled_text(double value, const char *unit, char *text, size_t size);

#endif
