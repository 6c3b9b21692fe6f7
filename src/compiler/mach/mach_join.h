/* SPDX-License-Identifier: MIT */
/* Copies whose ends can share one place. */
#ifndef HW_COMPILER_MACH_MACH_JOIN_H
#define HW_COMPILER_MACH_MACH_JOIN_H

#include "compiler/mach/mach_allocate.h"
#include "compiler/mach/mach_graph.h"

struct hw_mach_joining {
    struct hw_mach_function *function;
    const struct hw_mach_places *places;
    struct hw_mach_graph graph; /* what cannot share places */
    uint32_t *same;             /* by register: another that it is one with */
    bool *must;                 /* by register: it must have a place */
};

/* Find out which registers are one. */
struct hw_mach_joining hw_mach_joining(struct hw_mach_function *function, const struct hw_mach_places *places,
                                       bool *must);
/* The register that stands for this one and all that are one with it. */
uint32_t hw_mach_same(struct hw_mach_joining *joining, uint32_t reg);

/* Make them one in all instructions, before these are guarded and put in order: what happens under a guard
 * would keep others away from a register that it only copies. */
void hw_mach_join(struct hw_mach_function *function, const struct hw_mach_places *places);

#endif
