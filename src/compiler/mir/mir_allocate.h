/* SPDX-License-Identifier: MIT */
/* Register allocation assigns physical registers to virtual ones. */
#ifndef HW_COMPILER_MIR_MIR_ALLOCATE_H
#define HW_COMPILER_MIR_MIR_ALLOCATE_H

#include "compiler/mir/mir.h"

/* The calling convention: sets of general registers, a bit each. */
struct hw_mir_calling_convention {
    uint64_t reserved[4]; /* never allocated */
    uint64_t callee_saved[4];
    uint64_t first[4]; /* allocated first, to live ranges that cross no call */
};

static inline bool hw_mir_is_in(const uint64_t set[4], unsigned at)
{
    return set[at / 64] >> at % 64 & 1;
}

/* The allocatable registers, and the callbacks that emit spill code: without them nothing is spilled. */
struct hw_mir_register_set {
    uint16_t count[HW_MIR_FILE_COUNT];                  /* 254 at most */
    const struct hw_mir_calling_convention *convention; /* NULL: the code neither calls nor is called */
    bool coalesces_all; /* aggressive: copies whose ends do not interfere are coalesced, even if the result is
                         * harder to color */
    /* Emits spill code before `next` (NULL: at the end of the block): loads an entire register from so
     * many bytes on, or stores it there. */
    void (*load)(void *context, struct hw_mir_block *block, struct hw_mir_insn *next, uint32_t reg,
                 uint32_t at);
    void (*store)(void *context, struct hw_mir_block *block, struct hw_mir_insn *next, uint32_t reg,
                  uint32_t at);
    void *context;
    /* Whether an instruction is a pure function of its sources, and cheaper than a memory access; NULL: none
     * is. */
    bool (*can_rematerialise)(const struct hw_mir_insn *insn);
};

struct hw_mir_allocated {
    uint16_t used[HW_MIR_FILE_COUNT]; /* physical registers, from the first up to the last that is used */
    uint32_t bytes;                   /* of spilled registers, also if there is no memory for them */
};

/* Assigns every register a physical one; copies between registers that share one are deleted.  False: even
 * with all spills there are too few registers. */
bool hw_mir_allocate(struct hw_mir_function *function, const struct hw_mir_register_set *allocatable,
                     struct hw_mir_allocated *allocated);

#endif
