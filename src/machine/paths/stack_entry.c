/* SPDX-License-Identifier: MIT */
/* A control-flow stack entry as the hardware spills it to memory: two words.
 *
 *   word 0: bits 0-21 code address / 4; 22-23 bits 1 and 2 of the entry's number;
 *           24-28 warp; 29-31 kind
 *   word 1: the lanes that were active */
#include "machine/chip/sm_location.h"

struct hw_stack_words hw_stack_entry_pack(uint32_t pc, uint32_t mask, unsigned kind, uint32_t number,
                                          uint32_t warp)
{
    uint32_t word =
        (pc >> 2 & 0x003fffff) | (number >> 1 & 3) << 22 | (warp & 0x1f) << 24 | (uint32_t)kind << 29;
    return (struct hw_stack_words){{word, mask}};
}

void hw_stack_entry_unpack(struct hw_stack_words entry, uint32_t *pc, uint32_t *mask, unsigned *kind,
                           uint32_t *number_bits, uint32_t *warp)
{
    *pc = (entry.word[0] & 0x003fffff) << 2;
    *number_bits = entry.word[0] >> 22 & 3;
    *warp = entry.word[0] >> 24 & 0x1f;
    *kind = entry.word[0] >> 29;
    *mask = entry.word[1];
}
