/* Scheduling: what the compiler tells the issue stage.
 *
 * There are two kinds.  Kepler has a count an instruction: how long the warp waits before it tries the next;
 * who comes too early is issued again until its operands are there.  From Maxwell on nothing checks
 * registers, and there are scoreboards beside the count (Maxwell, Pascal, and in the same order of bits Volta
 * and later).
 *
 * hw_insn.control holds an instruction's bits as they are encoded; struct hw_sched names them, hw_sched_print
 * and hw_sched_parse are their text, hw_schedule computes them for code that has none, and hw_sched_check
 * finds what comes too early in code that has.  docs/scheduling.md has the rules and where they are from.
 * Public descriptions: envytools (Fermi CUDA ISA), Mesa, KeplerAs; maxas (Control Codes), CuAssembler's user
 * guide. */
#ifndef HALFWARP_SCHED_H
#define HALFWARP_SCHED_H

#include <halfwarp/isa.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum hw_sched_kind {
    HW_SCHED_NONE = 0,   /* no scheduling bits: Tesla, GF100 */
    HW_SCHED_COUNTS,     /* 8 bits: GK104, GK110 */
    HW_SCHED_SCOREBOARDS /* 21 bits: Maxwell, Pascal */
};
enum hw_sched_kind hw_sched_kind(const struct hw_target *target);

#define HW_SCHED_BITS 21 /* of an instruction, where there are scoreboards */
/* hw_sched.write and .read: none; 0 to 5 are the scoreboards, 6 is not used */
#define HW_SCHED_NO_BARRIER 7
#define HW_SCHED_BARRIERS   6

/* hw_insn.control of an instruction whose text says `.reuse` and no more: this bit, and the reuse bits in
 * their place.  (HW_NO_CONTROL has the bit too: test for that first.) */
#define HW_CONTROL_REUSE_ONLY 0x80000000u
#define HW_CONTROL_REUSE      0x1e0000u

/* hw_insn.control of an instruction whose group should begin with a control word and does not. */
#define HW_CONTROL_ABSENT 0x40000000u

struct hw_sched {
    uint8_t stall; /* cycles until the warp's next instruction, up to 15 or 32; 0: together with it */
    bool unstated; /* HW_SCHED_COUNTS: nothing is said of that, and the warp waits for 32 cycles */
    uint8_t other; /* HW_SCHED_COUNTS: bits whose meaning is disputed, as encoded */
    /* From here on HW_SCHED_SCOREBOARDS. */
    uint8_t yield; /* 1: a hint to go on with another warp (the bit is clear in the word) */
    uint8_t write; /* scoreboard that is released when the result is written */
    uint8_t read;  /* scoreboard that is released when the sources have been read */
    uint8_t wait;  /* bit n: wait until scoreboard n is at zero */
    uint8_t reuse; /* bit n: source slot n (0 a, 1 b, 2 c) stays in the operand cache */
};

struct hw_sched hw_sched_unpack(enum hw_sched_kind kind, uint32_t control);
uint32_t hw_sched_pack(enum hw_sched_kind kind, const struct hw_sched *sched);

/* --- text ------------------------------------------------------------------------------------------ */

/* Print scheduling bits as `&req={0,2} &rd=3 &wr=1 ?W6_Y`: scoreboards waited for, read and write scoreboard
 * (left out where there are none), then the stall count (`?D` for 0: dual issue) and `_Y` for the yield hint.
 * Bits that these words and `shown` (reuse bits that the instruction's own text shows) leave out follow
 * as ` &bits=0x...`.  Counts print as `?Wn` and `?D` too, and `?N` where nothing is stated; `?-` is
 * HW_CONTROL_ABSENT.  The return value is as snprintf's; HW_SCHED_TEXT_MAX bytes hold any. */
#define HW_SCHED_TEXT_MAX 64
size_t hw_sched_print(enum hw_sched_kind kind, uint32_t control, uint32_t shown, char *text, size_t size);

/* Where the scheduling begins in an instruction's text: `length` where it has none. */
size_t hw_sched_find(const char *text, size_t length);

/* Read what hw_sched_print writes; the words come in any order, and `?...` must be among them.
 * Errors: HW_ERR_SYNTAX with error->column. */
hw_status hw_sched_parse(enum hw_sched_kind kind, const char *text, size_t length, uint32_t *control,
                         struct hw_error *error);

/* --- where scheduling bits lie ----------------------------------------------------------------------- */

