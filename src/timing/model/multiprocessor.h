/* SPDX-License-Identifier: MIT */
/* A multiprocessor: its warps, schedulers, units and first caches.
 *
 * It runs by itself up to a given time (hw_sm_advance): nothing that others do reaches it earlier than the
 * latency of the second cache.  Its requests to memory lie in `sent`; they are answered between two calls
 * (hw_sm_answer). */
#ifndef HW_TIMING_MODEL_MULTIPROCESSOR_H
#define HW_TIMING_MODEL_MULTIPROCESSOR_H

#include "timing/model/block_trace.h"
#include "timing/model/memory_system.h"
#include "timing/model/timeline.h"
#include "timing/model/timed_code.h"

/* Why a warp did not issue. */
/* clang-format off */
#define HW_STALLS(X) \
    X(FIXED,        "fixed",        "the count of its scheduling bits, or the distance of two issues") \
    X(EXECUTION,    "execution",    "a result of arithmetic") \
    X(MEMORY,       "memory",       "a result from global or local memory") \
    X(SHARED,       "shared",       "a result from shared or constant memory") \
    X(TEXTURE,      "texture",      "a result of a texture lookup") \
    X(BARRIER,      "barrier",      "other warps at a barrier") \
    X(SLEEPING,     "sleeping",     "the time that NANOSLEEP says") \
    X(BRANCH,       "branch",       "the instruction behind a jump") \
    X(FETCH,        "fetch",        "the instruction itself") \
    X(PIPE,         "pipe",         "a unit that is busy") \
    X(THROTTLE,     "throttle",     "room in the queue of memory instructions") \
    X(NOT_SELECTED, "not_selected", "its scheduler, which issued another warp")
/* clang-format on */

enum hw_stall {
#define HW_STALL_NAME(name, text, summary) HW_STALL_##name,
    HW_STALLS(HW_STALL_NAME)
#undef HW_STALL_NAME
        HW_STALL_COUNT
};

#define HW_SCHEDULERS_MAX   4u
#define HW_WARPS_MAX        64u /* of a multiprocessor */
#define HW_BLOCKS_MAX       32u
#define HW_L1_PARTS_MAX     2u
#define HW_MEMORY_PARTS_MAX 16u
#define HW_ACTIVE_MAX       8u

struct hw_sm_warp {
    struct hw_warp_trace *trace; /* NULL: there is no warp */
    uint32_t run, act;           /* what comes next in its lists */
    uint32_t place, left;        /* the next instruction, and how many of its run are left with it */
    bool acts;                   /* the last of the run has acts */
    bool at_barrier;
    bool starved;                  /* what it does next is not recorded yet */
    uint8_t why;                   /* enum hw_stall: what it waits for until it is ready */
    uint32_t use;                  /* of a barrier, at which it waits */
    uint8_t block;                 /* slot of its block */
    bool aside;                    /* its scheduler turns to others meanwhile */
    bool pipe_busy;                /* it was ready and its unit was not */
    uint64_t issued_at;            /* the last instruction */
    uint64_t began;                /* its first clock that is an issue or a stall */
    uint32_t lanes;                /* of its run: that execute the instructions that are left */
    uint64_t earliest;             /* the next one may not issue before, whatever it needs */
    uint64_t met;                  /* when it has what it needs, where the scheduler issues it too early */
    uint64_t ready[HW_WAIT_COUNT]; /* when each register can be read; HW_TIME_UNKNOWN: not known yet */
    uint8_t source[HW_WAIT_COUNT]; /* enum hw_stall: who makes it */
    struct {
        uint32_t waiting; /* results that it waits for whose time is not known */
        uint64_t ready;
        uint8_t source;
    } board[HW_SCOREBOARD_COUNT];
};

struct hw_sm_block {
    struct hw_block_trace *trace; /* NULL: the slot is free */
    uint64_t free_at;             /* since when */
    uint32_t warps_left;
    uint64_t starts; /* when its first instructions issue, until it has begun */
};

/* Where the operands of an instruction come together (operand_banks.c). */
#define HW_COLLECTORS 2
struct hw_collector {
    uint32_t warp;  /* whose they are; HW_WARPS_MAX: nobody's */
    uint32_t place; /* of the instruction */
    uint64_t taken_until;
};

