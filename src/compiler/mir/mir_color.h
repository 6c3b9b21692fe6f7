/* SPDX-License-Identifier: MIT */
/* Coloring: registers that cannot share places get different ones. */
#ifndef HW_COMPILER_MIR_MIR_COLOR_H
#define HW_COMPILER_MIR_MIR_COLOR_H

#include "compiler/mir/mir_allocate.h"
#include "compiler/mir/mir_interference.h"

struct hw_mir_coloring {
    struct hw_mir_function *function;
    struct hw_mir_interference *graph;
    const struct hw_mir_register_set *allocatable;
    const uint32_t *representative; /* by register: the one that stands for it; itself where none does */
    const bool *no_spill;           /* by register: it must not stay without a place */
    const bool *cheap;              /* by register: it had better stay without than others; NULL: none */
    uint32_t *spilled;              /* registers that stay without */
    uint32_t spilled_count;
};

/* Give places to the registers that stand for themselves and are read or written.  False: one that must have
 * a place finds none. */
bool hw_mir_color(struct hw_mir_coloring *coloring);

/* How many places there are for registers of so many words. */
uint32_t hw_mir_slots(const struct hw_mir_register_set *allocatable, unsigned file, unsigned words,
                      bool crosses);

/* How many of the places that a register of `words` can have one of `other` words takes at most. */
static inline uint32_t hw_mir_takes(unsigned words, unsigned other)
{
    return other > words ? other / words : 1;
}

#endif
