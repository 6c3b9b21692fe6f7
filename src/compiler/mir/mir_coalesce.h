/* SPDX-License-Identifier: MIT */
/* Copy coalescing merges the two registers of a copy that do not interfere, so that the copy is no
 * instruction. */
#ifndef HW_COMPILER_MIR_MIR_COALESCE_H
#define HW_COMPILER_MIR_MIR_COALESCE_H

#include "compiler/mir/mir_allocate.h"
#include "compiler/mir/mir_interference.h"

struct hw_mir_coalescing {
    struct hw_mir_function *function;
    const struct hw_mir_register_set *allocatable;
    struct hw_mir_interference graph; /* which registers interfere */
    uint32_t *representative;         /* union-find: by register, another of its class */
    bool *no_spill;                   /* by register: it must not be spilled */
};

/* Finds the classes of coalesced registers, without changing instructions. */
struct hw_mir_coalescing hw_mir_coalescing(struct hw_mir_function *function,
                                           const struct hw_mir_register_set *allocatable, bool *no_spill);
/* The union-find representative of a register. */
uint32_t hw_mir_representative(struct hw_mir_coalescing *joining, uint32_t reg);

/* Coalesces in all instructions, before if-conversion and scheduling.  A predicated copy would add
 * interference to a register that it only copies. */
void hw_mir_coalesce(struct hw_mir_function *function, const struct hw_mir_register_set *allocatable);

#endif
