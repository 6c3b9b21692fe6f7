/* SPDX-License-Identifier: MIT */
/* How many registers are live while the instructions of a block are put one behind the other. */
#ifndef HW_COMPILER_MACH_MACH_PRESSURE_H
#define HW_COMPILER_MACH_MACH_PRESSURE_H

#include "compiler/mach/mach_live.h"

struct hw_mach_pressure {
    const struct hw_mach_function *function;
    uint32_t *left;      /* by register: operands that are still to come in the block */
    bool *is_live;       /* by register */
    uint64_t *out;       /* live behind the block */
    int32_t words, most; /* of general registers: now, and at most so far */
    int32_t predicates, most_predicates;
};

struct hw_mach_pressure hw_mach_pressure(const struct hw_mach_function *function);
/* A block begins. */
void hw_mach_pressure_begin(struct hw_mach_pressure *pressure, const struct hw_mach_live *live,
                            const struct hw_mach_block *block);
/* What the next instruction adds: to words, to predicates. */
struct hw_mach_change {
    int32_t words, predicates;
};
struct hw_mach_change hw_mach_pressure_change(const struct hw_mach_pressure *pressure,
                                              const struct hw_mach_insn *insn);
void hw_mach_pressure_take(struct hw_mach_pressure *pressure, const struct hw_mach_insn *insn);

#endif
