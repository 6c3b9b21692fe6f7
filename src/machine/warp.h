/* SPDX-License-Identifier: MIT */
/* The state of a running block (CTA): its warps, their paths, shared and local memory, barriers.
 *
 * A worker has one struct hw_block and uses it for one block of the grid after another; nothing is
 * allocated while a kernel runs, except for blocks that wait for others (resident_scheduler.h).  Operations
 * get a struct hw_regs, which is the first member of a warp, so those that need more than registers (memory,
 * control) find the warp, and through it the block. */
#ifndef HW_MACHINE_WARP_H
#define HW_MACHINE_WARP_H

#include <halfwarp/machine.h>

#include "machine/chip/kernel_abi.h"
#include "machine/launch_geometry.h"
#include "machine/memory/device_memory.h"
#include "ops/uop.h"

struct hw_async_queue; /* async/async_queue.h */
struct hw_block;
struct hw_executable;       /* engine/executable.h: what runs the program */
struct hw_paths;            /* machine/paths */
struct hw_program;          /* machine/program.h */
struct hw_reduction_bounds; /* memory/reduction_bounds.h */
struct hw_reduction_buffer; /* memory/reduction_buffer.h */
struct hw_reduction_log;    /* memory/reduction_log.h */

/* Set by a micro-op that does not simply pass on to the next one; HW_EVENT_NONE is 0. */
enum hw_event {
    HW_EVENT_NONE = 0,
    HW_EVENT_LANES /* other lanes are active */,
    HW_EVENT_JUMP,
    HW_EVENT_STOP
};

/* Why a warp stopped running. */
enum hw_stop_reason { HW_STOP_YIELD = 0, HW_STOP_BARRIER, HW_STOP_CLOCK, HW_STOP_DONE, HW_STOP_FAULT };

struct hw_warp {
    struct hw_regs regs;  /* must be first */
    uint8_t event;        /* enum hw_event */
    uint8_t stop_reason;  /* enum hw_stop_reason, when the event is HW_EVENT_STOP */
    bool narrow;          /* the active lanes lie in one window: uop->narrow */
    uint8_t waiting;      /* 1 + the barrier that it waits at, 0: it can run */
    bool waits_whole;     /* as one path, at a common barrier: nothing more is to be done when that opens */
    uint8_t reduction;    /* enum hw_bar_reduction that it asked that barrier for */
    uint32_t reduced;     /* what the last barrier with a reduction came to */
    uint32_t active;      /* lanes on the current path */
    uint32_t live;        /* lanes that have started and not ended */
    uint32_t run_start;   /* instruction at which the current straight run began, for counting */
    int32_t budget;       /* instructions left before a jump lets the next warp run */
    bool after_barrier;   /* the budget is the one behind a barrier, which ends at the first jump */
    uint32_t next;        /* micro-operation at which it goes on */
    uint32_t yield_index; /* where it used up its last budget: the jump to `next` */
    uint64_t clock;       /* what a listener says that the clock reads */
    uint64_t wakes;       /* the device's clock at which it has slept enough (device_clock.h) */
    struct hw_paths *paths;
    struct hw_warp_context *warp_context; /* NULL: it has not started, or has ended */
    struct hw_block *block;

    /* The same in every block of a launch. */
    uint32_t launched;   /* lanes that have a thread */
    uint32_t number;     /* within the block */
    hw_lanes thread_ids; /* $r0 at the entry point */
};

/* A barrier counts the warps that arrived, or their lanes. */
struct hw_barrier {
    uint32_t arrived;
    uint32_t expected;    /* count of the last arrival; HW_BARRIER_ALL: all of every warp that still runs */
    uint32_t voters, yes; /* reductions: threads that brought a predicate, and those for which it was true */
};
#define HW_BARRIER_ALL 0xffffffffu

/* An order that is drawn from a seed (engine/scheduler/drawn_order.h). */
struct hw_drawn_order {
    uint64_t state;       /* of the draws; 0: nothing is drawn */
    uint32_t first, step; /* of the order; step 0: there is none yet */
    uint32_t changes;     /* after so many passes, on average; 0: never */
};

