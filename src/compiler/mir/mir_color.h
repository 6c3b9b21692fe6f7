/* SPDX-License-Identifier: MIT */
/* Graph coloring: registers that interfere get different physical registers. */
#ifndef HW_COMPILER_MIR_MIR_COLOR_H
#define HW_COMPILER_MIR_MIR_COLOR_H

#include "compiler/mir/mir_allocate.h"
#include "compiler/mir/mir_interference.h"

struct hw_mir_coloring {
    struct hw_mir_function *function;
    struct hw_mir_interference *graph;
    const struct hw_mir_register_set *allocatable;
    const uint32_t *representative; /* by register: its union-find representative */
    const bool *no_spill;           /* by register: it must not be spilled */
    const bool *cheap;              /* by register: it is preferred as a spill; NULL: none */
    uint32_t *spilled;              /* registers that get no color */
    uint32_t spilled_count;
};

/* Assigns physical registers to the representatives that are read or written.  False: one that must not be
 * spilled gets none. */
bool hw_mir_color(struct hw_mir_coloring *coloring);

/* How many slots (aligned positions) there are for registers of so many words. */
uint32_t hw_mir_slots(const struct hw_mir_register_set *allocatable, unsigned file, unsigned words,
                      bool crosses);

/* How many slots of registers of `words` a register of `other` words takes at most. */
static inline uint32_t hw_mir_takes(unsigned words, unsigned other)
{
    return other > words ? other / words : 1;
}

#endif
