/* The scheduling bits of an instruction (Maxwell, Pascal, and in the same order Volta and later): what the
 * compiler tells the issue stage, since nothing there checks registers.
 *
 * Public descriptions: maxas (Control Codes), CuAssembler's user guide.  hw_insn.control holds the 21 bits as they
 * are encoded; hw_sched names them.  Packing loses nothing. */
#ifndef HALFWARP_SCHED_H
#define HALFWARP_SCHED_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HW_SCHED_BITS 21
#define HW_SCHED_NO_BARRIER 7   /* hw_sched.write and .read: none; 0 to 5 are the scoreboards, 6 is not used */

/* hw_insn.control of an instruction whose text says `.reuse` and no more: this bit, and the reuse bits in their
 * place.  (HW_NO_CONTROL has the bit too: test for that first.) */
#define HW_CONTROL_REUSE_ONLY 0x80000000u

struct hw_sched {
    uint8_t stall;   /* 0 to 15: cycles until the warp's next instruction; 0: together with it */
    uint8_t yield;   /* 1: a hint to go on with another warp (the bit is clear in the word) */
    uint8_t write;   /* scoreboard that is released when the result is written */
    uint8_t read;    /* scoreboard that is released when the sources have been read */
    uint8_t wait;    /* bit n: wait until scoreboard n is at zero */
    uint8_t reuse;   /* bit n: source slot n (0 a, 1 b, 2 c) stays in the operand cache */
};

struct hw_sched hw_sched_unpack(uint32_t control);
uint32_t hw_sched_pack(const struct hw_sched *sched);

#ifdef __cplusplus
}
#endif
#endif
