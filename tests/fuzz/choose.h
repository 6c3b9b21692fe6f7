/* One byte of a fuzzer's input chooses what its rest is taken for. */
#ifndef HW_TESTS_FUZZ_CHOOSE_H
#define HW_TESTS_FUZZ_CHOOSE_H

#include <halfwarp/isa.h>

/* Chip, program type and dialect. */
static inline void choose(uint8_t byte, struct hw_target *target, enum hw_syntax *syntax)
{
    const struct hw_isa *isa = hw_isa_at(0);
    unsigned chips = 0;
    while (hw_isa_chip(isa, chips))
        chips++;
    *target = (struct hw_target){.isa = isa, .chip = (uint8_t)((byte >> 4) % chips), .program = byte & 3};
    *syntax = (enum hw_syntax)((byte >> 2 & 3) % (HW_SYNTAX_DECUDA + 1));
}

#endif
