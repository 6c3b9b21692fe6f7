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
        hw_atomic_pair(reduction->kind, reduction->place, reduction->operand, reduction->operand2);
    else
        hw_atomic_word(reduction->kind, reduction->place, reduction->operand, reduction->operand2);
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

void hw_reduction_log_begin(struct hw_reduction_log *log, struct hw_reduction_order *order, uint64_t block)
{
    log->order = order;
    log->block = block;
    log->has_turn = log->is_over = false;
    log->added = (struct hw_range){.first = 1, .last = 0};
    log->logged.count = 0;
    log->bounds = HW_REDUCTION_NO_BOUNDS;
    if (!has_turn(log))
        log->bounds = hw_reduction_order_bounds(order);
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
    if (bytes.first < log->added.first || bytes.last > log->added.last)
        log->added = hw_reduction_order_add(log->order, bytes);
    if (has_turn(log))
        return false;
    hw_reduction_widen(&log->bounds, log->added.first, log->added.last);
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

void hw_reduction_log_meet(struct hw_reduction_log *log, struct hw_range bytes)
{
    if (!hw_reduction_overlaps(&log->bounds, bytes.first, bytes.last) || has_turn(log) ||
        !hw_reduction_order_adds_to(log->order, bytes))
        return;
    hw_reduction_order_serialize(log->order, HW_ONE_WORKER_SUMS, log->block);
    wait(log);
}
