/* SPDX-License-Identifier: MIT */
/* The course's model is a textbook pipeline, simple enough for paper, as course notes draw it
 * (docs/course.md).
 *
 * A fragment of code runs on one multiprocessor by a few warps.  The result says in which cycles each
 * instruction is dispatched; functions here draw it as text and as SVG.  The numbers of units are the notes',
 * not a chip's: `halfwarp time` without --model course has the full model.
 *
 * Stability: will change. */
#ifndef HALFWARP_COURSE_H
#define HALFWARP_COURSE_H

#include <halfwarp/isa.h>

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- the multiprocessor ---------------------------------------------------------------------------- */

enum hw_course_unit {
    HW_COURSE_CORE,    /* CUDA cores: most instructions */
    HW_COURSE_SPECIAL, /* special function units: reciprocal, square root, sine, ... */
    HW_COURSE_DOUBLE,  /* double-precision units */
    HW_COURSE_MEMORY,  /* load/store units */
    HW_COURSE_UNITS
};

struct hw_course_machine {
    uint8_t first, last; /* compute capabilities * 10 that it is for */
    uint8_t schedulers;
    uint8_t dispatch_units; /* of a scheduler */
    uint8_t issue;          /* instructions of the chosen warp that a scheduler issues at once, at most */
    uint8_t latency;        /* cycles from dispatch to when a dependent instruction may be dispatched */
    uint8_t contexts;       /* warps that it holds */
    bool odd_even;          /* scheduler n takes only warps n, n + schedulers, ... */
    bool double_distinct;   /* a double-precision instruction leaves the CUDA cores free */
    struct {
        uint8_t each, all; /* per scheduler, and per multiprocessor; 0: CUDA cores do the work */
    } units[HW_COURSE_UNITS];
    const char *source;
};

/* The machine of a compute capability * 10, NULL where the notes have none. */
const struct hw_course_machine *hw_course_machine(unsigned capability);

/* "CUDA cores", "special function units", ... */
const char *hw_course_unit_name(enum hw_course_unit unit);

/* Cycles in which a warp is dispatched: the 32 threads divided by the units of a scheduler, rounded up. */
unsigned hw_course_cycles(const struct hw_course_machine *machine, enum hw_course_unit unit);

/* --- the fragment ---------------------------------------------------------------------------------- */

#define HW_COURSE_INSNS 256 /* instructions of a fragment, at most */
#define HW_COURSE_WARPS 64
#define HW_COURSE_DEPTH HW_COURSE_INSNS /* of `if` within `if`: each has its branch */
#define HW_COURSE_LABEL 12              /* characters of a label with its NUL */

struct hw_course_fragment;

/* Read a fragment: instructions as hw_parse takes them, a line or a `;` each, with a label (`I1:`) or without
 * one, comments as in C, and `if LANES`, `else`, `endif` around the paths behind a branch (docs/course.md).
 * Errors name line and column. */
hw_status hw_course_fragment_read(const char *text, size_t size, const struct hw_target *target,
                                  enum hw_syntax syntax, struct hw_course_fragment **fragment,
                                  struct hw_error *error);
void hw_course_fragment_free(struct hw_course_fragment *fragment);

unsigned hw_course_insn_count(const struct hw_course_fragment *fragment);
const char *hw_course_insn_label(const struct hw_course_fragment *fragment, unsigned insn);
const char *hw_course_insn_text(const struct hw_course_fragment *fragment, unsigned insn);
enum hw_course_unit hw_course_insn_unit(const struct hw_course_fragment *fragment, unsigned insn);
bool hw_course_diverges(const struct hw_course_fragment *fragment); /* it has an `if` */

/* --- a run ----------------------------------------------------------------------------------------- */

