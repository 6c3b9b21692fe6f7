/* SPDX-License-Identifier: MIT */
/* The asynchronous operations of a block (CTA) that have been issued and are not complete: copies from global
 * to shared memory (cp.async), arrivals at barriers that wait for copies, copies of blocks of memory by the
 * bulk engine (cp.async.bulk).
 *
 * An operation is part of an instruction, or all of it.  Its micro-operations stand behind the one that
 * issues it (async_ops.h).  The first of them read, to words that the others write.  An entry keeps the
 * registers that they need as they were at issue.  When the operation is to be done, the queue's own warp
 * executes them.
 *
 * Which moment that is, hw_launch_code.async says.  Under HW_ASYNC_LATE it is the last one that is possible:
 *
 *   DEPBAR                waits for groups that LDGDEPBAR or UTMACMDFLUSH has closed; that of WARPGROUP for
 *                         groups of products
 *   SYNCS.PHASECHK        fails for the second time in one phase: what arrives at that barrier
 *   LDS, LD               before Hopper: looks at a barrier for the second time in one phase: the same
 *   the block only waits  its warps come back to an earlier state
 *   the block ends
 *
 * Otherwise the reading and the writing come at points that are drawn from a seed, or at these, whichever is
 * earlier.  A clock counts them: it ticks when warps change, and with each asynchronous operation. */
#ifndef HW_MACHINE_ASYNC_ASYNC_QUEUE_H
#define HW_MACHINE_ASYNC_ASYNC_QUEUE_H

#include "machine/warp.h"

#define HW_ASYNC_RESULTS     4u /* words that a lane's read leaves */
#define HW_ASYNC_SCOREBOARDS 8u /* that an instruction can name; 6 are there, and HW_ASYNC_PRODUCTS */

struct hw_async_entry {
    uint32_t uop;            /* the index of the micro-operation that issued it */
    uint32_t warp;           /* its number within the block */
    uint32_t lanes, reading; /* those that take part, and of these those that read; others get zeros */
    uint32_t group;          /* that closed it, as its warp has counted them at the scoreboard; 0: none has */
    uint8_t scoreboard;
    bool has_read, done;
    uint64_t read_at, write_at; /* by the queue's clock; UINT64_MAX: when it is waited for */
    uint8_t *bytes;             /* what has been read of a block, from malloc; NULL: nothing has */
    uint32_t barrier[HW_LANES]; /* in shared memory, where it arrives */
    hw_lanes reg[HW_ASYNC_CAPTURES], result[HW_ASYNC_RESULTS];
};

/* A barrier whose phase a warp has found incomplete. */
struct hw_async_poll {
    uint32_t address, parity;
};
#define HW_ASYNC_POLLS 16u

struct hw_async_queue {
    struct hw_async_entry *entry;
    uint32_t count, capacity;
    uint32_t (*groups)[HW_ASYNC_SCOREBOARDS]; /* that each warp has closed at each scoreboard */
    uint32_t groups_capacity;
    struct hw_async_poll poll[HW_ASYNC_POLLS]; /* the last ones that failed, the next replaces the oldest */
    uint32_t polls;
    uint64_t clock;
    uint64_t draws;      /* the state of the draws; 0: nothing is drawn */
    struct hw_warp warp; /* that executes the operations */
    struct hw_warp_context context;
};

/* NULL: there is no memory. */
struct hw_async_queue *hw_async_queue_create(void);
void hw_async_queue_destroy(struct hw_async_queue *queue);
/* For a launch; false: there is no memory. */
bool hw_async_queue_prepare(struct hw_block *block);
/* The block starts. */
void hw_async_queue_start(struct hw_block *block);

/* A new entry at the end, to be filled; NULL: there is no room. */
struct hw_async_entry *hw_async_queue_add(struct hw_async_queue *queue);

/* What completes entries says whether there was no fault.  It is the block's, and the caller has to stop. */
bool hw_async_complete(struct hw_block *block, uint32_t number);
/* Everything; *any: there was something. */
bool hw_async_complete_all(struct hw_block *block, bool *any);
/* The one that was added last. */
bool hw_async_complete_last(struct hw_block *block);
/* The older half, to make room. */
bool hw_async_make_room(struct hw_block *block);
/* Copies in groups of a warp that a scoreboard counts, but for the newest `left` groups. */
bool hw_async_complete_groups(struct hw_block *block, uint32_t warp, unsigned scoreboard, uint32_t left);
/* The phase of a barrier is not complete: the second time its arrivals are done. */
bool hw_async_phase_incomplete(struct hw_block *block, uint32_t address, uint32_t parity);
/* A kernel looks at shared memory; if that is a barrier at which something is to arrive, its phase is not
 * complete. */
bool hw_async_looked_at(struct hw_block *block, uint32_t address);
/* The clock ticks: what is due is done. */
bool hw_async_tick(struct hw_block *block);

/* Close the warp's open operations of this kind, of these lanes. */
void hw_async_close_group(struct hw_block *block, uint32_t warp, uint32_t lanes, enum hw_async_kind kind,
                          unsigned scoreboard);

/* --- for async_complete.c and async_blocks.c --- */

/* Execute micro-operations; false: a fault. */
bool hw_async_execute(struct hw_block *block, const struct hw_async_entry *entry, const struct hw_uop *from,
                      const struct hw_uop *end, uint32_t lanes);
/* Read or write a block of memory, and the latter's arrival. */
bool hw_async_read_block(struct hw_block *block, struct hw_async_entry *entry);
bool hw_async_write_block(struct hw_block *block, struct hw_async_entry *entry);

/* Draw when an operation that is issued now reads and writes. */
void hw_async_draw(struct hw_async_queue *queue, struct hw_async_entry *entry);

#endif
