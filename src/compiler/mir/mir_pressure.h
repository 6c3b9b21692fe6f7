/* SPDX-License-Identifier: MIT */
/* How many registers are live while the instructions of a block are put one behind the other. */
#ifndef HW_COMPILER_MIR_MIR_PRESSURE_H
#define HW_COMPILER_MIR_MIR_PRESSURE_H

#include "compiler/mir/mir_liveness.h"

struct hw_mir_pressure {
    const struct hw_mir_function *function;
    uint32_t *remaining; /* by register: operands that are still to come in the block */
    bool *is_live;       /* by register */
    uint64_t *out;       /* live behind the block */
    int32_t words, most; /* of general registers: now, and at most so far */
    int32_t predicates, most_predicates;
};

struct hw_mir_pressure hw_mir_pressure(const struct hw_mir_function *function);
/* A block begins. */
void hw_mir_pressure_begin(struct hw_mir_pressure *pressure, const struct hw_mir_liveness *live,
                           const struct hw_mir_block *block);
/* What the next instruction adds: to words, to predicates. */
struct hw_mir_change {
    int32_t words, predicates;
};
struct hw_mir_change hw_mir_pressure_change(const struct hw_mir_pressure *pressure,
                                            const struct hw_mir_insn *insn);
void hw_mir_pressure_advance(struct hw_mir_pressure *pressure, const struct hw_mir_insn *insn);

#endif
