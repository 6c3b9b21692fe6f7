/* SPDX-License-Identifier: MIT */
/* Rematerialisation recomputes a register before each use instead of keeping it live: by one instruction
 * whose sources are live anyway, or that has none. */
#ifndef HW_COMPILER_MIR_MIR_REMATERIALISE_H
#define HW_COMPILER_MIR_MIR_REMATERIALISE_H

#include "compiler/mir/mir_allocate.h"

struct hw_mir_rematerialising {
    struct hw_mir_function *function;
    struct hw_mir_insn **by;     /* by register: its definition; NULL: it cannot be rematerialised */
    struct hw_mir_block **where; /* the block of that instruction */
    bool *is_root;               /* by register: its definition has no sources */
    bool *needs_roots;           /* by register: its sources are roots, and are rematerialised with it */
    uint64_t *cost;              /* by register: the cost of its rematerialisation, by loop depth */
    uint64_t all;                /* the cost of all instructions of the function */
};

/* Finds the registers that can be rematerialised.  `representative`: of coalesced registers;
 * `can_rematerialise`: whether an instruction is a cheap, pure function of its sources. */
struct hw_mir_rematerialising
hw_mir_rematerialising(struct hw_mir_function *function, const uint32_t *representative,
                       bool (*can_rematerialise)(const struct hw_mir_insn *insn));

/* Rematerialises `reg` before each use, into registers that `make` creates, and deletes its definition. */
void hw_mir_rematerialise(struct hw_mir_rematerialising *remaking, uint32_t reg,
                          uint32_t (*make)(void *, uint32_t), void *context);

#endif
