/* SPDX-License-Identifier: MIT */
/* A kernel's code as the clock sees it: of each instruction what it waits for, who executes it, and when its
 * results are there. */
#ifndef HW_TIMING_MODEL_TIMED_CODE_H
#define HW_TIMING_MODEL_TIMED_CODE_H

#include "timing/model/work.h"

#include <halfwarp/machine.h>
#include <halfwarp/scheduling_bits.h>

/* What a warp's instructions wait for: registers, then predicates, condition codes, address registers. */
#define HW_WAIT_PRED  256u
#define HW_WAIT_COND  264u
#define HW_WAIT_ADDR  268u
#define HW_WAIT_COUNT 276u

#define HW_TIMED_READS  24
#define HW_TIMED_WRITES 18
#define HW_TIMED_SLOTS  3 /* of operands that can be reused */

enum hw_first_cache { HW_CACHE_SECOND = 0, HW_CACHE_L1, HW_CACHE_TEXTURE };

struct hw_timed_insn {
    uint8_t work;        /* enum hw_work */
    uint8_t pipe;        /* enum hw_pipe: that of its work, except for what lies behind the texture unit */
    bool known;          /* an instruction begins here */
    bool jumps;          /* the warp may go elsewhere */
    bool ends;           /* threads may end */
    bool loads;          /* its results come from memory, texture or another unit that takes its time */
    bool pairs;          /* may issue together with the next */
    bool three_sources;  /* multiplies and adds, or alike */
    bool alone;          /* is never the second of a pair */
    uint8_t first_cache; /* enum hw_first_cache: where it looks for global memory first */
    uint8_t read_count, write_count;
    uint16_t read[HW_TIMED_READS], write[HW_TIMED_WRITES];
    uint16_t latency, latency_predicate;
    uint8_t bank[4]; /* reads of each register bank, each register once */
    uint8_t kept;    /* of the first slots of operands: those whose registers a collector keeps */
    uint16_t slot[HW_TIMED_SLOTS]; /* registers there; HW_RZ: none */
    uint8_t slot_bank[HW_TIMED_SLOTS];
    struct hw_sched sched;
    uint32_t next; /* index of the instruction behind it */
    uint32_t pc;
    uint32_t line; /* of code, in which it lies */
};

struct hw_timed_code {
    struct hw_timed_insn *insn; /* by pc / unit */
    uint32_t count, unit;
    uint32_t lines; /* of the instruction cache */
    enum hw_sched_kind kind;
    bool reads_clock;
};

hw_status hw_timed_code_create(const struct hw_launch *launch, struct hw_timed_code *code,
                               struct hw_error *error);
void hw_timed_code_destroy(struct hw_timed_code *code);

/* Whether its unit has a queue of instructions. */
static inline bool hw_timed_has_queue(const struct hw_timed_insn *insn)
{
    return insn->pipe == HW_PIPE_MEMORY || insn->pipe == HW_PIPE_TEXTURE;
}

/* The instruction that the scheduling bits of `insn` pair it with; NULL: none. */
const struct hw_timed_insn *hw_timed_pair(const struct hw_timed_code *code, const struct hw_timed_insn *insn);

#endif