/* Some targets have words of scheduling bits before groups of instructions (Kepler, Maxwell, Pascal); others
 * may have an instruction's bits in its own word.  The ISA says which.  These are about groups: */

/* The first offset from `offset` on at which an instruction may begin: behind the control word of a group.
 * `offset` itself where the target's code has no such words. */
size_t hw_code_place(const struct hw_target *target, size_t offset);

/* Whether a control word stands at code[offset].  The code must reach that far if `offset` begins a group. */
bool hw_code_is_control(const struct hw_target *target, const void *code, size_t offset);

/* A control word that says nothing: its fixed bits. */
uint64_t hw_code_control_word(const struct hw_target *target);

/* Where jumps to the instruction at an offset go: for the first of a group to its control word. */
size_t hw_code_entry(const struct hw_target *target, size_t offset);

/* How much of `length` bytes of code is whole groups; all of it where the target's code has none. */
size_t hw_code_whole(const struct hw_target *target, size_t length);

/* Whether an instruction at an offset has a place for scheduling bits.  The second of two short instructions
 * in the place of a long one has none; nor has a word that no row accepts, where bits lie in the
 * instruction's own word. */
bool hw_code_has_control(const struct hw_target *target, const struct hw_insn *insn, size_t offset);

/* The scheduling bits of the instruction at code[offset], and setting them.  The code must reach from the
 * group's control word to the end of the instruction; where a group lacks that word the bits are
 * HW_CONTROL_ABSENT, where the target has no scheduling HW_NO_CONTROL, and nothing is set.  Of two short
 * instructions in the place of a long one the first has the bits, the second HW_NO_CONTROL.  The third
 * instruction of a Maxwell group has a 22nd bit: the word's highest. */
uint32_t hw_code_control(const struct hw_target *target, const void *code, size_t offset);
void hw_code_set_control(const struct hw_target *target, void *code, size_t offset, uint32_t control);

/* --- computing and checking ------------------------------------------------------------------------ */

/* Schedule a function's code in place: every instruction gets the stall count, scoreboards and waits that it
 * needs to be safe, whatever its bits were; reuse bits stay.  On Kepler neighbours issue in pairs where
 * compilers would let them.  Nothing is done for an ISA without scheduling bits.  Errors:
 * HW_ERR_NO_MEMORY. */
hw_status hw_schedule(const struct hw_target *target, void *code, size_t length, struct hw_error *error);

/* Why two instructions, the second right behind the first, cannot issue together on GK104 or GK110; NULL:
 * they can (the first then has stall count 0, which two in a row must not have).  The rules are those that
 * envytools' Fermi CUDA ISA measured on GK104, and that the second must not need what the first makes. */
const char *hw_sched_pair_fault(const struct hw_target *target, const struct hw_insn *first,
                                const struct hw_insn *second);

enum hw_hazard_kind {
    HW_HAZARD_READ,    /* a result is read before it is there (RAW) */
    HW_HAZARD_WRITE,   /* a result is overwritten before it is there (WAW) */
    HW_HAZARD_SOURCE,  /* a source is overwritten before it has been read (WAR) */
    HW_HAZARD_BARRIER, /* a scoreboard is waited for in the cycle after the one that takes it */
    HW_HAZARD_PAIR     /* it is to issue together with `producer`, which is itself the second of a pair */
};

/* The instruction at `offset` comes too early.  Where there are scoreboards that is unsafe; where there are
 * only counts it is issued again in each of the missing cycles, but that a source is overwritten is unsafe
 * there, too. */
struct hw_hazard {
    uint8_t kind;    /* enum hw_hazard_kind */
    uint8_t missing; /* cycles; 0: nothing that it waits for tells when it is safe */
    char name[8];    /* of the register: "R12", "P0", "CC", "SB3"; "" for a pair */
    uint32_t offset;
    uint32_t producer; /* offset of the instruction that it must wait for */
};
typedef void hw_hazard_fn(void *context, const struct hw_hazard *hazard);

/* Follow a function's code along every path and report what is unsafe in its scheduling.
 * Errors: HW_ERR_NO_MEMORY; HW_ERR_LIMIT for code whose paths are so tangled that following them does not end
 * soon. */
hw_status hw_sched_check(const struct hw_target *target, const void *code, size_t length,
                         hw_hazard_fn *report, void *context, struct hw_error *error);

#ifdef __cplusplus
}
#endif
#endif
