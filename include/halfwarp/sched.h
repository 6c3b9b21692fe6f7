/* SPDX-License-Identifier: MIT */
/* Scheduling bits (control codes) are the compiler's instructions to the issue stage; they are text, computed
 * and checked here.
 *
 * hw_sched_print and hw_sched_parse are the text of scheduling bits (scheduling_bits.h), hw_schedule computes
 * them for code that has none, and hw_sched_check finds the instructions that come too
 * early in code that has them.  docs/scheduling.md has the rules and their sources.
 *
 * Stability: grows. */
#ifndef HALFWARP_SCHED_H
#define HALFWARP_SCHED_H

#include <halfwarp/scheduling_bits.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- text ------------------------------------------------------------------------------------------ */

/* Print scheduling bits as `&req={0,2} &rd=3 &wr=1 ?W6_Y`: scoreboards waited for, read and write scoreboard
 * (omitted if there are none), then the stall count (`?D` for 0: dual issue) and `_Y` for the yield hint.
 * Bits that these words and `shown` (reuse bits that the instruction's own text shows) omit follow as `
 * &bits=0x...`.  Counts print as `?Wn` and `?D` too, and `?N` where nothing is stated; `?-` is
 * HW_CONTROL_ABSENT.  The return value is as snprintf's; HW_SCHED_TEXT_MAX bytes hold any. */
#define HW_SCHED_TEXT_MAX 64
size_t hw_sched_print(enum hw_sched_kind kind, uint32_t control, uint32_t shown, char *text, size_t size);

/* Where the scheduling begins in an instruction's text: `length` where it has none. */
size_t hw_sched_find(const char *text, size_t length);

/* Read what hw_sched_print writes; the words come in any order, and `?...` must be among them.
 * Errors: HW_ERR_SYNTAX with error->column. */
hw_status hw_sched_parse(enum hw_sched_kind kind, const char *text, size_t length, uint32_t *control,
                         struct hw_error *error);

/* --- computing and checking ------------------------------------------------------------------------ */

/* Schedule a function's code in place: every instruction gets the stall count, scoreboards and waits that it
 * needs to be safe, whatever its bits were; reuse bits stay.  On Kepler neighbours issue in pairs where
 * compilers would let them.  Nothing is done for an ISA without scheduling bits.  Errors:
 * HW_ERR_NO_MEMORY. */
hw_status hw_schedule(const struct hw_target *target, void *code, size_t length, struct hw_error *error);

/* Why two instructions, the second right behind the first, cannot issue together on GK104 or GK110; NULL:
 * they can (the first then has stall count 0, which two in a row must not have).  The rules are those that
 * envytools' Fermi CUDA ISA measured, but for what profilers counted otherwise (docs/scheduling.md, "Pairs"),
 * and that the second must not need what the first makes. */
const char *hw_sched_pair_fault(const struct hw_target *target, const struct hw_insn *first,
                                const struct hw_insn *second);

enum hw_hazard_kind {
    HW_HAZARD_READ,    /* a result is read before it is there (RAW) */
    HW_HAZARD_WRITE,   /* a result is overwritten before it is there (WAW) */
    HW_HAZARD_SOURCE,  /* a source is overwritten before it has been read (WAR) */
    HW_HAZARD_BARRIER, /* a scoreboard is waited for in the cycle after the one that takes it */
    HW_HAZARD_PAIR,    /* it is to issue together with `producer`, which is itself the second of a pair */
    HW_HAZARD_KEPT /* it gets what the operand cache keeps of a register (`.reuse`) that has changed since */
};

/* The instruction at `offset` comes too early.  Where there are scoreboards that is unsafe; where there are
 * only counts it is issued again in each of the missing cycles, but that a source is overwritten is unsafe
 * there, too. */
struct hw_hazard {
    uint8_t kind;      /* enum hw_hazard_kind */
    uint8_t missing;   /* cycles; 0: nothing that it waits for tells when it is safe */
    char name[8];      /* of the register: "R12", "P0", "CC", "SB3"; "" for a pair */
    bool of_warpgroup; /* the producer is a product of a warpgroup: WARPGROUP.DEPBAR waits for it */
    uint32_t offset;
    uint32_t producer; /* offset of the instruction that it must wait for */
};

/* What happens to its register, as "R12 is read before it is there, 3 cycles too early"; `text` is returned.
 */
#define HW_HAZARD_TEXT 96
const char *hw_hazard_print(const struct hw_hazard *hazard, char text[HW_HAZARD_TEXT]);

typedef void hw_hazard_fn(void *context, const struct hw_hazard *hazard);

/* Follow a function's code along every path and report what is unsafe in its scheduling.
 * Errors: HW_ERR_NO_MEMORY; HW_ERR_LIMIT for code whose paths are so tangled that following them does not end
 * soon. */
hw_status hw_sched_check(const struct hw_target *target, const void *code, size_t length,
                         hw_hazard_fn *report, void *context, struct hw_error *error);

/* As hw_schedule, and report what is unsafe all the same, since no scheduling bits help: products of a
 * warpgroup for which no WARPGROUP.DEPBAR waits, hazards of words that are no instructions, whose bits stay,
 * and of `.reuse`.  Nothing is reported of code whose paths are too tangled, nor where there are only
 * counts. */
hw_status hw_schedule_and_report(const struct hw_target *target, void *code, size_t length,
                                 hw_hazard_fn *report, void *context, struct hw_error *error);

#ifdef __cplusplus
}
#endif
#endif
