/* SPDX-License-Identifier: MIT */
/* A block's log of reductions: atomics on global memory that return nothing, and whose order decides the
 * result, such as sums of floats.
 *
 * Several workers run blocks of a launch at the same time.  A reduction of a block is done at once if it is
 * the block's turn (reduction_order.h), that is, if all reductions of lower blocks are in memory.  Otherwise
 * it is logged, and done when it is the block's turn.
 *
 * The block's own loads have to see what it has added.  So before it accesses memory to which reductions
 * are known to go, in any other way, it waits for its turn.  It also does so when there is no memory for the
 * log. */
#ifndef HW_MACHINE_MEMORY_REDUCTION_LOG_H
#define HW_MACHINE_MEMORY_REDUCTION_LOG_H

#include "machine/memory/host_atomic.h"
#include "machine/memory/reduction_bounds.h"

#include <halfwarp/memory.h>
#include <stddef.h>

struct hw_reduction_order;

/* The memory to which reductions go. */
#define HW_REDUCTION_RANGES 8u
struct hw_reduction_ranges {
    uint32_t count;
    struct hw_range at[HW_REDUCTION_RANGES];
};

/* A lane's reduction, at its host address. */
struct hw_reduction {
    uint8_t *address;
    uint64_t operand, operand2;
    struct hw_atomic_kind kind;
};

struct hw_logged_reductions {
    struct hw_reduction *at;
    size_t count, capacity;
};

struct hw_reduction_log {
    struct hw_reduction_bounds bounds; /* of the memory that it may not access before its turn */
    struct hw_reduction_order *order;  /* of the launch */
    uint64_t block;                    /* its number */
    bool has_turn;                     /* nothing is logged from now on */
    bool is_over;                      /* the block has ended, or its first quantum has */
    struct hw_range added;             /* the allocation to which it has added last */
    struct hw_reduction_ranges others; /* what others have added to, as far as the block knows, and itself */
    struct hw_logged_reductions logged;
};

/* A log without memory; NULL: the host has none. */
struct hw_reduction_log *hw_reduction_log_create(void);
void hw_reduction_log_destroy(struct hw_reduction_log *log);

/* The log belongs to a block that starts now. */
void hw_reduction_log_begin(struct hw_reduction_log *log, struct hw_reduction_order *order, uint64_t block);

/* Before reductions to words that lie within `bytes`: whether they are to be logged. */
bool hw_reduction_log_takes(struct hw_reduction_log *log, struct hw_range bytes);

/* Log a reduction, or do it at last. */
void hw_reduction_log_add(struct hw_reduction_log *log, const struct hw_reduction *reduction);

/* Before any other access to bytes: wait for the block's turn if reductions go there. */
void hw_reduction_log_drain(struct hw_reduction_log *log, struct hw_range bytes);

/* The block's first quantum is over, and it goes on later: wait for its turn.  It keeps the turn, and logs
 * nothing from now on. */
void hw_reduction_log_stop(struct hw_reduction_log *log);

/* The block has ended.  What it has logged is done in its turn, by some worker. */
void hw_reduction_log_end(struct hw_reduction_log *log);

/* Do all of them, one after the other. */
void hw_reduction_apply(const struct hw_logged_reductions *logged);

#endif
