/* SPDX-License-Identifier: MIT */
/* Liveness analysis: finds the registers that are live, which hold a value that may be read. */
#ifndef HW_COMPILER_MACH_MACH_LIVE_H
#define HW_COMPILER_MACH_MACH_LIVE_H

#include "compiler/mach/mach.h"

/* Sets of registers as bits, by block: those live at its entry and at its exit. */
struct hw_mach_live {
    uint32_t words; /* of a set */
    uint64_t *in, *out;
};

struct hw_mach_live hw_mach_live(const struct hw_mach_function *function);

static inline uint64_t *hw_mach_live_set(const struct hw_mach_live *live, uint64_t *sets, uint32_t block)
{
    return sets + (size_t)live->words * block;
}

static inline bool hw_mach_is_live(const uint64_t *set, uint32_t reg)
{
    return set[reg / 64] >> reg % 64 & 1;
}

/* From what is live behind an instruction to what is live before it. */
void hw_mach_live_before(uint64_t *set, const struct hw_mach_insn *insn);

#endif
