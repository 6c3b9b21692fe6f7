/* SPDX-License-Identifier: MIT */
/* What the order of instructions has to know about one of them.  Forms are text, so whoever made them says.
 */
#ifndef HW_COMPILER_MACH_MACH_TRAIT_H
#define HW_COMPILER_MACH_MACH_TRAIT_H

#include "compiler/mach/mach.h"

/* Memories that no access leaves for another; what stands for all of them at once is a set. */
enum hw_mach_memory { HW_MACH_GLOBAL = 1, HW_MACH_SHARED = 2, HW_MACH_LOCAL = 4, HW_MACH_ALL = 7 };

struct hw_mach_trait {
    uint16_t latency[HW_MACH_FILE_COUNT]; /* clocks until what it writes can be read, by file */
    uint8_t held;                         /* clocks until what it reads may be written */
    uint8_t lines;                        /* instructions that it is; 0: nothing is written for it */
    uint8_t reads, writes;                /* sets of memories */
    bool reads_carry, writes_carry;       /* reads: one that another instruction made */
    bool is_wall;                         /* nothing may change sides with it */
    bool has_place;                       /* reads or writes these bytes, as seen from a register: */
    uint8_t base;                         /* its operand */
    uint8_t bytes;
    int64_t offset;
};

/* Who knows: the trait of an instruction. */
struct hw_mach_knower {
    struct hw_mach_trait (*trait)(void *context, const struct hw_mach_insn *insn);
    void *context;
};

#endif
