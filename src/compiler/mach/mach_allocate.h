/* SPDX-License-Identifier: MIT */
/* Virtual registers get places. */
#ifndef HW_COMPILER_MACH_MACH_ALLOCATE_H
#define HW_COMPILER_MACH_MACH_ALLOCATE_H

#include "compiler/mach/mach.h"

/* What functions and their callers agree on: sets of general registers, a bit each. */
struct hw_mach_convention {
    uint64_t reserved[4]; /* that allocation never gives */
    uint64_t kept[4];     /* that a call leaves as they were */
    uint64_t first[4];    /* that are given first, where a register need not survive calls */
};

static inline bool hw_mach_is_in(const uint64_t set[4], unsigned at)
{
    return set[at / 64] >> at % 64 & 1;
}

/* What there is, and how a register that finds no place is kept in memory: not at all without functions. */
struct hw_mach_places {
    uint16_t count[HW_MACH_FILE_COUNT];          /* 254 at most */
    const struct hw_mach_convention *convention; /* NULL: the code neither calls nor is called */
    bool joins_all; /* copies whose ends are never live at once are one, even if that is harder to place */
    /* Add an instruction before `behind` (NULL: at the end of the block) that loads all of a register from so
     * many bytes on, or stores it there. */
    void (*load)(void *context, struct hw_mach_block *block, struct hw_mach_insn *behind, uint32_t reg,
                 uint32_t at);
    void (*store)(void *context, struct hw_mach_block *block, struct hw_mach_insn *behind, uint32_t reg,
                  uint32_t at);
    void *context;
    /* Whether an instruction gives the same wherever its sources are the same, for less than an access to
     * memory; NULL: none does. */
    bool (*repeats)(const struct hw_mach_insn *insn);
};

struct hw_mach_allocated {
    uint16_t used[HW_MACH_FILE_COUNT]; /* places, from the first up to the last that is used */
    uint32_t bytes; /* of memory for registers that found no place, also where there is none */
};

/* Give every register a place; copies between registers that share one are gone then.  False: even with all
 * that can be kept in memory there are too few places. */
bool hw_mach_allocate(struct hw_mach_function *function, const struct hw_mach_places *places,
                      struct hw_mach_allocated *allocated);

#endif
