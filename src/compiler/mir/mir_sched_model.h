/* SPDX-License-Identifier: MIT */
/* What the order of instructions has to know about one of them.  Forms are text, so whoever made them says.
 */
#ifndef HW_COMPILER_MIR_MIR_SCHED_MODEL_H
#define HW_COMPILER_MIR_MIR_SCHED_MODEL_H

#include "compiler/mir/mir.h"

/* Memories that no access leaves for another; what stands for all of them at once is a set. */
enum hw_mir_memory { HW_MIR_GLOBAL = 1, HW_MIR_SHARED = 2, HW_MIR_LOCAL = 4, HW_MIR_ALL = 7 };

struct hw_mir_sched_info {
    uint16_t latency[HW_MIR_FILE_COUNT]; /* clocks until what it writes can be read, by file */
    uint8_t anti_latency;                /* clocks until what it reads may be written */
    uint8_t lines;                       /* instructions that it is; 0: nothing is written for it */
    uint8_t reads, writes;               /* sets of memories */
    bool reads_carry, writes_carry;      /* reads: one that another instruction made */
    bool is_barrier;                     /* nothing may change sides with it */
    bool has_location;                   /* reads or writes these bytes, as seen from a register: */
    uint8_t base;                        /* its operand */
    uint8_t bytes;
    int64_t offset;
};

/* Who knows: the trait of an instruction. */
struct hw_mir_sched_model {
    struct hw_mir_sched_info (*trait)(void *context, const struct hw_mir_insn *insn);
    void *context;
};

#endif
