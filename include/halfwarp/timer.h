/* SPDX-License-Identifier: MIT */
/* A timer computes how many clocks a kernel takes on a chip, and why: the cycle model.
 *
 * A timer runs launches as hw_launch_run does, with the same results, and listens.  What it hears drives a
 * model of the chip: blocks on multiprocessors, warps, schedulers, units, caches and memory, with the numbers
 * of chips/.  The clocks are the same for every number of workers.  Kernels that read clocks see those of
 * the model.
 *
 * Stability: will change. */
#ifndef HALFWARP_TIMER_H
#define HALFWARP_TIMER_H

#include <halfwarp/machine.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hw_timer;

/* What a timeline shows: the issues of some multiprocessors within some clocks. */
struct hw_time_window {
    uint32_t first_sm, last_sm;
    uint64_t from, to; /* clocks; `to` is the first behind it */
    uint32_t most;     /* issues that are kept; 0: about half a million */
};

struct hw_timer_options {
    const struct hw_chip_info *chip;
    const struct hw_card *card; /* NULL: the one that the chip is best known by */
    uint32_t sms;               /* multiprocessors; 0: the card's */
    uint32_t clock_khz;         /* of multiprocessors; 0: the card's */
    uint32_t memory_clock_khz;  /* as hw_card; 0: the card's */
    uint32_t workers;           /* threads of the model; 0: one for each processor that the caller may use */
    const struct hw_time_window *window; /* of a timeline; NULL: there is none; read by hw_timer_create */
};

/* One number of several, by name. */
struct hw_time_part {
    const char *name, *summary;
    uint64_t value;
    uint64_t whole; /* of a unit: as many clocks as there were; else 0 */
};

#define HW_TIME_PARTS 24

/* What an instruction cost: of all warps together.  Ideal numbers are those of accesses whose bytes lie side
 * by side. */
struct hw_time_insn {
    uint32_t pc;
    uint8_t unit, work; /* indexes into hw_launch_time.pipe and .work */
    uint64_t issues;
    uint64_t requests, sectors, ideal_sectors; /* accesses to global and local memory; the sectors of them */
    uint64_t shared_requests, wavefronts, ideal_wavefronts; /* of shared memory: passes through the banks */
    uint64_t stalled;              /* warp clocks between its issue and that of the one before it */
    uint64_t stall[HW_TIME_PARTS]; /* the same by cause, in the order of hw_launch_time.stall */
};

/* An issue on a timeline.  A warp has waited since its issue before: until `ready` for `cause`, then for
 * `late`. */
struct hw_time_issue {
    uint64_t before, ready, clock; /* clocks: the issue before, or the start of its block; this issue */
    uint64_t block;
    uint32_t pc;
    uint16_t sm;
    uint8_t warp, warp_of_block; /* its slot on the multiprocessor; its number in the block */
    uint8_t unit;                /* index into hw_launch_time.pipe */
    uint8_t cause, late;         /* indexes into hw_launch_time.stall */
};

/* What the whole chip did in an interval of a launch. */
struct hw_time_interval {
    uint64_t instructions; /* of warps, issued */
    uint64_t lanes;        /* that executed them */
    uint64_t warp_clocks;  /* clocks of warps, of those that have ended */
    uint64_t dram_sectors; /* of 32 bytes, that memory began to read or write */
};

/* The time of a launch.  Lists belong to the timer, until its next launch. */
struct hw_launch_time {
    uint64_t cycles; /* of the multiprocessors' clock, from the launch to its end */
    uint64_t picoseconds;
    uint32_t clock_khz, memory_clock_khz, sms;
    uint64_t warp_instructions; /* issued */
    uint64_t pairs;             /* of these, issued together with the one before */
    uint64_t reissues; /* replayed issues, of instructions that came before what they need (GK104, GK110) */
    uint64_t issue_clocks;  /* clocks in which a scheduler issued, of all */
    uint64_t active_clocks; /* clocks in which a multiprocessor had a block, of all */
    uint64_t warp_clocks;   /* clocks of warps: each is an issue or a stall */
    uint64_t tail_clocks;   /* from when the first multiprocessor is out of blocks until the last one is */
    uint32_t busy_sms;      /* multiprocessors that had blocks */
    uint32_t schedulers;    /* of a multiprocessor */
    uint32_t blocks_per_sm, warps_per_block, warps_per_sm; /* warps: as many as the chip can hold */
    unsigned stall_count, pipe_count, work_count, traffic_count;
    struct hw_time_part stall[HW_TIME_PARTS];   /* warp clocks by cause */
    struct hw_time_part pipe[HW_TIME_PARTS];    /* clocks that units were taken, of all multiprocessors */
    struct hw_time_part work[HW_TIME_PARTS];    /* warp instructions by kind */
    struct hw_time_part traffic[HW_TIME_PARTS]; /* sectors of 32 bytes, and what else memory did */
    const struct hw_time_insn *insn;            /* those that were issued, by address */
    uint32_t insn_count;
    const struct hw_time_issue *issue; /* the timeline, if one was asked for: by multiprocessor and clock */
    uint32_t issue_count;
    bool issues_left_out; /* there were more in the window */
    /* The launch in equal intervals, from its first clock to its last, or to the last that memory needed. */
    const struct hw_time_interval *interval;
    uint32_t interval_count;
    uint64_t interval_clocks; /* of each */
    const struct hw_chip_info *chip;
    const struct hw_card *card; /* NULL: none is known */
    uint32_t rate_fp64;         /* the chip's, or what the card is held to */
    uint32_t l2_slices, dram_channels;
};

hw_status hw_timer_create(const struct hw_timer_options *options, struct hw_timer **timer,
                          struct hw_error *error);
/* NULL is allowed. */
void hw_timer_destroy(struct hw_timer *timer);

/* Run a launch and time it.  As hw_launch_run; after a fault the time is that of the blocks before it. */
hw_status hw_timer_run(struct hw_timer *timer, const struct hw_launch *launch,
                       struct hw_launch_result *result, struct hw_launch_time *time, struct hw_error *error);

#ifdef __cplusplus
}
#endif
#endif
