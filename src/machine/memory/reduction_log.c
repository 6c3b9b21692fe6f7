/* SPDX-License-Identifier: MIT */
/* See reduction_log.h. */
#include "machine/memory/reduction_log.h"

#include "machine/memory/reduction_order.h"
#include "ops/value_types.h"

#include <stdlib.h>
#include <string.h>

#define LEAST_CAPACITY 128u /* reductions */

struct hw_reduction_log *hw_reduction_log_create(void)
{
    return calloc(1, sizeof(struct hw_reduction_log));
}

void hw_reduction_log_destroy(struct hw_reduction_log *log)
{
    if (log)
        free(log->logged.at);
    free(log);
}

static void apply_one(const struct hw_reduction *reduction)
{
    if (hw_type_bits(reduction->kind.type) == 64)
        hw_atomic_pair(reduction->kind, reduction->address, reduction->operand, reduction->operand2);
    else
        hw_atomic_word(reduction->kind, reduction->address, reduction->operand, reduction->operand2);
}

void hw_reduction_apply(const struct hw_logged_reductions *logged)
{
    for (size_t i = 0; i < logged->count; i++)
        apply_one(&logged->at[i]);
}

/* --- the turn --- */

/* It is the block's turn. */
static void take_turn(struct hw_reduction_log *log)
{
    if (log->logged.count)
        hw_reduction_apply(&log->logged);
    log->logged.count = 0;
    log->bounds = HW_REDUCTION_NO_BOUNDS;
    log->has_turn = true;
}

/* Whether the block has the turn, which it may have got meanwhile.  Turns pass over blocks whose reductions
 * are dropped. */
static bool has_turn(struct hw_reduction_log *log)
{
    if (!log->has_turn && hw_reduction_order_has_turn(log->order, log->block) &&
        !hw_reduction_order_drops(log->order, log->block))
        take_turn(log);
    return log->has_turn;
}

/* To which memory reductions go. */
static void learn(struct hw_reduction_log *log)
{
    log->others = hw_reduction_order_ranges(log->order);
    log->bounds = HW_REDUCTION_NO_BOUNDS;
    for (uint32_t i = 0; i < log->others.count; i++)
        hw_reduction_widen(&log->bounds, log->others.at[i].first, log->others.at[i].last);
}

void hw_reduction_log_begin(struct hw_reduction_log *log, struct hw_reduction_order *order, uint64_t block)
{
    log->order = order;
    log->block = block;
    log->has_turn = log->is_over = false;
    log->added = (struct hw_range){.first = 1, .last = 0};
    log->logged.count = 0;
    log->bounds = HW_REDUCTION_NO_BOUNDS;
    if (!has_turn(log))
        learn(log);
}

static void wait(struct hw_reduction_log *log)
{
    if (log->has_turn)
        return;
    hw_reduction_order_wait_turn(log->order, log->block);
    has_turn(log);
}

void hw_reduction_log_stop(struct hw_reduction_log *log)
{
    wait(log);
    log->is_over = true;
    log->bounds = HW_REDUCTION_NO_BOUNDS;
}

void hw_reduction_log_end(struct hw_reduction_log *log)
{
    log->is_over = true;
    log->bounds = HW_REDUCTION_NO_BOUNDS;
    hw_reduction_order_end(log->order, log->block, &log->logged);
}

/* --- accesses --- */

bool hw_reduction_log_takes(struct hw_reduction_log *log, struct hw_range bytes)
{
    if (log->is_over)
        return false;
    const bool is_new = bytes.first < log->added.first || bytes.last > log->added.last;
    if (is_new)
        log->added = hw_reduction_order_add(log->order, bytes);
    if (has_turn(log))
        return false;
    if (is_new)
        learn(log);
    return true;
}

static bool grow(struct hw_reduction_log *log)
{
    struct hw_logged_reductions *logged = &log->logged;
    const size_t capacity = logged->capacity ? 2 * logged->capacity : LEAST_CAPACITY,
                 more = (capacity - logged->capacity) * sizeof *logged->at;

    if (!hw_reduction_order_takes(log->order, more))
        return false;
    struct hw_reduction *at = realloc(logged->at, capacity * sizeof *at);
    if (!at) {
        atomic_fetch_sub(&log->order->bytes, more);
        return false;
    }
    logged->at = at;
    logged->capacity = capacity;
    return true;
}

void hw_reduction_log_add(struct hw_reduction_log *log, const struct hw_reduction *reduction)
{
    struct hw_logged_reductions *logged = &log->logged;

    if (logged->count == logged->capacity && !log->has_turn && !grow(log))
        wait(log);
    if (log->has_turn)
        apply_one(reduction);
    else if (logged->count < logged->capacity) /* else the launch is stopped */
        logged->at[logged->count++] = *reduction;
}

/* Whether reductions go to any of these bytes, and it was not the block's turn yet. */
static bool goes_to(const struct hw_reduction_log *log, struct hw_range bytes)
{
    bool found = false;

    if (!hw_reduction_overlaps(&log->bounds, bytes.first, bytes.last))
        return false;
    for (uint32_t i = 0; i < log->others.count; i++)
        found |= log->others.at[i].first <= bytes.last && log->others.at[i].last >= bytes.first;
    return found;
}

void hw_reduction_log_drain(struct hw_reduction_log *log, struct hw_range bytes)
{
    if (!goes_to(log, bytes) || has_turn(log))
        return;
    hw_reduction_order_serialize(log->order, HW_ONE_WORKER_SUMS, log->block);
    wait(log);
}