struct hw_sm_scheduler {
    uint64_t ready_at[HW_WARPS_MAX]; /* of each of its warps */
    uint64_t next;                   /* when it has something to do */
    uint32_t turn_rest;              /* tenths of a clock that turning away from a warp has left over */
    uint64_t bank_free[4];
    uint64_t held_until; /* when it goes on behind the instruction before */
    uint32_t held;       /* clocks for which its operands hold up the others */
    struct hw_collector collector[HW_COLLECTORS];
    uint32_t count;                /* of its warps */
    uint32_t greedy;               /* the one that it looks at before all others; HW_WARPS_MAX: none */
    uint8_t order[HW_WARPS_MAX];   /* in which it looks at them */
    uint8_t active[HW_ACTIVE_MAX]; /* the few that it chooses from, where it does not choose from all */
    uint32_t active_count;
    uint64_t issues, busy; /* instructions; clocks in which it issued */
};

/* Someone who waits for lines. */
struct hw_pending_load {
    uint32_t warp, waiting;
    uint32_t next; /* of those that are free, or that come back in order */
    const struct hw_timed_insn *insn;
    uint64_t time;
    uint8_t source; /* enum hw_stall */
    bool live;      /* its warp still runs */
    bool in_order;
};

struct hw_waiter {
    uint32_t token, next;
};

struct hw_sm_counts {
    uint64_t issued, pairs, reissued, busy_clocks, resident_clocks, resident_warps;
    uint64_t l1_reads, l1_hits, texture_reads, texture_hits, shared_passes;
    uint64_t first_clock, last_clock;
    uint64_t pipe_ticks[HW_PIPE_COUNT];
    uint64_t work[HW_WORK_COUNT];
};

struct hw_insn_costs {
    uint64_t issues;
    uint64_t stall[HW_STALL_COUNT];
};

struct hw_sm {
    const struct hw_chip_info *chip;
    const struct hw_timed_code *code;
    const struct hw_work_times *times; /* HW_WORK_COUNT */
    uint32_t number;
    uint64_t now;
    uint32_t block_slots, warps_per_block;
    uint32_t resident; /* blocks */
    uint32_t starved;  /* warps: time stands still until they go on */
    struct hw_sm_block block[HW_BLOCKS_MAX];
    uint8_t dealt[HW_BLOCKS_MAX]; /* the slots whose blocks begin in the next step, in order */
    uint32_t dealt_count;
    struct hw_sm_warp *warp; /* HW_WARPS_MAX */
    struct hw_sm_scheduler scheduler[HW_SCHEDULERS_MAX];
    uint64_t pipe_free[HW_SCHEDULERS_MAX][HW_PIPE_COUNT]; /* ticks; row 0 where all share them */
    uint64_t work_free[HW_SCHEDULERS_MAX][HW_WORK_COUNT];
    uint64_t send_free;  /* ticks: the way to memory */
    uint64_t back_free;  /* ticks: the way back */
    uint32_t back_ticks; /* of a sector */
    struct hw_sector_cache l1[HW_L1_PARTS_MAX], texture, constant, constant2, code1, code2;

    struct hw_pending_load *pending;
    uint32_t pending_count, pending_max, pending_free;
    uint32_t order_first, order_last; /* loads whose results come back in order; UINT32_MAX: none */
    uint64_t last_return;
    struct hw_waiter *waiter;
    uint32_t waiter_count, waiter_max, waiter_free;
    const struct hw_memory_system *memory;
    struct hw_memory_request *sent;                          /* by time */
    uint32_t sent_count, sent_max, sent_now, sent_served;    /* handed over; answered */
    struct hw_memory_request *for_part[HW_MEMORY_PARTS_MAX]; /* of those handed over: the last one first */
    bool no_memory;

    struct hw_sm_counts counts;
    struct {
        struct hw_time_series issues, lanes, warps; /* instructions; their lanes; clocks of warps */
    } over_time;
    struct hw_insn_costs *cost;      /* of each place of the code */
    struct hw_sm_timeline *timeline; /* NULL: nobody asked for it */
};

bool hw_sm_create(struct hw_sm *sm, const struct hw_chip_info *chip, uint32_t number,
                  const struct hw_memory_system *memory);
void hw_sm_destroy(struct hw_sm *sm);
/* Begin a launch: nothing is resident. */
bool hw_sm_begin(struct hw_sm *sm, const struct hw_timed_code *code, const struct hw_work_times *times,
                 uint32_t block_slots, uint32_t warps_per_block);

/* The slot that has been free for longest; block_slots: none is. */
uint32_t hw_sm_free_slot(const struct hw_sm *sm);
/* A block gets a slot; its first instructions issue at `time`. */
void hw_sm_deal(struct hw_sm *sm, uint32_t slot, struct hw_block_trace *trace, uint64_t time);
/* Begin the blocks that were dealt out. */
void hw_sm_start_blocks(struct hw_sm *sm);

