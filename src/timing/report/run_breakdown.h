/* SPDX-License-Identifier: MIT */
/* A breakdown of a run says how its blocks, warps, instructions and accesses are divided.  Like the metrics
 * of run_metrics.h it is computed here and nowhere else.
 *
 * Names are those of Nsight Compute: waves (launch__waves_per_multiprocessor), active, eligible and issued
 * warps of a scheduler (smsp__warps_active, smsp__warps_eligible, smsp__issue_active), wavefronts, sectors.
 */
#ifndef HW_TIMING_REPORT_RUN_BREAKDOWN_H
#define HW_TIMING_REPORT_RUN_BREAKDOWN_H

#include "timing/report/timed_run.h"

/* A wave is as many blocks as the multiprocessors hold at once; the tail is what the full ones leave. */
struct hw_waves {
    uint64_t blocks, blocks_per_wave, full, tail_blocks;
    double per_sm;        /* waves; a part of one, too */
    double tail_fraction; /* of a wave; 0: all are full */
    double tail_share;    /* clocks with a multiprocessor out of blocks, of all clocks */
};
void hw_waves_compute(const struct hw_timed_run *run, struct hw_waves *waves);

/* Warps of a scheduler in a clock in which its multiprocessor has blocks, on average. */
struct hw_scheduler_warps {
    double theoretical; /* that it can hold */
    double active;      /* that it has: eligible and stalled */
    double eligible;    /* that could issue */
    double issued, stalled;
    double no_eligible; /* share of the clocks in which nothing is issued */
};
void hw_scheduler_warps_compute(const struct hw_timed_run *run, struct hw_scheduler_warps *warps);

/* Instructions of warps by unit and kind: indexes into hw_launch_time.pipe and .work. */
struct hw_instruction_mix {
    uint64_t unit[HW_TIME_PARTS], kind[HW_TIME_PARTS][HW_TIME_PARTS];
};
void hw_instruction_mix_compute(const struct hw_timed_run *run, struct hw_instruction_mix *mix);
/* The kinds of a unit, most first, as indexes into hw_launch_time.work; returns how many there are. */
unsigned hw_mix_kinds(const struct hw_instruction_mix *mix, unsigned unit, unsigned kind[HW_TIME_PARTS]);

/* Accesses of an instruction, or of all. */
struct hw_access_sums {
    uint64_t requests, sectors, ideal_sectors;
    uint64_t shared_requests, wavefronts, ideal_wavefronts;
};
struct hw_access_sums hw_access_sums_of(const struct hw_time_insn *insn);
void hw_access_sums_compute(const struct hw_timed_run *run, struct hw_access_sums *sums);

/* The instructions that took the most warp clocks, most first; returns how many there are. */
#define HW_HOTTEST 10u
unsigned hw_hottest(const struct hw_timed_run *run, const struct hw_report_line *line[HW_HOTTEST]);

/* What the chip did in an interval of the launch; the last one may reach beyond its end. */
struct hw_interval_figures {
    uint64_t from; /* clock */
    double ipc;    /* instructions a clock of a multiprocessor, with blocks or without */
    double lanes;  /* that execute an instruction */
    double warps;  /* of a multiprocessor */
    double dram;   /* bytes a second */
};
void hw_interval_figures_compute(const struct hw_timed_run *run, uint32_t interval,
                                 struct hw_interval_figures *figures);

#endif
