/* SPDX-License-Identifier: MIT */
/* Coloring: registers that cannot share places get different ones. */
#ifndef HW_COMPILER_MACH_MACH_COLOR_H
#define HW_COMPILER_MACH_MACH_COLOR_H

#include "compiler/mach/mach_allocate.h"
#include "compiler/mach/mach_graph.h"

struct hw_mach_coloring {
    struct hw_mach_function *function;
    struct hw_mach_graph *graph;
    const struct hw_mach_places *places;
    const uint32_t *same; /* by register: the one that stands for it; itself where none does */
    const bool *must;     /* by register: it must not stay without a place */
    const bool *cheap;    /* by register: it had better stay without than others; NULL: none */
    uint32_t *left;       /* registers that stay without */
    uint32_t left_count;
};

/* Give places to the registers that stand for themselves and are read or written.  False: one that must have
 * a place finds none. */
bool hw_mach_color(struct hw_mach_coloring *coloring);

/* How many places there are for registers of so many words. */
uint32_t hw_mach_slots(const struct hw_mach_places *places, unsigned file, unsigned words, bool crosses);

/* How many of the places that a register of `words` can have one of `other` words takes at most. */
static inline uint32_t hw_mach_takes(unsigned words, unsigned other)
{
    return other > words ? other / words : 1;
}

#endif
