/* SPDX-License-Identifier: MIT */
/* Registers that need no place for long, since what is in them can be computed again where it is read
 * (rematerialisation): by one instruction whose sources are there anyway, or are made from none. */
#ifndef HW_COMPILER_MIR_MIR_REMATERIALISE_H
#define HW_COMPILER_MIR_MIR_REMATERIALISE_H

#include "compiler/mir/mir_allocate.h"

struct hw_mir_rematerialising {
    struct hw_mir_function *function;
    struct hw_mir_insn **by;     /* by register: its one instruction, NULL: it cannot be computed again */
    struct hw_mir_block **where; /* of that instruction */
    bool *is_root;               /* by register: it is made from none */
    bool *needs_roots;           /* by register: these are computed again with it, since they are gone */
    uint64_t *cost;              /* by register: how often that would be, by the depth of loops */
    uint64_t all;                /* the same of all instructions of the function */
};

/* Find out which can.  `representative`: what joining has made one register; `can_rematerialise`: whether an
 * instruction gives the same wherever its sources are the same, for little. */
struct hw_mir_rematerialising
hw_mir_rematerialising(struct hw_mir_function *function, const uint32_t *representative,
                       bool (*can_rematerialise)(const struct hw_mir_insn *insn));

/* Compute `reg` into registers that `make` gives, before each instruction that reads it, and no longer where
 * it was. */
void hw_mir_rematerialise(struct hw_mir_rematerialising *remaking, uint32_t reg,
                          uint32_t (*make)(void *, uint32_t), void *context);

#endif
