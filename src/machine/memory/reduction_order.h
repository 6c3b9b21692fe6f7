/* SPDX-License-Identifier: MIT */
/* The order of a launch's reductions: those of a block come to memory when those of all lower blocks are
 * there, as if one worker ran one block after the other.
 *
 * `turn` is the lowest block that is not over.  Blocks start in order, so this block runs on some worker, and
 * waits for nobody.  A higher block that ends leaves its log here, for the worker that brings the turn to it.
 *
 * Blocks other than the first start when that has ended: by then the launch knows to which memory reductions
 * go (`added`), and a block that accesses it in another way waits for its turn first.  A kernel whose blocks
 * do that has nothing to gain from several workers; the rest of the launch then runs on one (`serial`). */
#ifndef HW_MACHINE_MEMORY_REDUCTION_ORDER_H
#define HW_MACHINE_MEMORY_REDUCTION_ORDER_H

#include "machine/memory/reduction_log.h"

#include <halfwarp/machine.h>
#include <pthread.h>
#include <stdatomic.h>

#define HW_REDUCTION_AHEAD 64u                /* at most, see `ahead` */
#define HW_REDUCTION_BYTES ((size_t)64 << 20) /* of the logs of a launch, unless it says otherwise */

struct hw_reduction_order {
    pthread_mutex_t lock; /* of what is not atomic */
    pthread_cond_t moved; /* the turn has */
    _Atomic uint64_t turn;
    const _Atomic uint64_t *stop; /* of higher blocks no reduction comes to memory */
    const struct hw_memory *memory;
    uint64_t ahead;               /* blocks that may have started, from the one on that has the turn */
    _Atomic uint64_t first_yield; /* the first block that goes on behind its turn; UINT64_MAX: none does */
    struct {
        bool is_over;
        struct hw_logged_reductions logged;
    } over[HW_REDUCTION_AHEAD]; /* by block */
    struct hw_reduction_ranges added;
    _Atomic size_t bytes; /* of the logs, */
    size_t most;          /* and at most */

    _Atomic bool serial;       /* one worker runs the rest of the launch: */
    enum hw_one_worker reason; /* why, */
    uint64_t serial_from;      /* and the block that was the reason */
};

/* `stop`: of the launch's block dispatch; `resident`: blocks that the chip holds at once. */
void hw_reduction_order_init(struct hw_reduction_order *order, const struct hw_launch *launch,
                             const _Atomic uint64_t *stop, uint32_t resident);
/* Nobody runs blocks of the launch any more. */
void hw_reduction_order_clear(struct hw_reduction_order *order);

/* From a block on the launch runs on one worker. */
void hw_reduction_order_serialize(struct hw_reduction_order *order, enum hw_one_worker reason,
                                  uint64_t block);
/* In its turn, a block is found to go on later, which also does that. */
void hw_reduction_order_yield(struct hw_reduction_order *order, uint64_t block);

/* While several workers run the launch: wait until a block may start.  False: it may not, nor any higher
 * one, before a block ends that goes on behind its turn. */
bool hw_reduction_order_wait_start(struct hw_reduction_order *order, uint64_t block);

static inline bool hw_reduction_order_is_serial(const struct hw_reduction_order *order)
{
    return atomic_load_explicit(&order->serial, memory_order_acquire);
}

/* --- for logs --- */

static inline bool hw_reduction_order_has_turn(const struct hw_reduction_order *order, uint64_t block)
{
    return atomic_load_explicit(&order->turn, memory_order_acquire) == block;
}
/* No reduction of a block comes to memory any more: a lower one has stopped the launch. */
static inline bool hw_reduction_order_drops(const struct hw_reduction_order *order, uint64_t block)
{
    return block > atomic_load_explicit(order->stop, memory_order_acquire);
}

/* Wait until a block has the turn, or no reduction of it comes to memory. */
void hw_reduction_order_wait_turn(struct hw_reduction_order *order, uint64_t block);
/* A block is over, and this is left of its log. */
void hw_reduction_order_end(struct hw_reduction_order *order, uint64_t block,
                            struct hw_logged_reductions *logged);

/* Reductions go to words within these bytes, and so perhaps anywhere in their allocation, which is returned.
 */
struct hw_range hw_reduction_order_add(struct hw_reduction_order *order, struct hw_range bytes);
/* All memory to which they go. */
struct hw_reduction_ranges hw_reduction_order_ranges(struct hw_reduction_order *order);

/* Whether so many more bytes may be logged; then they count. */
bool hw_reduction_order_takes(struct hw_reduction_order *order, size_t bytes);

#endif