/* A quantum: what a block executes before other resident blocks run (warp_scheduler.c). */
#define HW_QUANTUM_SAMPLES 4
struct hw_block_quantum {
    uint32_t count;                    /* quanta so far */
    uint64_t end;                      /* it ends when the block has executed so many instructions */
    uint64_t next_sample, gap;         /* when its state is looked at next, and how much later again */
    int32_t slice;                     /* the budget of warps in this pass; */
    int32_t budget, waiting_budget;    /* in the next one; in the next one while warps wait at barriers */
    uint64_t seen[HW_QUANTUM_SAMPLES]; /* what the last samples saw */
    uint32_t samples;
    uint64_t begin;         /* instructions at its begin */
    uint64_t sample;        /* the last one */
    uint64_t state, length; /* of the last idle quantum: its last sample, and its instructions */
    uint32_t spun;    /* idle quanta, one after the other, without a warp that ended or came to a barrier */
    bool idle;        /* the block had come back to an earlier state: it waits for others */
    bool only_waited; /* and has done nothing else in the quantum */
};

#define HW_RANGE_CACHE   256 /* many, so that the accesses of a loop do not share one */
#define HW_RANGES_RECENT 8
#define HW_SHARED_MAX    65536u
#define HW_NO_SLOT       UINT32_MAX

/* The memory of a warp, which is reused from launch to launch. */
struct hw_warp_context {
    hw_lanes *reg;
    uint32_t registers;
    struct hw_paths *paths;
    size_t paths_bytes;
    uint64_t version; /* of the code for which the registers are as they have to be before a warp starts; 0:
                         none */
    bool special;     /* special registers have been filled in the launch, last for this warp and block: */
    uint32_t special_warp;
    uint64_t special_block;
};

/* The key of the warps of a launch: what they have in common in all of its blocks. */
struct hw_warp_key {
    const struct hw_kernel_abi *kernel_abi;
    uint32_t size[3], threads, lanes; /* of a block, and of a warp */
    uint32_t kind;                    /* of the program: enum hw_program_type */
    uint32_t special_count;
    uint8_t special[HW_SPECIAL_REGISTERS];
};

/* The subscriptions of all of a launch's listeners. */
struct hw_subscriptions {
    bool blocks, warps, issues, writes, accesses, barriers, clock, one_worker;
};

/* The values of a program's literals in a launch. */
struct hw_literals {
    const uint32_t *word;
    uint64_t version; /* no other program, and none with other literals, has the same */
};

struct hw_block {
    const struct hw_launch *launch;
    const struct hw_kernel_abi *kernel_abi;
    const struct hw_program *program;
    const struct hw_executable *code;
    struct hw_literals literals;              /* of the launch */
    const _Atomic uint64_t *stop;             /* blocks from this one on end with their quantum */
    _Atomic bool *spins;                      /* whether a block of the launch was found spinning */
    struct hw_subscriptions subscriptions;    /* of all listeners */
    uint8_t *window;                          /* host address of device address 0 */
    bool alone;                               /* no other thread runs blocks on the memory meanwhile */
    uint32_t described[HW_LANES];             /* what lanes read of descriptions of textures and surfaces */
    struct hw_range cached[HW_RANGE_CACHE];   /* the range cache, by micro-op; of longer ranges 4 GiB */
    uint64_t accessed[HW_RANGE_CACHE];        /* host address of the last access, likewise: for prefetching */
    struct hw_range recent[HW_RANGES_RECENT]; /* the last ranges that any micro-op hit: code without loops
                                                 comes to each micro-op once */
    uint32_t recent_count;                    /* found in all; the next replaces the oldest */

    struct hw_windows windows; /* of generic addresses */

    uint8_t *shared;
    uint32_t shared_bytes;     /* where the block's own end */
    bool behind_used;          /* something beyond its own has been accessed since that was zero */
    uint32_t shared_end;       /* and with what the chip gives it beyond (chip/shared_layout.h) */
    uint32_t shared_groups[2]; /* of that, what the program uses for cooperative groups: begin and end */
    uint32_t *locked;          /* a bit for each word of shared memory */
    uint32_t *locked_global;   /* HW_GLOBAL_LOCK_WORDS: bits for words of global memory, which share them */
    uint8_t *local;
    uint32_t local_bytes;    /* per thread */
    uint32_t local_first;    /* address of the first of them */
    size_t local_warp_bytes; /* distance between the local memories of two warps */
    size_t local_touched;    /* every warp's is zero up to here: nothing was stored below */

