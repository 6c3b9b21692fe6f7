/* SPDX-License-Identifier: MIT */
/* Registers that need no place for long, since what is in them can be computed again where it is read
 * (rematerialisation): by one instruction whose sources are there anyway, or are made from none. */
#ifndef HW_COMPILER_MACH_MACH_REMAKE_H
#define HW_COMPILER_MACH_MACH_REMAKE_H

#include "compiler/mach/mach_allocate.h"

struct hw_mach_remaking {
    struct hw_mach_function *function;
    struct hw_mach_insn **by;     /* by register: its one instruction, NULL: it cannot be computed again */
    struct hw_mach_block **where; /* of that instruction */
    bool *is_root;                /* by register: it is made from none */
    bool *needs_roots;            /* by register: these are computed again with it, since they are gone */
    uint64_t *cost;               /* by register: how often that would be, by the depth of loops */
    uint64_t all;                 /* the same of all instructions of the function */
};

/* Find out which can.  `same`: what joining has made one register; `repeats`: whether an instruction gives
 * the same wherever its sources are the same, for little. */
struct hw_mach_remaking hw_mach_remaking(struct hw_mach_function *function, const uint32_t *same,
                                         bool (*repeats)(const struct hw_mach_insn *insn));

/* Compute `reg` into registers that `make` gives, before each instruction that reads it, and no longer where
 * it was. */
void hw_mach_remake(struct hw_mach_remaking *remaking, uint32_t reg, uint32_t (*make)(void *, uint32_t),
                    void *context);

#endif
