/* SPDX-License-Identifier: MIT */
/* Virtual registers get places. */
#ifndef HW_COMPILER_MIR_MIR_ALLOCATE_H
#define HW_COMPILER_MIR_MIR_ALLOCATE_H

#include "compiler/mir/mir.h"

/* What functions and their callers agree on: sets of general registers, a bit each. */
struct hw_mir_calling_convention {
    uint64_t reserved[4]; /* that allocation never gives */
    uint64_t kept[4];     /* that a call leaves as they were */
    uint64_t first[4];    /* that are given first, where a register need not survive calls */
};

static inline bool hw_mir_is_in(const uint64_t set[4], unsigned at)
{
    return set[at / 64] >> at % 64 & 1;
}

/* What there is, and how a register that finds no place is kept in memory: not at all without functions. */
struct hw_mir_register_set {
    uint16_t count[HW_MIR_FILE_COUNT];                  /* 254 at most */
    const struct hw_mir_calling_convention *convention; /* NULL: the code neither calls nor is called */
    bool
        coalesces_all; /* copies whose ends are never live at once are one, even if that is harder to place */
    /* Add an instruction before `behind` (NULL: at the end of the block) that loads all of a register from so
     * many bytes on, or stores it there. */
    void (*load)(void *context, struct hw_mir_block *block, struct hw_mir_insn *behind, uint32_t reg,
                 uint32_t at);
    void (*store)(void *context, struct hw_mir_block *block, struct hw_mir_insn *behind, uint32_t reg,
                  uint32_t at);
    void *context;
    /* Whether an instruction gives the same wherever its sources are the same, for less than an access to
     * memory; NULL: none does. */
    bool (*can_rematerialise)(const struct hw_mir_insn *insn);
};

struct hw_mir_allocated {
    uint16_t used[HW_MIR_FILE_COUNT]; /* places, from the first up to the last that is used */
    uint32_t bytes; /* of memory for registers that found no place, also where there is none */
};

/* Give every register a place; copies between registers that share one are gone then.  False: even with all
 * that can be kept in memory there are too few places. */
bool hw_mir_allocate(struct hw_mir_function *function, const struct hw_mir_register_set *allocatable,
                     struct hw_mir_allocated *allocated);

#endif
