/* SPDX-License-Identifier: MIT */
/* Push buffers of the NV4 format, which Tesla's channels read, are encoded and decoded here: words to
 * commands and back.
 *
 * A command is a word, followed by the data of the methods that it sends:
 *
 *   000CCCCCCCCCCC00SSSMMMMMMMMMMM00  increasing: C words go to method M, M + 4, ... of subchannel S
 *   010CCCCCCCCCCC00SSSMMMMMMMMMMM00  fixed: all C words go to method M
 *   0000000000000011SSSMMMMMMMMMMM00  long fixed: the next word is the count (low 24 bits); with an IB only
 *   0000000000000001MMMMMMMMMMMMXX00  SLI conditional: the cards of mask M execute what follows
 *   00000000000000100000000000000000  return
 *   001JJJJJJJJJJJJJJJJJJJJJJJJJJJ00  old jump, to an address of 29 bits
 *   JJJJJJJJJJJJJJJJJJJJJJJJJJJJJJ01  jump
 *   JJJJJJJJJJJJJJJJJJJJJJJJJJJJJJ10  call
 *
 * Jumps, calls and returns exist in a buffer that the channel reads by addresses, not behind an IB.
 * @see envytools, docs/hw/fifo/dma-pusher.rst
 *
 * Stability: may change. */
#ifndef HALFWARP_PUSH_H
#define HALFWARP_PUSH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <halfwarp/methods.h>
#include <halfwarp/status.h>

#ifdef __cplusplus
extern "C" {
#endif

enum hw_push_kind {
    HW_PUSH_INCREASING = 0,
    HW_PUSH_FIXED,
    HW_PUSH_LONG, /* the count is in a word of its own */
    HW_PUSH_SLI,
    HW_PUSH_RETURN,
    HW_PUSH_OLD_JUMP,
    HW_PUSH_JUMP,
    HW_PUSH_CALL,
    HW_PUSH_INVALID /* none of the forms */
};

/* A command without its data. */
struct hw_push_command {
    uint8_t kind; /* enum hw_push_kind */
    uint8_t subchannel;
    uint16_t method;
    uint32_t count;  /* words of data */
    uint32_t target; /* of a jump or call; the mask of an SLI conditional */
    uint32_t spare;  /* bits that the kind ignores, where they are; of a HW_PUSH_LONG, those of its count */
    uint32_t words;  /* that the command itself takes: 1, for HW_PUSH_LONG 2 */
};

/* Read the command at `word`, of which `available` words exist (at least 1).  False: a HW_PUSH_LONG whose
 * count is cut off. */
bool hw_push_decode(const uint32_t *word, size_t available, struct hw_push_command *command);

/* The words of a command, one or two of them; HW_ERR_RANGE for a number that does not fit its field. */
hw_status hw_push_encode(const struct hw_push_command *command, uint32_t word[2], struct hw_error *error);

#ifdef __cplusplus
}
#endif
#endif
