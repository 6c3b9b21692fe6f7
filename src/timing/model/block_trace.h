/* SPDX-License-Identifier: MIT */
/* What a block did, as the clock needs it: for each warp its instructions in order, and what they did to
 * memory and barriers.
 *
 * It is written while the block runs and read when the model puts the block on a multiprocessor, and freed
 * when the block has ended there.  Instructions are runs of neighbours in the code; only the last one of a
 * run may have acts: accesses and barriers, which stand in a list of their own. */
#ifndef HW_TIMING_MODEL_BLOCK_TRACE_H
#define HW_TIMING_MODEL_BLOCK_TRACE_H

#include "timing/access/coalesce.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A run: place of the first instruction (index in hw_timed_code), how many, whether the last has acts. */
#define HW_RUN_PLACE_BITS 20u
#define HW_RUN_MOST       2047u
static inline uint32_t hw_run_word(uint32_t place, uint32_t count, bool acts)
{
    return place | count << HW_RUN_PLACE_BITS | (uint32_t)acts << 31;
}

/* Words of a list that grows. */
struct hw_words {
    uint32_t *word;
    uint32_t count, max;
};
bool hw_words_add(struct hw_words *words, uint32_t word);

enum hw_act_kind {
    HW_ACT_NONE = 0,
    HW_ACT_SHARED,   /* passes through shared memory */
    HW_ACT_CONSTANT, /* different addresses of constant memory; their lines stand behind it, passes of them */
    HW_ACT_LINES,    /* lines of global or local memory */
    HW_ACT_TEXTURE,  /* lines of a texture; without lines the lookup's addresses are not known */
    HW_ACT_BARRIER,  /* arrival */
    HW_ACT_CLOCK,    /* a clock register is read */
    HW_ACT_SLEEP     /* the warp sleeps */
};

/* The first word of an act. */
struct hw_act {
    uint8_t kind;   /* enum hw_act_kind */
    uint8_t access; /* enum hw_access_kind; of a barrier whether the warp waits */
    uint8_t local;  /* 1: local memory */
    uint8_t more;   /* 1: the instruction has another act behind it */
    uint32_t count; /* passes; lines, which stand behind it; the number of a barrier's use; clocks of sleep */
    uint32_t passes; /* of atomics: lanes that hit one address, at most; of lookups: turns; else parts of the
                        warp */
};
/* Reads the act at *place and moves on to its lines. */
struct hw_act hw_act_read(const struct hw_words *words, uint32_t *place);
/* Whether the arrival that has just been read waits, after all. */
bool hw_act_still_waits(const struct hw_words *words, uint32_t place);
bool hw_line_add(struct hw_words *words, const struct hw_line_request *line);
struct hw_line_request hw_line_read(const struct hw_words *words, uint32_t *place);

struct hw_warp_trace {
    struct hw_words runs, acts;
    struct hw_words lanes; /* of each run: how many have executed its instructions, of all together */
    uint32_t expected;     /* the place behind its last instruction; HW_NO_RUN: the last run is over */
    uint32_t last_act;
    uint16_t held;     /* barriers at which lanes of it wait, a bit each */
    uint8_t waits;     /* 1 + the barrier of its last arrival, if nothing has come since */
    bool ended;        /* nothing more will come */
    uint8_t clock;     /* enum hw_clock_ask */
    uint64_t clock_at; /* the answer */
};
#define HW_NO_RUN UINT32_MAX

/* A warp that reads the clock asks the model, which answers when it has come there. */
enum hw_clock_ask { HW_CLOCK_NOT_ASKED = 0, HW_CLOCK_ASKED, HW_CLOCK_ANSWERED };

/* A use of a barrier: those who arrive until it is released. */
struct hw_barrier_use {
    uint32_t expected;
    uint32_t ended;   /* warps that had ended, where the end of one has released it, and no arrival */
    bool released;    /* nobody else will arrive */
    uint32_t arrived; /* the model's count */
};

struct hw_block_trace {
    uint64_t number;
    bool complete; /* the block has ended */
    uint32_t warp_count;
    struct hw_warp_trace *warp;
    uint32_t ended; /* warps */
    bool end_last;  /* a warp has ended since one has arrived at a barrier */
    struct hw_barrier_use *use;
    uint32_t use_count, use_max;
    uint32_t open[16]; /* 1 + the use of each barrier that is not released yet */
    bool no_memory;
    struct hw_block_trace *next; /* among those of no use now */
};

struct hw_block_trace *hw_block_trace_create(uint32_t warps);
void hw_block_trace_reset(struct hw_block_trace *trace, uint64_t number);
void hw_block_trace_destroy(struct hw_block_trace *trace);
size_t hw_block_trace_bytes(const struct hw_block_trace *trace);

/* An instruction is issued, which so many lanes execute; `next` stands behind it. */
void hw_trace_insn(struct hw_block_trace *trace, uint32_t warp, uint32_t place, uint32_t next,
                   uint32_t lanes);
/* The last instruction of a warp has one more act; its lines follow. */
void hw_trace_act(struct hw_block_trace *trace, uint32_t warp, const struct hw_act *act);
/* An arrival; the warp's last instruction gets it as an act.  Lanes may wait while others of their warp go
 * on: an instruction of the warp before its release says so, and then the arrival no longer waits. */
void hw_trace_arrival(struct hw_block_trace *trace, uint32_t warp, unsigned barrier, bool waits);
/* The barrier lets a warp go. */
void hw_trace_release(struct hw_block_trace *trace, uint32_t warp, unsigned barrier);
void hw_trace_warp_end(struct hw_block_trace *trace, uint32_t warp);
/* The block has ended, and so have its warps. */
void hw_trace_end(struct hw_block_trace *trace);

#endif
