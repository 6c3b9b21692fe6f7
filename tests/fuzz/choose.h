/* SPDX-License-Identifier: MIT */
/* One byte of a fuzzer's input chooses what its rest is taken for. */
#ifndef HW_TESTS_FUZZ_CHOOSE_H
#define HW_TESTS_FUZZ_CHOOSE_H

#include <halfwarp/isa.h>

/* Chip of any instruction set, program type and dialect. */
static inline void choose(uint8_t byte, struct hw_target *target, enum hw_syntax *syntax)
{
    const struct hw_isa *isa;
    unsigned chosen = byte >> 4, chips = 0;
    for (unsigned i = 0; (isa = hw_isa_at(i)); i++)
        for (unsigned chip = 0; hw_isa_chip(isa, chip); chip++, chips++)
            if (!chips || chips <= chosen)
                *target = (struct hw_target){.isa = isa, .chip = (uint8_t)chip, .program = byte & 3};
    *syntax = (enum hw_syntax)((byte >> 2 & 3) % (HW_SYNTAX_DECUDA + 1));
}

#endif
