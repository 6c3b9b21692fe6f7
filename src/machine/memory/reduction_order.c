/* SPDX-License-Identifier: MIT */
/* See reduction_order.h. */
#include "machine/memory/reduction_order.h"

#include "machine/memory/device_memory.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LOOK_TIME 1000000 /* nanoseconds between two looks at whether the launch is stopped */

void hw_reduction_order_init(struct hw_reduction_order *order, const struct hw_launch *launch,
                             const _Atomic uint64_t *stop, uint32_t resident)
{
    memset(order, 0, sizeof *order);
    pthread_mutex_init(&order->lock, NULL);
    pthread_cond_init(&order->moved, NULL);
    order->stop = stop;
    order->memory = launch->memory;
    atomic_init(&order->first_yield, UINT64_MAX);
    order->ahead = resident < HW_REDUCTION_AHEAD ? resident : HW_REDUCTION_AHEAD;
    order->most = launch->host.log_bytes ? launch->host.log_bytes : HW_REDUCTION_BYTES;
}

void hw_reduction_order_clear(struct hw_reduction_order *order)
{
    for (unsigned i = 0; i < HW_REDUCTION_AHEAD; i++)
        free(order->over[i].logged.at); /* behind a fault */
    pthread_cond_destroy(&order->moved);
    pthread_mutex_destroy(&order->lock);
}

void hw_reduction_order_serialize(struct hw_reduction_order *order, enum hw_one_worker reason, uint64_t block)
{
    pthread_mutex_lock(&order->lock);
    if (!hw_reduction_order_is_serial(order)) {
        order->reason = reason;
        order->serial_from = block;
        atomic_store_explicit(&order->serial, true, memory_order_release);
    }
    pthread_mutex_unlock(&order->lock);
}

void hw_reduction_order_yield(struct hw_reduction_order *order, uint64_t block)
{
    uint64_t none = UINT64_MAX;

    atomic_compare_exchange_strong(&order->first_yield, &none, block);
    hw_reduction_order_serialize(order, HW_ONE_WORKER_QUANTUM, block);
}

/* --- turns --- */

/* All blocks below the turn have ended, or below the first one that went on later: the chip has room for so
 * many from there on.  As long as others start, more of them may end. */
static bool may_start(const struct hw_reduction_order *order, uint64_t block)
{
    const uint64_t turn = atomic_load_explicit(&order->turn, memory_order_acquire),
                   yield = atomic_load_explicit(&order->first_yield, memory_order_acquire),
                   first = turn < yield ? turn : yield;

    return block < first + order->ahead && (block == 0 || turn > 0);
}

static bool has_no_room(const struct hw_reduction_order *order, uint64_t block)
{
    const uint64_t yield = atomic_load_explicit(&order->first_yield, memory_order_acquire);

    return yield != UINT64_MAX && block >= yield + order->ahead;
}

static bool is_decided(const struct hw_reduction_order *order, uint64_t block)
{
    return may_start(order, block) || has_no_room(order, block);
}

static void wait_until(struct hw_reduction_order *order, uint64_t block,
                       bool (*holds)(const struct hw_reduction_order *, uint64_t))
{
    struct timespec until;

    pthread_mutex_lock(&order->lock);
    while (!holds(order, block) && !hw_reduction_order_drops(order, block)) {
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += LOOK_TIME;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&order->moved, &order->lock, &until);
    }
    pthread_mutex_unlock(&order->lock);
}

bool hw_reduction_order_wait_start(struct hw_reduction_order *order, uint64_t block)
{
    if (!may_start(order, block))
        wait_until(order, block, is_decided);
    return !has_no_room(order, block);
}

void hw_reduction_order_wait_turn(struct hw_reduction_order *order, uint64_t block)
{
    if (!hw_reduction_order_has_turn(order, block))
        wait_until(order, block, hw_reduction_order_has_turn);
}

/* Do what a block that is over has logged, in its turn. */
static void catch_up(struct hw_reduction_order *order, uint64_t block, struct hw_logged_reductions *logged)
{
    if (logged->count && !hw_reduction_order_drops(order, block))
        hw_reduction_apply(logged);
    atomic_fetch_sub(&order->bytes, logged->capacity * sizeof *logged->at);
    free(logged->at);
    *logged = (struct hw_logged_reductions){0};
}

/* A block leaves its log; false: it has the turn, which it keeps until its reductions are done. */
static bool leave(struct hw_reduction_order *order, uint64_t block, struct hw_logged_reductions *logged)
{
    pthread_mutex_lock(&order->lock);
    const bool leaves = !hw_reduction_order_has_turn(order, block);
    if (leaves) {
        order->over[block % HW_REDUCTION_AHEAD].is_over = true;
        order->over[block % HW_REDUCTION_AHEAD].logged = *logged;
        *logged = (struct hw_logged_reductions){0};
    }
    pthread_mutex_unlock(&order->lock);
    return leaves;
}

/* The turn passes on; false: the next block is over, and this is its log. */
static bool pass_on(struct hw_reduction_order *order, struct hw_logged_reductions *logged)
{
    pthread_mutex_lock(&order->lock);
    const uint64_t turn = atomic_load(&order->turn) + 1;
    const bool is_over = order->over[turn % HW_REDUCTION_AHEAD].is_over;
    if (is_over) {
        *logged = order->over[turn % HW_REDUCTION_AHEAD].logged;
        memset(&order->over[turn % HW_REDUCTION_AHEAD], 0, sizeof *order->over);
    }
    atomic_store_explicit(&order->turn, turn, memory_order_release);
    pthread_cond_broadcast(&order->moved);
    pthread_mutex_unlock(&order->lock);
    return !is_over;
}

/* No other worker acts in the turns of blocks that are over. */
void hw_reduction_order_end(struct hw_reduction_order *order, uint64_t block,
                            struct hw_logged_reductions *logged)
{
    if (leave(order, block, logged))
        return;
    do
        catch_up(order, block++, logged);
    while (!pass_on(order, logged));
}

/* --- memory --- */

static bool overlaps(struct hw_range a, struct hw_range b)
{
    return a.first <= b.last && b.first <= a.last;
}

static void widen(struct hw_range *range, struct hw_range by)
{
    range->first = by.first < range->first ? by.first : range->first;
    range->last = by.last > range->last ? by.last : range->last;
}

/* Where there are too many ranges, the last one becomes longer. */
struct hw_range hw_reduction_order_add(struct hw_reduction_order *order, struct hw_range bytes)
{
    struct hw_reduction_ranges *added = &order->added;
    struct hw_range range;
    uint32_t at = 0;

    if (!hw_memory_next(order->memory, bytes.first, &range) || range.first > bytes.first ||
        range.last < bytes.last)
        range = bytes;
    pthread_mutex_lock(&order->lock);
    while (at < added->count && at < HW_REDUCTION_RANGES - 1 && !overlaps(added->at[at], range))
        at++;
    if (at == added->count)
        added->at[added->count++] = range;
    widen(&added->at[at], range);
    pthread_mutex_unlock(&order->lock);
    return range;
}

struct hw_reduction_ranges hw_reduction_order_ranges(struct hw_reduction_order *order)
{
    pthread_mutex_lock(&order->lock);
    const struct hw_reduction_ranges ranges = order->added;
    pthread_mutex_unlock(&order->lock);
    return ranges;
}

bool hw_reduction_order_takes(struct hw_reduction_order *order, size_t bytes)
{
    const size_t before = atomic_fetch_add(&order->bytes, bytes);

    if (before + bytes <= order->most)
        return true;
    atomic_fetch_sub(&order->bytes, bytes);
    return false;
}