    struct hw_warp *warp;
    uint32_t warp_count, warps_started, warps_running;
    bool begins_otherwise;     /* warps begin with more than cleared registers (warp_context.c) */
    bool may_run_stateless;    /* warps may be taken without a state (stateless.h) */
    uint32_t stateless_misses; /* no warp could, so many times since one could */
    struct hw_barrier barrier[HW_BARRIERS];
    uint32_t barriers_used; /* a bit for each at which a warp has arrived; the others are all zero */
    struct hw_block_quantum quantum;
    struct hw_drawn_order drawn; /* of its warps */

    uint64_t number; /* in the order of starting */
    uint32_t id[3];
    uint32_t slot;         /* on the chip (chip/sm_slot.h); HW_NO_SLOT: as its number says */
    uint32_t slots;        /* that the launch has; 0: not counted yet */
    uint32_t sms;          /* multiprocessors that it has */
    uint64_t instructions; /* executed by this block */
    uint64_t clocked;      /* of these, those that the device's clock has counted */
    uint32_t interpreted;  /* of the launch's, those that its tiers do not know of yet (engine/tiers) */
    uint32_t slices;       /* of its warps so far, which are sampled (engine/tiers/tier_speed.h) */
    struct hw_reduction_buffer *pending; /* additions not in memory yet; NULL: every one is done at once */
    struct hw_reduction_log *log;        /* its own; NULL: reductions come to memory in any order */
    const struct hw_reduction_bounds *deferred; /* of either of these */
    struct hw_async_queue
        *async;            /* operations that are not done yet; NULL: all are done where they are issued */
    struct hw_stats stats; /* of all blocks that were run in it */
    struct hw_fault fault;

    /* Among others (resident_scheduler.h). */
    struct hw_block *next_waiting, *next_used;
    uint64_t waited_at;       /* the launch's progress of which it has seen all, and only waited */
    bool read_clock;          /* since it was cleared */
    bool watched, met_others; /* while watched: whether it accessed memory that the host may write to at any
                                 time, or that lies beside all allocations */

    /* Memory that is reused, and its sizes. */
    struct hw_warp_context *warp_contexts;  /* one for each warp */
    struct hw_warp_context **free_contexts; /* that no warp has, the one that was released last at the end */
    uint32_t free_context_count;
    struct hw_warp_key warp_key; /* that `warp` and the next are for */
    hw_lanes *special_by_number; /* of each warp: what its number decides; room for HW_SPECIAL_REGISTERS */
    uint32_t warps_max;
    size_t shared_max, locked_max, local_max, pool_bytes;
    struct hw_reduction_buffer *pending_memory;
    struct hw_async_queue *async_memory;
};

static inline struct hw_warp *hw_warp_of(struct hw_regs *regs)
{
    return (struct hw_warp *)regs;
}

/* Where the windows of generic addresses begin. */
static inline uint64_t hw_shared_window(const struct hw_block *block)
{
    return (uint64_t)block->windows.high << 32 | block->windows.shared;
}

static inline uint64_t hw_local_window(const struct hw_block *block)
{
    return (uint64_t)block->windows.high << 32 | block->windows.local;
}

/* Written out because the baseline x86-64 has no instruction for it and the library call is slow. */
static inline unsigned hw_lane_count(uint32_t mask)
{
    mask -= mask >> 1 & 0x55555555u;
    mask = (mask & 0x33333333u) + (mask >> 2 & 0x33333333u);
    return ((mask + (mask >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24;
}

static inline unsigned hw_lowest_lane(uint32_t mask)
{
    return (unsigned)__builtin_ctz(mask);
}

/* Stop the block.  `lane` is the one to name; HW_NO_LANE: the lowest active one.  The sentence is
 * printf-style. */
#define HW_NO_LANE 0xffu
struct hw_access {
    uint8_t space, size, index;
    uint64_t address;
};
void hw_warp_fault(struct hw_warp *warp, const struct hw_uop *uop, unsigned kind, unsigned lane,
                   const struct hw_access *access, const char *format, ...)
    __attribute__((format(printf, 6, 7), cold));

/* The error of a launch that a fault ended. */
hw_status hw_fault_fail(struct hw_error *error, hw_status status, const struct hw_fault *fault);

/* Record the block's first fault without stopping: the warp runs on. */
void hw_warp_note_fault(struct hw_warp *warp, const struct hw_uop *uop, unsigned kind, unsigned lane,
                        const struct hw_access *access, const char *format, ...)
    __attribute__((format(printf, 6, 7), cold));

/* Flush the reductions of the blocks so far to memory (memory/reduction_buffer.h). */
void hw_block_finish(struct hw_block *block);

#endif
