/* SPDX-License-Identifier: MIT */
/* Copies whose ends can share one place. */
#ifndef HW_COMPILER_MIR_MIR_COALESCE_H
#define HW_COMPILER_MIR_MIR_COALESCE_H

#include "compiler/mir/mir_allocate.h"
#include "compiler/mir/mir_interference.h"

struct hw_mir_coalescing {
    struct hw_mir_function *function;
    const struct hw_mir_register_set *allocatable;
    struct hw_mir_interference graph; /* what cannot share places */
    uint32_t *representative;         /* by register: another that it is one with */
    bool *no_spill;                   /* by register: it must have a place */
};

/* Find out which registers are one. */
struct hw_mir_coalescing hw_mir_coalescing(struct hw_mir_function *function,
                                           const struct hw_mir_register_set *allocatable, bool *no_spill);
/* The register that stands for this one and all that are one with it. */
uint32_t hw_mir_representative(struct hw_mir_coalescing *joining, uint32_t reg);

/* Make them one in all instructions, before these are guarded and put in order: what happens under a guard
 * would keep others away from a register that it only copies. */
void hw_mir_coalesce(struct hw_mir_function *function, const struct hw_mir_register_set *allocatable);

#endif
