/* SPDX-License-Identifier: MIT */
/* Liveness analysis finds the live registers, which hold a value that may be read. */
#ifndef HW_COMPILER_MIR_MIR_LIVENESS_H
#define HW_COMPILER_MIR_MIR_LIVENESS_H

#include "compiler/mir/mir.h"

/* Sets of registers as bits, by block: those live at its entry and at its exit. */
struct hw_mir_liveness {
    uint32_t words; /* of a set */
    uint64_t *in, *out;
};

struct hw_mir_liveness hw_mir_liveness(const struct hw_mir_function *function);

static inline uint64_t *hw_mir_liveness_set(const struct hw_mir_liveness *live, uint64_t *sets,
                                            uint32_t block)
{
    return sets + (size_t)live->words * block;
}

static inline bool hw_mir_is_live(const uint64_t *set, uint32_t reg)
{
    return set[reg / 64] >> reg % 64 & 1;
}

/* The transfer function: from what is live after an instruction to what is live before it. */
void hw_mir_live_before(uint64_t *set, const struct hw_mir_insn *insn);

#endif