/* More may be recorded: warps of which nothing was go on, from `now` on. */
void hw_sm_look_again(struct hw_sm *sm, uint64_t now);
/* Run until `until`, or until a warp is starved; blocks that end leave their traces in *ended, a list. */
void hw_sm_advance(struct hw_sm *sm, uint64_t until, struct hw_block_trace **ended);
/* The clock of its next issue; HW_TIME_UNKNOWN: it waits for memory, or has no block. */
uint64_t hw_sm_next(const struct hw_sm *sm);

/* Requests that leave before `until` are to be served, each by one of so many parts of memory. */
void hw_sm_hand_over(struct hw_sm *sm, uint64_t until, uint32_t parts);
/* The first `sent_served` requests have their answers: bring them back and hand them out. */
void hw_sm_answer(struct hw_sm *sm);

/* --- between the parts of this concept --- */

/* A scheduler looks at this warp behind all others from now on. */
void hw_sm_put_last(struct hw_sm_scheduler *scheduler, uint32_t at);
/* Bring a warp to its next run; false: there is none. */
bool hw_sm_next_run(struct hw_sm_warp *warp);

/* units.c: when the units of an instruction can take it; with the one that it is paired with; they take it,
 * for `operand` clocks at least, as operands in shared memory want. */
uint64_t hw_sm_units_free(const struct hw_sm *sm, uint32_t scheduler, const struct hw_timed_insn *insn);
uint64_t hw_sm_units_free_for_pair(const struct hw_sm *sm, uint32_t scheduler,
                                   const struct hw_timed_insn *insn);
void hw_sm_use_units(struct hw_sm *sm, uint32_t scheduler, const struct hw_timed_insn *insn,
                     uint64_t operand);
/* warp_choice.c: the warp that a scheduler issues now, an index in its list; `count`: none can, and *wake is
 * when one may.  Then where that one stands in the order. */
uint32_t hw_sm_choose(struct hw_sm *sm, uint32_t number, uint64_t *wake);
void hw_sm_reorder(const struct hw_sm *sm, struct hw_sm_scheduler *scheduler, uint32_t at, bool stays);
/* operand_banks.c: the operands of a warp's next instruction are read; returns for how many clocks that holds
 * up the scheduler.  The scheduler is held up behind what issues now, and so are the stall counts of its
 * warps.  Nothing is kept for a warp any more. */
uint32_t hw_sm_use_banks(struct hw_sm *sm, struct hw_sm_scheduler *scheduler, uint32_t warp);
void hw_sm_hold(struct hw_sm *sm, uint32_t number, uint32_t clocks);
void hw_sm_leave_collectors(struct hw_sm_scheduler *scheduler, uint32_t warp);
/* code_fetch.c: the warp waits for its next instruction where that lies in another line than the one before.
 */
void hw_sm_fetch(struct hw_sm *sm, struct hw_sm_warp *w);
/* pending_loads.c: a load that waits for lines, UINT32_MAX: no memory; it waits for a cached line, too; one
 * of its lines is there. */
uint32_t hw_sm_add_pending(struct hw_sm *sm, uint32_t warp, const struct hw_timed_insn *insn, uint8_t source);
void hw_sm_add_waiter(struct hw_sm *sm, struct hw_cached_line *entry, uint32_t token);
void hw_sm_arrive(struct hw_sm *sm, uint32_t token, uint64_t time);
/* Results that come back in the order of their instructions: one that is known at `time` comes when this
 * returns; a load takes its place. */
uint64_t hw_sm_next_return(struct hw_sm *sm, uint64_t time);
void hw_sm_join_order(struct hw_sm *sm, uint32_t token);
/* More room in a list, in cache lines of its own; false: no memory. */
bool hw_sm_grow(void **list, uint32_t *max, size_t size);
/* load_store.c: the acts of a memory instruction that issues at sm->now. */
void hw_sm_access(struct hw_sm *sm, uint32_t warp, const struct hw_timed_insn *insn);
/* results.c: results of an instruction are there at `time`; the source of waiting is `source`. */
void hw_sm_result(struct hw_sm *sm, uint32_t warp, const struct hw_timed_insn *insn, uint64_t time,
                  uint8_t source);
void hw_sm_result_pending(struct hw_sm *sm, uint32_t warp, const struct hw_timed_insn *insn, uint8_t source);
/* Find out when the warp's next instruction can issue. */
void hw_sm_find_ready(struct hw_sm *sm, uint32_t warp);

#endif
