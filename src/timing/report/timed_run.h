/* SPDX-License-Identifier: MIT */
/* A timed run is a timed launch with all that reports show of it; it outlives launch, module and timer. */
#ifndef HW_TIMING_REPORT_TIMED_RUN_H
#define HW_TIMING_REPORT_TIMED_RUN_H

#include "timing/report/active_lanes.h"

#include <halfwarp/image.h>
#include <halfwarp/timer.h>

/* An instruction of the code. */
struct hw_report_line {
    uint32_t pc;
    char *text;
    const char *function; /* that begins here; NULL: none does */
    uint32_t file, line;  /* of the source: index into hw_timed_run.file; line 0: not known */
    uint64_t lanes;       /* that have executed it, of all warps */
    struct hw_time_insn cost;
};

struct hw_timed_run {
    char *kernel; /* its symbol */
    char *name;   /* the kernel's, for people */
    uint32_t grid[3], block[3];
    uint32_t registers, shared_bytes, warp_lanes;
    struct hw_launch_time time; /* its lists are copies */
    struct hw_report_line *code;
    uint32_t code_count;
    char **file; /* of the source */
    size_t file_count;
    uint64_t flops, double_flops; /* of all lanes: a fused multiplication and addition counts 2 */
};

/* `module` may be NULL: then there are neither names nor lines. */
hw_status hw_timed_run_make(const struct hw_module *module, const struct hw_image *image,
                            const struct hw_launch *launch, const struct hw_launch_time *time,
                            const struct hw_active_lanes *lanes, struct hw_timed_run **run,
                            struct hw_error *error);
void hw_timed_run_free(struct hw_timed_run *run);

/* The instruction at an address; NULL: none begins there. */
const struct hw_report_line *hw_timed_run_line(const struct hw_timed_run *run, uint32_t pc);
/* The part of that name; 0 where there is none. */
uint64_t hw_time_part_of(const struct hw_time_part *parts, unsigned count, const char *name);
/* Warp clocks that an instruction took: its issues, and what its warps waited for it. */
uint64_t hw_report_line_clocks(const struct hw_report_line *line);
/* What its warps waited for the most: an index into hw_launch_time.stall. */
unsigned hw_report_line_cause(const struct hw_report_line *line, const struct hw_launch_time *time);

#endif