/* A warp's instruction and its dispatch. */
struct hw_course_event {
    uint16_t warp, insn, scheduler;
    uint8_t unit;   /* enum hw_course_unit: of the machine, so CUDA cores where it lacks the instruction's */
    uint8_t cycles; /* its dispatch lasts so long, */
    uint32_t start; /* from this cycle on */
    uint32_t lanes; /* the lanes that are dispatched; the others are masked */
};

struct hw_course_run {
    const struct hw_course_machine *machine;
    const struct hw_course_fragment *fragment;
    unsigned warps, latency;
    struct hw_course_event *events; /* by start, then by scheduler */
    unsigned event_count;
    uint32_t cycles;   /* until the last thread is dispatched */
    uint64_t threads;  /* thread instructions */
    uint64_t busy;     /* cycles in which a scheduler dispatches, summed over schedulers */
    int32_t *event_at; /* index of an event by warp, then by instruction; -1: there is none */
};

/* Run a fragment by `warps` warps; latency 0 is the machine's own.  Errors: HW_ERR_RANGE for a number that is
 * too small or too large, HW_ERR_NO_MEMORY. */
hw_status hw_course_run(const struct hw_course_machine *machine, const struct hw_course_fragment *fragment,
                        unsigned warps, unsigned latency, struct hw_course_run *run, struct hw_error *error);
void hw_course_run_end(struct hw_course_run *run);

/* The event that dispatches a warp's instruction, NULL where the warp does not come by. */
const struct hw_course_event *hw_course_event(const struct hw_course_run *run, unsigned warp, unsigned insn);

/* In which cycle an event dispatches a lane. */
uint32_t hw_course_lane_cycle(const struct hw_course_run *run, const struct hw_course_event *event,
                              unsigned lane);

/* The next cycles, at or behind `from`, in which no scheduler dispatches: [*begin, *end).  False: none. */
bool hw_course_idle(const struct hw_course_run *run, uint32_t from, uint32_t *begin, uint32_t *end);

/* The share of cycles in which the schedulers dispatch. */
double hw_course_utilization(const struct hw_course_run *run);
/* Thread instructions a cycle. */
double hw_course_throughput(const struct hw_course_run *run);

/* The fewest warps with which utilization is 1; 0: as many as the machine holds do not reach it. */
hw_status hw_course_warps_needed(const struct hw_course_machine *machine,
                                 const struct hw_course_fragment *fragment, unsigned latency, unsigned *warps,
                                 struct hw_error *error);

/* --- pictures -------------------------------------------------------------------------------------- */

/* What fits neither paper nor a screen is refused (HW_ERR_LIMIT): more columns than this. */
#define HW_COURSE_COLUMNS 20000

/* A row a warp, three characters a cycle; `short_form` leaves idle cycles from the sixteenth on out, as the
 * notes do, and shortens what only runs on to the end of its row. */
hw_status hw_course_print_warps(const struct hw_course_run *run, bool short_form, FILE *out,
                                struct hw_error *error);
/* A row a thread, with the label in the cycle that dispatches it. */
hw_status hw_course_print_threads(const struct hw_course_run *run, bool short_form, FILE *out,
                                  struct hw_error *error);
/* For diverged warps: a column an instruction's start, a row a thread; rows like those above are omitted. */
hw_status hw_course_print_paths(const struct hw_course_run *run, FILE *out, struct hw_error *error);
/* Cycles, utilization, throughput, warps needed. */
hw_status hw_course_print_summary(const struct hw_course_run *run, FILE *out, struct hw_error *error);
/* The rows of warps as a picture. */
hw_status hw_course_print_svg(const struct hw_course_run *run, bool short_form, const char *title, FILE *out,
                              struct hw_error *error);

/* --- exercises ------------------------------------------------------------------------------------- */

/* A page of exercises in Markdown, the same for the same seed; with `answers` these stand at the end. */
hw_status hw_course_exercises(unsigned count, uint64_t seed, bool answers, FILE *out, struct hw_error *error);

#ifdef __cplusplus
}
#endif
#endif
