/* SPDX-License-Identifier: MIT */
/* Scheduling bits (control codes) are decoded and encoded here: their meaning and their positions.
 *
 * There are two kinds.  Kepler has a count for each instruction: how long the warp waits before it tries the
 * next; an instruction issued before its operands are ready is replayed until they are.  From Maxwell on
 * nothing checks registers, and there are scoreboards beside the count (Maxwell, Pascal, and in the same
 * order of bits Volta and later).
 *
 * hw_insn.control holds an instruction's bits as they are encoded; struct hw_sched names them.
 * Public descriptions: envytools (Fermi CUDA ISA), Mesa, KeplerAs; maxas (Control Codes), CuAssembler's user
 * guide.
 *
 * Stability: grows. */
#ifndef HALFWARP_SCHEDULING_BITS_H
#define HALFWARP_SCHEDULING_BITS_H

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
#define HW_SCOREBOARD_COUNT 6

/* hw_insn.control of an instruction whose text says `.reuse` and no more: this bit, and the reuse bits where
 * they belong.  (HW_NO_CONTROL has the bit too: test for that first.) */
#define HW_CONTROL_REUSE_ONLY 0x80000000u
#define HW_CONTROL_REUSE      0x1e0000u

/* What is written into an instruction's own word where nothing is said: it sets no scoreboard, waits for
 * none, and the next instruction follows after one cycle. */
#define HW_CONTROL_UNSTATED 0x7f1u

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

/* --- where scheduling bits lie ----------------------------------------------------------------------- */

/* Some targets have words of scheduling bits before groups of instructions (Kepler, Maxwell, Pascal); others
 * may have an instruction's bits in its own word.  The ISA says which.  These are about groups: */

/* The first offset from `offset` on at which an instruction may begin: behind the control word of a group.
 * `offset` itself where the target's code has no such words. */
size_t hw_code_next_offset(const struct hw_target *target, size_t offset);

/* Whether a control word stands at code[offset].  The code must reach that far if `offset` begins a group. */
bool hw_code_is_control(const struct hw_target *target, const void *code, size_t offset);

/* A control word that says nothing: its fixed bits. */
uint64_t hw_code_control_word(const struct hw_target *target);

/* Where jumps to the instruction at an offset go: for the first of a group to its control word. */
size_t hw_code_entry(const struct hw_target *target, size_t offset);

/* How much of `length` bytes of code is whole groups; all of it where the target's code has none. */
size_t hw_code_whole(const struct hw_target *target, size_t length);

/* Whether an instruction at an offset has scheduling bits.  The second of two short instructions in the place
 * of a long one has none; nor has a word that no form accepts, where bits lie in the instruction's own
 * word. */
bool hw_code_has_control(const struct hw_target *target, const struct hw_insn *insn, size_t offset);

/* The scheduling bits of the instruction at code[offset], and setting them.  The code must reach from the
 * group's control word to the end of the instruction; where a group lacks that word the bits are
 * HW_CONTROL_ABSENT, where the target has no scheduling HW_NO_CONTROL, and nothing is set.  Of two short
 * instructions in the place of a long one the first has the bits, the second HW_NO_CONTROL.  The third
 * instruction of a Maxwell group has a 22nd bit: the word's highest. */
uint32_t hw_code_control(const struct hw_target *target, const void *code, size_t offset);
void hw_code_set_control(const struct hw_target *target, void *code, size_t offset, uint32_t control);

#ifdef __cplusplus
}
#endif
#endif
