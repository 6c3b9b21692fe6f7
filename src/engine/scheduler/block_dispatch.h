/* SPDX-License-Identifier: MIT */
/* Block dispatch hands out the blocks of a grid that have not started, in order, a range at a time.
 *
 * Threads take ranges from a common counter.  A thread that leaves the launch before it has started all
 * blocks of its range, because the chip has no capacity for more of them, returns the rest, which is taken
 * first. Ranges avoid false sharing between threads, since neighbouring blocks mostly use neighbouring
 * memory. */
#ifndef HW_ENGINE_SCHEDULER_BLOCK_DISPATCH_H
#define HW_ENGINE_SCHEDULER_BLOCK_DISPATCH_H

#include "engine/scheduler/cache_line.h"

#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define HW_WORKERS_MAX 256u /* threads that work on a launch at the same time */
#define HW_NO_POSITION UINT64_MAX

struct hw_block_range {
    uint64_t next, end; /* empty if they are equal */
};

struct hw_block_dispatch {
    uint64_t blocks, chunk; /* of the grid; of a range */
    uint64_t order;         /* a seed from which the order of blocks is drawn; 0: as they are numbered */
    uint32_t group;         /* so many neighbouring blocks are mixed */
    _Atomic uint64_t stop;  /* blocks from this one on neither start nor go on */
    pthread_mutex_t lock;   /* of what was returned */
    _Atomic uint32_t returned_count;
    _Atomic uint64_t returned_first; /* the lowest position there; HW_NO_POSITION: none */
    /* A thread has one range, and takes no new one while there is one here, except at the same time. */
    struct hw_block_range returned[2 * HW_WORKERS_MAX];
    alignas(HW_CACHE_LINE_PAIR) _Atomic uint64_t next; /* the first block that no range has had */
};

void hw_dispatch_init(struct hw_block_dispatch *dispatch, uint64_t blocks, uint32_t workers);
/* Hand out one block at a time, so that several workers run neighbouring blocks. */
void hw_dispatch_one_by_one(struct hw_block_dispatch *dispatch);
/* Draw the order of blocks, of which the chip holds so many at once: those that wait for blocks with lower
 * numbers have to come to the chip with them. */
void hw_dispatch_draw(struct hw_block_dispatch *dispatch, uint64_t order, uint32_t resident);
void hw_dispatch_clear(struct hw_block_dispatch *dispatch);

/* Take the next range; false: none is left. */
bool hw_dispatch_take(struct hw_block_dispatch *dispatch, struct hw_block_range *range);
void hw_dispatch_return(struct hw_block_dispatch *dispatch, struct hw_block_range range);
/* Return a range and take a lower one that another thread has returned; false: there is none. */
bool hw_dispatch_exchange(struct hw_block_dispatch *dispatch, struct hw_block_range *range);

/* The block at a position of a range. */
uint64_t hw_dispatch_block(const struct hw_block_dispatch *dispatch, uint64_t position);

/* No block from this one on starts or goes on. */
void hw_dispatch_stop_at(struct hw_block_dispatch *dispatch, uint64_t block);
static inline bool hw_dispatch_is_stopped(const struct hw_block_dispatch *dispatch, uint64_t block)
{
    return block >= atomic_load_explicit(&dispatch->stop, memory_order_relaxed);
}

/* Whether a range may have blocks that may start: some of a group may, and others not. */
static inline bool hw_dispatch_has_blocks(const struct hw_block_dispatch *dispatch,
                                          struct hw_block_range range)
{
    return range.next < range.end &&
           !hw_dispatch_is_stopped(dispatch, range.next - range.next % dispatch->group);
}

/* The lowest position that no thread has, and whose block may start; HW_NO_POSITION: there is none. */
uint64_t hw_dispatch_first(struct hw_block_dispatch *dispatch);

/* About how many ranges can be taken now that begin in front of a position. */
uint64_t hw_dispatch_ranges(struct hw_block_dispatch *dispatch, uint64_t before);

#endif
