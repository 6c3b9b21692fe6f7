/* SPDX-License-Identifier: MIT */
/* Register pressure while a block is scheduled: how many registers are live. */
#ifndef HW_COMPILER_MIR_MIR_PRESSURE_H
#define HW_COMPILER_MIR_MIR_PRESSURE_H

#include "compiler/mir/mir_liveness.h"

struct hw_mir_pressure {
    const struct hw_mir_function *function;
    uint32_t *remaining; /* by register: operands of instructions that are not scheduled yet */
    bool *is_live;       /* by register */
    uint64_t *out;       /* live at the block's exit */
    int32_t words, most; /* live words of general registers: now, and the max so far */
    int32_t predicates, most_predicates;
};

struct hw_mir_pressure hw_mir_pressure(const struct hw_mir_function *function);
/* Starts a block. */
void hw_mir_pressure_begin(struct hw_mir_pressure *pressure, const struct hw_mir_liveness *live,
                           const struct hw_mir_block *block);
/* How an instruction would change the pressure: words, predicates. */
struct hw_mir_change {
    int32_t words, predicates;
};
struct hw_mir_change hw_mir_pressure_change(const struct hw_mir_pressure *pressure,
                                            const struct hw_mir_insn *insn);
void hw_mir_pressure_advance(struct hw_mir_pressure *pressure, const struct hw_mir_insn *insn);

#endif
