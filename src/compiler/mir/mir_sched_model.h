/* SPDX-License-Identifier: MIT */
/* The scheduling model: what the scheduler has to know about an instruction.  Templates are text, so a
 * callback of the code generator tells. */
#ifndef HW_COMPILER_MIR_MIR_SCHED_MODEL_H
#define HW_COMPILER_MIR_MIR_SCHED_MODEL_H

#include "compiler/mir/mir.h"

/* Memories that do not alias; HW_MIR_ALL is the set of all of them. */
enum hw_mir_memory { HW_MIR_GLOBAL = 1, HW_MIR_SHARED = 2, HW_MIR_LOCAL = 4, HW_MIR_ALL = 7 };

struct hw_mir_sched_info {
    uint16_t latency[HW_MIR_FILE_COUNT]; /* clocks until a result can be read, by register file */
    uint8_t anti_latency;                /* clocks until a source may be overwritten */
    uint8_t lines;                       /* number of instructions; 0: nothing is emitted for it */
    uint8_t reads, writes;               /* sets of memories */
    bool reads_carry, writes_carry;      /* reads: one that another instruction wrote */
    bool is_barrier;                     /* a scheduling barrier: nothing is moved across it */
    bool has_location;                   /* it accesses `bytes` bytes at a register plus `offset`: */
    uint8_t base;                        /* the operand with that register */
    uint8_t bytes;
    int64_t offset;
};

/* The code generator's callback: describes an instruction. */
struct hw_mir_sched_model {
    struct hw_mir_sched_info (*info)(void *context, const struct hw_mir_insn *insn);
    void *context;
};

#endif
